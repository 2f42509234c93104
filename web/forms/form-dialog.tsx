import { type ReactNode, useEffect, useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { FormShell } from './form-shell.tsx'
import { type ApiForm, useApiForm } from './use-api-form.ts'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  /** Label of the button that does it. */
  confirm: string
  look?: 'primary' | 'danger'
  /** Title above the reason when it did not work. */
  failed: ReactNode | ((error: unknown) => ReactNode)
  explain?: (error: unknown) => ReactNode
  /** Stands for everything else once it is done. */
  done?: ReactNode
  /** Nothing need be typed: Enter does it. */
  beginsAtConfirm?: boolean
  /** The field to begin with has `data-autofocus`; without one the focus is on the way back. */
  children: ReactNode
}

/** A form over the page. Whatever goes wrong, it stays open and nothing typed is lost. */
export function FormDialog<Name extends string>({
  form,
  isOpen,
  onClose,
  title,
  confirm,
  look = 'primary',
  failed,
  explain,
  done,
  beginsAtConfirm = false,
  children,
}: DialogProps & { form: ApiForm<Name> }) {
  const id = useId()
  const isDone = Boolean(done) && form.isDone
  const closeUnlessBusy = () => {
    if (!form.isBusy) onClose()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft that was left does not come back
  useEffect(() => {
    if (!isOpen) form.reset()
  }, [isOpen])

  return (
    <Dialog
      isOpen={isOpen}
      onClose={closeUnlessBusy}
      isTypedIn={form.hasFields}
      title={title}
      actions={
        <>
          <Button look="secondary" data-autofocus={!beginsAtConfirm || undefined} onClick={closeUnlessBusy}>
            {isDone ? 'Fermer' : 'Annuler'}
          </Button>
          {!isDone && (
            <Button
              look={look}
              type="submit"
              form={id}
              busy={form.isBusy}
              data-autofocus={beginsAtConfirm || undefined}
            >
              {confirm}
            </Button>
          )}
        </>
      }
    >
      <div role="status">{isDone && <Notice tone="ok">{done}</Notice>}</div>
      <FormShell
        form={form}
        id={id}
        className={common.stack}
        hidden={isDone}
        focus="field"
        failed={failed}
        explain={explain}
        submit={null}
      >
        {children}
      </FormShell>
    </Dialog>
  )
}

interface ConfirmDialogProps extends DialogProps {
  /** Does it; an error that it throws is shown. */
  act: () => Promise<void>
  onSettled?: () => Promise<void> | void
}

/** Asks before something is done. */
export function ConfirmDialog({ act, onSettled, ...dialog }: ConfirmDialogProps) {
  const form = useApiForm({ fields: {}, send: act, ...(onSettled && { onSettled }) })
  return <FormDialog form={form} {...dialog} />
}
