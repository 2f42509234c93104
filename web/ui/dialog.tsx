import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { classes } from './class-names.ts'
import style from './dialog.module.css'
import { IconButton } from './icon-button.tsx'

interface DialogProps {
  isOpen: boolean
  /** Runs on Escape, on the cross and on a click beside the dialog. The caller sets `isOpen` to false. */
  onClose: () => void
  /** A click beside it does nothing then: a tap that misses a button would lose the text. */
  isTypedIn?: boolean
  title: ReactNode
  children?: ReactNode
  /** Buttons. The one with `data-autofocus` gets the focus: choose the safe one. Without such a button the title gets it. */
  actions?: ReactNode
  size?: 'normal' | 'wide'
}

/**
 * A native modal dialog. Leave it mounted and switch `isOpen`: it fades with its last content, and the focus
 * goes back to where it came from. Each opening mounts the content anew, so that no field shows a former text and no film
 * plays on.
 */
export function Dialog({ isOpen, onClose, title, children, actions, isTypedIn, size = 'normal' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  const now = { title, children, actions }
  // A caller may clear its content when it closes: the dialog shows the last content while it fades.
  const last = useRef(now)
  if (isOpen) last.current = now
  const shown = isOpen ? now : last.current

  useEffect(() => {
    const element = dialog.current
    if (!element || element.open === isOpen) return
    if (!isOpen) return element.close()
    element.showModal()
    const safe = element.querySelector<HTMLElement>('[data-autofocus]')
    ;(safe ?? heading.current)?.focus()
  }, [isOpen])
  // After the dialog is closed: its fade begins by that.
  const opening = useOpening(isOpen, dialog)

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for what a click beside the dialog does
    <dialog
      ref={dialog}
      className={classes(style.dialog, size === 'wide' && style.wide)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (!isTypedIn && event.target === dialog.current) onClose()
      }}
    >
      {opening.isShown && (
        <div key={opening.number} className={style.inside}>
          <div className={style.head}>
            <h2 id={titleId} ref={heading} tabIndex={-1}>
              {shown.title}
            </h2>
            <IconButton icon="close" label="Fermer" className={style.close} onClick={onClose} />
          </div>
          {shown.children && <div>{shown.children}</div>}
          {shown.actions && <div className={style.actions}>{shown.actions}</div>}
        </div>
      )}
    </dialog>
  )
}

interface MessageDialogProps extends Pick<DialogProps, 'isOpen' | 'onClose' | 'title' | 'children'> {
  /** Label of the one button. */
  close: string
}

/** A message with one way on. */
export const MessageDialog = ({ close, ...dialog }: MessageDialogProps) => (
  <Dialog
    {...dialog}
    actions={
      <Button data-autofocus onClick={dialog.onClose}>
        {close}
      </Button>
    }
  />
)

/** Numbers the openings, and leaves the content on the page until it has faded. */
function useOpening(
  isOpen: boolean,
  dialog: RefObject<HTMLDialogElement | null>,
): { number: number; isShown: boolean } {
  const [opening, setOpening] = useState({ isOpen, number: 0, isShown: isOpen })
  if (opening.isOpen !== isOpen) setOpening({ isOpen, number: opening.number + (isOpen ? 1 : 0), isShown: true })
  const { isShown } = opening
  useEffect(() => {
    if (isOpen || !isShown) return
    let isOpenAgain = false
    // On a busy page this comes between the next opening's drawing and its effects: that content stays.
    const hide = () => {
      if (!isOpenAgain) setOpening((last) => (last.isOpen ? last : { ...last, isShown: false }))
    }
    // By no clock: a busy browser begins the fade late, and a dialog that is emptied before its end would shrink in sight.
    const fades = dialog.current?.getAnimations() ?? []
    void Promise.allSettled(fades.map(({ finished }) => finished)).then(hide)
    return () => {
      isOpenAgain = true
    }
  }, [isOpen, isShown, dialog])
  return opening
}
