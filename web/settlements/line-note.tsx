import { useRef, useState } from 'react'
import type { StatementLine } from '#features/settlements/contract.ts'
import { MAX_LINE_NOTE } from '#features/settlements/model.ts'
import { useUnsaved } from '#web/forms/use-unsaved.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Field } from '#web/ui/field.tsx'
import style from './settlements.module.css'

interface LineNoteProps {
  line: StatementLine
  /** Gives true once it is stored. */
  onNote: (note: string) => Promise<boolean>
}

/** Words about a line that its next reader needs, such as what the courier answered. */
export function LineNote({ line: { row, note }, onNote }: LineNoteProps) {
  const [isOpen, setOpen] = useState(false)
  const [isTyped, setTyped] = useState(false)
  useUnsaved(isOpen && isTyped)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <>
      <Button
        ref={opener}
        look="link"
        size="small"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen)
          setTyped(false)
        }}
      >
        {note === null ? 'Noter' : 'Modifier la note'}
        <span className="visually-hidden">, ligne {row}</span>
      </Button>
      {isOpen && (
        <form
          className={classes(common.stack, common.gap2, style.noteForm)}
          onInput={() => setTyped(true)}
          onSubmit={async (event) => {
            event.preventDefault()
            if (await onNote(String(new FormData(event.currentTarget).get('note')))) close()
          }}
        >
          <Field
            label={`Note sur la ligne ${row}`}
            name="note"
            size="small"
            maxLength={MAX_LINE_NOTE}
            defaultValue={note ?? ''}
            dir="auto"
          />
          <div className={common.wrap}>
            <Button type="submit" size="small">
              Enregistrer la note
            </Button>
            <Button look="secondary" size="small" onClick={close}>
              Annuler
            </Button>
          </div>
        </form>
      )}
    </>
  )
}
