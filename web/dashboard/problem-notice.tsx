import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import style from './problem-notice.module.css'

export interface Problem {
  title: ReactNode
  text?: ReactNode
}

/** Why something that was done to a list did not work, until it is closed; nothing when all is well. */
export function ProblemNotice({ problem, onClose }: { problem: Problem | null; onClose: () => void }) {
  if (problem === null) return null
  return (
    <div className={style.problem}>
      <Notice tone="danger" role="alert" title={problem.title}>
        {problem.text}
      </Notice>
      <CloseButton className={style.close} icon={<Icon name="close" />} onClick={onClose} />
    </div>
  )
}
