import { errorSentence } from '#web/french-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import style from './load-failed.module.css'

interface LoadFailedProps {
  title: string
  error: unknown
  isLoading: boolean
  onRetry: () => void
}

/** What stands where something could not be loaded: why, and how to try again. */
export function LoadFailed({ title, error, isLoading, onRetry }: LoadFailedProps) {
  return (
    <Notice tone="danger" role="alert" title={title}>
      <p className={style.reason}>{errorSentence(error)}</p>
      <Button look="secondary" size="small" icon="refresh" busy={isLoading} onClick={onRetry}>
        Réessayer
      </Button>
    </Notice>
  )
}
