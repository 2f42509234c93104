import { useState } from 'react'
import * as z from 'zod/mini'
import type { ExpectedReturn } from '#features/back-office/contract.ts'
import { returnAnswer, returnRequest } from '#features/orders/contract.ts'
import { type CancelReason, type CountedPieces, type PieceCounts, REASON_NAMES } from '#features/orders/model.ts'
import { countProblem } from '#features/orders/returns/rules.ts'
import { callApi } from '#web/api/api.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FieldRule, type FieldTexts, useApiForm } from '#web/forms/use-api-form.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { FieldFrame, SelectField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toast.tsx'
import style from './returns.module.css'

/** A parcel in the hand: one of the list, or one whose code was scanned. */
export type ParcelInHand = Pick<ExpectedReturn, 'id' | 'lines'> & { isOver?: boolean }

interface ReturnDialogProps {
  /** Null closes the dialog. */
  parcel: ParcelInHand | null
  onClose: () => void
  /** The list shows something else from now on, or perhaps does. */
  onSettled: () => void
}

type ReturnedLine = ParcelInHand['lines'][number]

const COUNTS: readonly (readonly [keyof PieceCounts, string])[] = [
  ['intact', 'Intactes'],
  ['damaged', 'Abîmées'],
  ['missing', 'Manquantes'],
]

/** Counts a parcel that has arrived: all of it is intact unless typed otherwise, and one tap confirms that. */
export function ReceiveDialog({ parcel, onClose, onSettled }: ReturnDialogProps) {
  const form = useApiForm({
    fields: { ...fieldsOf(parcel?.lines ?? []), Reason: () => null },
    send: async (typed) => {
      if (!parcel) return
      const counted = parcel.lines.map((line): CountedPieces => ({ lineId: line.id, ...countsIn(typed, line) }))
      const body = z.encode(returnRequest, { id: parcel.id, counted, reason: reasonIn(typed.Reason) })
      await callApi('/api/admin/returns', { method: 'POST', body, answer: returnAnswer })
      onClose()
      toast({ title: `Retour de la commande ${parcel.id} reçu`, text: shelvedInWords(parcel.lines, counted) })
    },
    onSettled,
  })

  return (
    <FormDialog
      form={form}
      isOpen={parcel !== null}
      onClose={onClose}
      title={`Retour de la commande ${parcel?.id}`}
      confirm="Reçu"
      beginsAtConfirm
      failed="Le retour n’a pas été enregistré"
    >
      <p>Comptez ce qui est dans le colis. Les pièces intactes sont aussitôt en vente.</p>
      <div className={common.stack}>
        {parcel?.lines.map((line) => (
          <LineCounts key={line.id} line={line} isChecked={form.attempt > 0} />
        ))}
      </div>
      {parcel?.isOver === false && (
        <SelectField
          label="Pourquoi revient-il&nbsp;?"
          hint="La commande est alors annulée avec ce motif."
          name="Reason"
          defaultValue="refused"
        >
          {REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {REASON_NAMES[reason]}
            </option>
          ))}
        </SelectField>
      )}
    </FormDialog>
  )
}

const REASONS = Object.keys(REASON_NAMES) as CancelReason[]

/** The chosen reason; null without the field, since the order is over. */
const reasonIn = (text: string | undefined): CancelReason | null => REASONS.find((reason) => reason === text) ?? null

const fieldOf = (line: ReturnedLine, count: keyof PieceCounts): string => `${line.id}.${count}`

/** Fields of every line's counts; counts that do not add up are wrong at the line's first. */
const fieldsOf = (lines: readonly ReturnedLine[]): Record<string, FieldRule<string>> =>
  Object.fromEntries(
    lines.flatMap((line) =>
      COUNTS.map(([count], nth): [string, FieldRule<string>] => [
        fieldOf(line, count),
        (_, typed) => (nth === 0 ? (countProblem(line, countsIn(typed, line))?.message ?? null) : null),
      ]),
    ),
  )

/** An empty field is none, and what is no number of pieces adds up to nothing. */
function countsIn(typed: FieldTexts<string>, line: ReturnedLine): PieceCounts {
  const piecesOf = (count: keyof PieceCounts) => Number(typed[fieldOf(line, count)])
  return { intact: piecesOf('intact'), damaged: piecesOf('damaged'), missing: piecesOf('missing') }
}

interface LineCountsProps {
  line: ReturnedLine
  /** It was sent once: problems show from now on. */
  isChecked: boolean
}

function LineCounts({ line, isChecked }: LineCountsProps) {
  const [typed, setTyped] = useState({ intact: String(line.quantity), damaged: '', missing: '' })
  const counts = { intact: Number(typed.intact), damaged: Number(typed.damaged), missing: Number(typed.missing) }
  const problem = isChecked ? countProblem(line, counts) : null
  const error = `counts-${line.id}`

  /** Damaged and missing pieces are taken off the intact ones. */
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
        <p className={classes(common.problem, common.across)} id={error} role="alert">
          <Icon name="danger" size={16} />
          {problem.message}
        </p>
      )}
    </fieldset>
  )
}

/** `Remis en stock : 2 × Huile d’argan, 1 × Savon noir.` */
function shelvedInWords(lines: readonly ReturnedLine[], counted: readonly CountedPieces[]): string {
  const shelved = counted.flatMap(({ lineId, intact }) => {
    const line = lines.find(({ id }) => id === lineId)
    return line && intact > 0 ? [`${intact}\u00A0×\u00A0${line.name}`] : []
  })
  return shelved.length > 0 ? `Remis en stock\u00A0: ${shelved.join(', ')}.` : 'Aucune pièce remise en stock.'
}
