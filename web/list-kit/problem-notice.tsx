import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
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
    <StickyNotices onClose={onClose}>
      <Notice tone="danger" role="alert" title={problem.title}>
        {problem.text}
      </Notice>
    </StickyNotices>
  )
}

/** Notices in view wherever the list was scrolled to, until they are closed. */
export function StickyNotices({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  return (
    <div className={style.notices}>
      {children}
      <IconButton icon="close" label="Fermer" className={style.close} onClick={onClose} />
    </div>
  )
}
