import type { ReactNode } from 'react'
import { errorSentence } from '#web/api/french-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import style from './load-failed.module.css'

interface LoadFailedProps {
  title: ReactNode
  error: unknown
  /** Why, where the error does not say it. */
  reason?: string | undefined
  isLoading: boolean
  onRetry: () => void
  className?: string | undefined
}

/** A notice in place of something that could not be loaded: why, and how to try again. */
export function LoadFailed({ title, error, reason, isLoading, onRetry, className }: LoadFailedProps) {
  return (
    <Notice tone="danger" role="alert" title={title} className={className}>
      <p className={style.reason}>{reason ?? errorSentence(error)}</p>
      <Button look="secondary" size="small" icon="refresh" busy={isLoading} onClick={onRetry}>
        Réessayer
      </Button>
    </Notice>
  )
}
