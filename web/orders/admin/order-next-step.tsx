import type { OrderStatus } from '#features/orders/model.ts'
import { Button } from '#web/ui/button.tsx'
import style from './order-row.module.css'

/** The usual next step of an order on its way. */
const NEXT_STEPS: Partial<Record<OrderStatus, { status: OrderStatus; label: string }>> = {
  pending: { status: 'assigned', label: 'Attribuer' },
  assigned: { status: 'in_transit', label: 'En transit' },
  in_transit: { status: 'delivered', label: 'Livré' },
}

interface NextStepButtonProps {
  id: number
  /** Null while a change waits together with others. */
  status: OrderStatus | null
  onChoose: (status: OrderStatus) => void
  /** Takes back the move that waits; null where none does. */
  onUndo: (() => void) | null
}

/** One tap to the next step, and in the same place one tap back as long as it waits. */
export function NextStepButton({ id, status, onChoose, onUndo }: NextStepButtonProps) {
  const next = status && NEXT_STEPS[status]
  const label = onUndo ? 'Revenir' : next?.label
  if (label === undefined) return <span className={style.next} aria-hidden="true" />
  return (
    <Button
      look="secondary"
      size="small"
      className={style.next}
      aria-label={`${label}, commande ${id}`}
      onClick={() => (onUndo ? onUndo() : next && onChoose(next.status))}
    >
      {label}
    </Button>
  )
}
