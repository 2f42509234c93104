import { useState } from 'react'
import type { ExpectedReturn } from '#features/back-office/contract.ts'
import { MAX_LOSS_NOTE } from '#features/orders/model.ts'
import { message } from '#platform/kernel/codecs.ts'
import { callApi } from '#web/api/api.ts'
import { ActDialog, fieldValue, InvalidForm } from '#web/forms/confirm-dialog.tsx'
import { FieldFrame } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'

interface LostDialogProps {
  /** Null closes the dialog. */
  parcel: ExpectedReturn | null
  onClose: () => void
  onSettled: () => void
}

/** Gives a parcel up, with a word of why. */
export function LostDialog({ parcel, onClose, onSettled }: LostDialogProps) {
  const [isNoteMissing, setNoteMissing] = useState(false)
  const close = () => {
    setNoteMissing(false)
    onClose()
  }

  const lose = async (form: HTMLFormElement) => {
    if (!parcel) return
    const note = fieldValue(form, 'note')
    if (note === '') {
      setNoteMissing(true)
      form.querySelector('textarea')?.focus()
      throw new InvalidForm()
    }
    try {
      await callApi(`/api/admin/orders/${parcel.id}/lost`, { method: 'POST', body: { note }, answer: message })
      close()
      toast({ title: `Colis de la commande ${parcel.id} déclaré perdu` })
    } finally {
      onSettled()
    }
  }

  return (
    <ActDialog
      isOpen={parcel !== null}
      onClose={close}
      title={`Colis de la commande ${parcel?.id} perdu\u00A0?`}
      confirm="Déclarer perdu"
      look="danger"
      act={lose}
      failed="Le colis n’a pas été déclaré perdu"
    >
      <p>
        C’est définitif&nbsp;: {parcel && parcel.pieces > 1 ? `ses ${parcel.pieces} pièces sortent` : 'sa pièce sort'}{' '}
        du stock, avec le motif «&nbsp;perdu&nbsp;».
      </p>
      <FieldFrame
        key={parcel?.id}
        label="Que s’est-il passé&nbsp;?"
        hint="Par exemple ce que dit le livreur, ou le numéro de la réclamation."
        error={isNoteMissing ? 'Écrivez pourquoi ce colis ne reviendra pas.' : undefined}
      >
        {(control) => (
          <textarea
            {...control}
            name="note"
            rows={3}
            required
            data-autofocus
            maxLength={MAX_LOSS_NOTE}
            onChange={() => setNoteMissing(false)}
          />
        )}
      </FieldFrame>
    </ActDialog>
  )
}
