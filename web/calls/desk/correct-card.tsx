import { correctableOrder } from '#features/orders/corrections/contract.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { useApi } from '#web/forms/use-api.ts'
import { CorrectOrderDialog } from '#web/orders/admin/detail/order-correct.tsx'

interface CorrectCardProps {
  id: OrderId
  onClose: () => void
  /** The card shows something else from now on. */
  onStored: () => void
}

/** The correction of an order, over its card. */
export default function CorrectCard({ id, onClose, onStored }: CorrectCardProps) {
  const order = useApi(`/api/confirmation/${id}/order`, correctableOrder)
  const reload = async () => {
    await order.reload()
    onStored()
  }
  if (order.data === null) return null
  return <CorrectOrderDialog order={order.data} isOpen onClose={onClose} reload={reload} />
}
