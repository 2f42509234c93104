import type { SupplierOrder } from '#features/supplier-space/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

interface DeleteOrderDialogProps {
  /** The order to ask about; null closes the dialog. */
  order: SupplierOrder | null
  onClose: () => void
  onRemove: (order: SupplierOrder) => void
}

export function DeleteOrderDialog({ order, onClose, onRemove }: DeleteOrderDialogProps) {
  return (
    <Dialog
      isOpen={order !== null}
      onClose={onClose}
      title="Êtes-vous sûr?"
      actions={
        <>
          <Button look="secondary" data-autofocus onClick={onClose}>
            Annuler
          </Button>
          <Button look="danger" onClick={() => order && onRemove(order)}>
            Oui, supprimer!
          </Button>
        </>
      }
    >
      <p>Cette action est irréversible!</p>
      <p>
        Commande {order?.id}, pour {order?.recipient.name}.
      </p>
    </Dialog>
  )
}
