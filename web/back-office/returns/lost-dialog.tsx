import type { ExpectedReturn } from '#features/back-office/contract.ts'
import { MAX_LOSS_NOTE } from '#features/orders/model.ts'
import { message } from '#platform/kernel/codecs.ts'
import { callApi } from '#web/api/api.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { FieldFrame } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'

interface LostDialogProps {
  /** Null closes the dialog. */
  parcel: ExpectedReturn | null
  onClose: () => void
  onSettled: () => void
}

/** Gives a parcel up, with a reason. */
export function LostDialog({ parcel, onClose, onSettled }: LostDialogProps) {
  const form = useApiForm({
    fields: { note: (text) => (text === '' ? 'Écrivez pourquoi ce colis ne reviendra pas.' : null) },
    send: async (body) => {
      if (!parcel) return
      await callApi(`/api/admin/orders/${parcel.id}/lost`, { method: 'POST', body, answer: message })
      onClose()
      toast({ title: `Colis de la commande ${parcel.id} déclaré perdu` })
    },
    onSettled,
  })

  return (
    <FormDialog
      form={form}
      isOpen={parcel !== null}
      onClose={onClose}
      title={`Colis de la commande ${parcel?.id} perdu\u00A0?`}
      confirm="Déclarer perdu"
      look="danger"
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
        error={form.problems.note}
      >
        {(control) => <textarea {...control} name="note" rows={3} required data-autofocus maxLength={MAX_LOSS_NOTE} />}
      </FieldFrame>
    </FormDialog>
  )
}
