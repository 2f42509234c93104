import { useState } from 'react'
import * as z from 'zod/mini'
import type { ExpectedReturn } from '#features/back-office/contract.ts'
import { returnAnswer, returnRequest } from '#features/orders/contract.ts'
import type { CountedPieces, PieceCounts } from '#features/orders/model.ts'
import { countProblem } from '#features/orders/returns/rules.ts'
import { callApi } from '#web/api/api.ts'
import { ActDialog, InvalidForm } from '#web/forms/confirm-dialog.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { FieldFrame } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toast.tsx'
import style from './returns.module.css'

interface ReturnDialogProps {
  /** Null closes the dialog. */
  parcel: ExpectedReturn | null
  onClose: () => void
  /** The list shows something else from now on, or perhaps does. */
  onSettled: () => void
}

type ReturnedLine = ExpectedReturn['lines'][number]

const COUNTS: readonly (readonly [keyof PieceCounts, string])[] = [
  ['intact', 'Intactes'],
  ['damaged', 'Abîmées'],
  ['missing', 'Manquantes'],
]

/** Counts a parcel that is in somebody's hands: all of it is intact unless told, and one tap says so. */
export function ReceiveDialog({ parcel, onClose, onSettled }: ReturnDialogProps) {
  const [isChecked, setChecked] = useState(false)
  const close = () => {
    setChecked(false)
    onClose()
  }

  const receive = async (form: HTMLFormElement) => {
    if (!parcel) return
    const counted = parcel.lines.map((line): CountedPieces => ({ lineId: line.id, ...countsIn(form, line) }))
    if (parcel.lines.some((line, nth) => countProblem(line, counted[nth]!) !== null)) {
      setChecked(true)
      form.querySelector<HTMLElement>('[data-wrong] input')?.focus()
      throw new InvalidForm()
    }
    try {
      const body = z.encode(returnRequest, { id: parcel.id, counted, reason: null })
      await callApi('/api/admin/returns', { method: 'POST', body, answer: returnAnswer })
      close()
      toast({ title: `Retour de la commande ${parcel.id} reçu`, text: shelvedInWords(counted) })
    } finally {
      onSettled()
    }
  }

  return (
    <ActDialog
      isOpen={parcel !== null}
      onClose={close}
      title={`Retour de la commande ${parcel?.id}`}
      confirm="Reçu"
      beginsAtConfirm
      act={receive}
      failed="Le retour n’a pas été enregistré"
    >
      <p>Comptez ce qui est dans le colis. Les pièces intactes sont aussitôt en vente.</p>
      <div className={common.stack}>
        {parcel?.lines.map((line) => (
          <LineCounts key={line.id} line={line} isChecked={isChecked} />
        ))}
      </div>
    </ActDialog>
  )
}

const fieldOf = (line: ReturnedLine, count: keyof PieceCounts): string => `${line.id}.${count}`

/** What is typed; an empty field is none, and what is no number of pieces adds up to nothing. */
function countsIn(form: HTMLFormElement, line: ReturnedLine): PieceCounts {
  const typed = new FormData(form)
  const piecesOf = (count: keyof PieceCounts) => Number(typed.get(fieldOf(line, count)))
  return { intact: piecesOf('intact'), damaged: piecesOf('damaged'), missing: piecesOf('missing') }
}

interface LineCountsProps {
  line: ReturnedLine
  /** It was sent once: what is wrong is said from now on. */
  isChecked: boolean
}

function LineCounts({ line, isChecked }: LineCountsProps) {
  const [typed, setTyped] = useState({ intact: String(line.quantity), damaged: '', missing: '' })
  const counts = { intact: Number(typed.intact), damaged: Number(typed.damaged), missing: Number(typed.missing) }
  const problem = isChecked ? countProblem(line, counts) : null
  const error = `counts-${line.id}`

  /** What is damaged or missing is not intact: it is taken off by itself. */
  const type = (count: keyof PieceCounts, text: string) =>
    setTyped((before) => {
      const after = { ...before, [count]: text }
      const others = Number(after.damaged) + Number(after.missing)
      return count === 'intact' ? after : { ...after, intact: String(Math.max(0, line.quantity - others)) }
    })

  return (
    <fieldset className={classes(common.tile, style.line)} data-wrong={problem ? '' : undefined}>
      <legend>
        <strong>{line.quantity}&nbsp;×</strong> {line.name}
      </legend>
      {COUNTS.map(([count, label]) => (
        <FieldFrame key={count} label={label} size="small">
          {(control) => (
            <input
              {...control}
              type="number"
              inputMode="numeric"
              autoComplete="off"
              name={fieldOf(line, count)}
              min={0}
              max={line.quantity}
              step={1}
              placeholder="0"
              value={typed[count]}
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? error : undefined}
              onChange={(event) => type(count, event.currentTarget.value)}
            />
          )}
        </FieldFrame>
      ))}
      {problem && (
        <p className={classes(common.problem, style.problem)} id={error} role="alert">
          <Icon name="danger" size={16} />
          {problem.message}
        </p>
      )}
    </fieldset>
  )
}

/** `2 pièces remises en stock.` */
function shelvedInWords(counted: readonly CountedPieces[]): string {
  const intact = counted.reduce((sum, each) => sum + each.intact, 0)
  if (intact === 0) return 'Aucune pièce remise en stock.'
  return intact > 1 ? `${intact} pièces remises en stock.` : '1 pièce remise en stock.'
}
