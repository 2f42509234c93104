import { adminOrderDetail } from '#features/back-office/contract.ts'
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
  const order = useApi(`/api/admin/orders/${id}`, adminOrderDetail)
  const reload = async () => {
    await order.reload()
    onStored()
  }
  if (order.data === null) return null
  return <CorrectOrderDialog order={order.data} isOpen onClose={onClose} reload={reload} />
}
