import { correctableOrder } from '#features/orders/corrections/contract.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { useApi } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { CorrectOrderDialog } from '#web/orders/admin/detail/order-correct.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

interface CorrectCardProps {
  id: OrderId
  isOpen: boolean
  onClose: () => void
  /** The card shows something else from now on. */
  onStored: () => void
}

/** The correction of an order, over its card. Mount it anew for each correction. */
export default function CorrectCard({ id, isOpen, onClose, onStored }: CorrectCardProps) {
  const order = useApi(`/api/confirmation/${id}/order`, correctableOrder)
  return (
    <>
      <Dialog
        isOpen={isOpen && order.data === null && order.error !== null}
        onClose={onClose}
        title={`Corriger la commande ${id}`}
        actions={
          <Button look="secondary" data-autofocus onClick={onClose}>
            Fermer
          </Button>
        }
      >
        <LoadFailed
          title="La commande n’a pas pu être chargée"
          error={order.error}
          isLoading={order.isLoading}
          onRetry={order.reload}
        />
      </Dialog>
      {order.data && (
        <CorrectOrderDialog
          order={order.data}
          isOpen={isOpen}
          onClose={onClose}
          reload={order.reload}
          onStored={onStored}
        />
      )}
    </>
  )
}
