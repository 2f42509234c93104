import { useState } from 'react'
import * as z from 'zod/mini'
import { type FollowedParcel, followUpAnswer } from '#features/parcels/follow/contract.ts'
import { FOLLOW_UPS, type FollowUp, followUpProblem, MOST_DAYS_OFF } from '#features/parcels/follow/rules.ts'
import { MAX_PARCEL_NOTE } from '#features/parcels/model.ts'
import { instant } from '#platform/kernel/codecs.ts'
import { dayAfter } from '#platform/kernel/days/days-ahead.ts'
import { localDay } from '#platform/kernel/time.ts'
import { callApi, isUnanswered } from '#web/api/api.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Field, FieldFrame } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { wordsToCourier } from './parcel-words.ts'

interface FollowDialogProps {
  /** Null closes the dialog. */
  open: { kind: FollowUp; parcel: FollowedParcel } | null
  onClose: () => void
  onSettled: () => void
}

const CONFIRMS: Readonly<Record<FollowUp, string>> = {
  called: 'C’est fait',
  new_day: 'Reporter',
  new_address: 'Enregistrer',
  returned: 'Elle revient',
  note: 'Noter',
}

/** What was done about a parcel: a day, an address, a note. The order's own recipient stays as it is. */
export function FollowDialog({ open, onClose, onSettled }: FollowDialogProps) {
  const kind = open?.kind ?? 'note'
  const hasDay = kind !== 'note' && kind !== 'returned'
  const problemOf = (field: 'next' | 'note', typed: { next: string; note: string }): string | null => {
    const problem = followUpProblem({ kind, day: typed.next || null, note: typed.note || null }, new Date())
    return problem?.field === field ? problem.message : null
  }
  const form = useApiForm({
    fields: {
      next: (_, typed) => problemOf('next', typed),
      note: (_, typed) => problemOf('note', typed),
    },
    subject: open ? `${open.parcel.id} ${kind} ${open.parcel.updatedAt.toISOString()}` : undefined,
    send: async ({ next, note }, idempotencyKey) => {
      if (!open) return
      const body = { kind, next, note, seen_updated_at: z.encode(instant, open.parcel.updatedAt) }
      const path = `/api/parcels/${open.parcel.id}/follow-up` as const
      const answer = await callApi(path, { method: 'POST', body, answer: followUpAnswer, idempotencyKey })
      onClose()
      toast({ title: answer.message })
    },
    onSettled,
  })
  const today = new Date()
  return (
    <FormDialog
      form={form}
      isOpen={open !== null}
      onClose={onClose}
      title={`${kind === 'new_day' ? 'Reporter' : FOLLOW_UPS[kind]}\u00A0: commande ${open?.parcel.id}`}
      confirm={CONFIRMS[kind]}
      failed={(error) => (isUnanswered(error) ? 'Ce n’est pas confirmé' : 'Ce n’est pas enregistré')}
    >
      {kind === 'new_address' && (
        <p>
          L’adresse de la commande ne change pas&nbsp;: elle est imprimée sur le colis. Envoyez la nouvelle au livreur.
        </p>
      )}
      {kind === 'returned' && (
        <p>
          Le livreur rapporte le colis&nbsp;: il passe dans «&nbsp;Refusées&nbsp;». Ses produits reviennent en stock
          quand vous l’avez en main.
        </p>
      )}
      {hasDay && (
        <Field
          {...form.field('next')}
          label={kind === 'new_day' ? 'Nouveau jour' : 'À revoir le'}
          hint={kind === 'new_day' ? undefined : 'Sans jour\u00A0: demain à 9\u00A0h.'}
          optional={kind !== 'new_day'}
          type="date"
          min={localDay(today)}
          max={dayAfter(today, MOST_DAYS_OFF)}
        />
      )}
      {!hasDay && <input type="hidden" name="next" value="" />}
      {open && <NoteField {...open} error={form.problems.note} />}
    </FormDialog>
  )
}

interface NoteFieldProps {
  kind: FollowUp
  parcel: FollowedParcel
  error: string | undefined
}

/** The text of the dialog, which each opening mounts anew: no courier is sent to the address of another parcel. */
function NoteField({ kind, parcel, error }: NoteFieldProps) {
  const [text, setText] = useState('')
  return (
    <>
      <FieldFrame
        label={kind === 'new_address' ? 'Nouvelle adresse' : 'Note'}
        optional={kind !== 'new_address' && kind !== 'note'}
        error={error}
      >
        {(control) => (
          <textarea
            {...control}
            name="note"
            rows={3}
            data-autofocus
            maxLength={MAX_PARCEL_NOTE - 30}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
      </FieldFrame>
      {kind === 'new_address' && text.trim() !== '' && (
        <CopyField label="Message pour le livreur" text={wordsToCourier(parcel, text.trim())} what="le message" />
      )}
    </>
  )
}
