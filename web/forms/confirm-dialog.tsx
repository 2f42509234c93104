import { type ReactNode, useEffect, useId, useState } from 'react'
import { errorSentence } from '#web/api/french-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import style from './confirm-dialog.module.css'

interface ActDialogProps {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  /** What the button that does it says. */
  confirm: string
  look?: 'primary' | 'danger'
  /** Does it, with what was typed. What it throws is shown, and the dialog stays as it is. */
  act: (form: HTMLFormElement) => Promise<void>
  /** Said above the reason when it did not work. */
  failed: ReactNode
  explain?: (error: unknown) => ReactNode
  /** Said instead of everything else once it is done. */
  done?: ReactNode
  /** Nothing need be typed: Enter does it. */
  beginsAtConfirm?: boolean
  /** The field to begin with has `data-autofocus`; without one the focus is on the way back. */
  children: ReactNode
}

/** Asks before something is done to a row, and does it. Whatever goes wrong, nothing typed is lost. */
export function ActDialog({
  isOpen,
  onClose,
  title,
  confirm,
  look = 'primary',
  act,
  failed,
  explain = errorSentence,
  done,
  beginsAtConfirm = false,
  children,
}: ActDialogProps) {
  const form = useId()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const closeUnlessBusy = () => {
    if (!isBusy) onClose()
  }

  useEffect(() => {
    if (isOpen) setFailure(null)
  }, [isOpen])

  const submit = async (element: HTMLFormElement) => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      await act(element)
    } catch (error) {
      if (!(error instanceof InvalidForm)) setFailure({ error })
    }
    setBusy(false)
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={closeUnlessBusy}
      title={title}
      actions={
        <>
          <Button look="secondary" data-autofocus={!beginsAtConfirm || undefined} onClick={closeUnlessBusy}>
            {done ? 'Fermer' : 'Annuler'}
          </Button>
          {!done && (
            <Button look={look} type="submit" form={form} busy={isBusy} data-autofocus={beginsAtConfirm || undefined}>
              {confirm}
            </Button>
          )}
        </>
      }
    >
      <div role="status">{done && <Notice tone="ok">{done}</Notice>}</div>
      <form
        id={form}
        className={style.form}
        hidden={Boolean(done)}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit(event.currentTarget)
        }}
      >
        {failure && (
          <div ref={bringIntoView}>
            <Notice tone="danger" role="alert" title={failed}>
              {explain(failure.error)}
            </Notice>
          </div>
        )}
        {children}
      </form>
    </Dialog>
  )
}

/** On a phone the button that was tapped may be far below what is said above. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** Thrown by an `act` that found something wrong in a field and has said so there. */
export class InvalidForm extends Error {}

/** What is typed in a field of the form, without the spaces around. */
export const fieldValue = (form: HTMLFormElement, field: string): string =>
  String(new FormData(form).get(field) ?? '').trim()
