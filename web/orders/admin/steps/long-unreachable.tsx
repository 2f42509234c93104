import type { AdminOrder } from '#features/back-office/contract.ts'
import { UNREACHABLE_HOURS } from '#features/calls/model.ts'
import { HOUR_MS } from '#platform/kernel/durations.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { Button } from '#web/ui/button.tsx'
import style from '../order-admin.module.css'
import { ordersInWords } from '../order-words.ts'

/** Pending orders that nobody has answered for so long that they may be given up. */
const longUnreachable = (rows: readonly AdminOrder[], now: Date): OrderId[] =>
  rows.flatMap(({ id, status, confirmation }) => {
    if (status !== 'pending' || confirmation?.contact !== 'unreachable') return []
    return now.getTime() - confirmation.lastAt!.getTime() > UNREACHABLE_HOURS * HOUR_MS ? [id] : []
  })

interface LongUnreachableProps {
  rows: readonly AdminOrder[]
  onSelect: (ids: readonly OrderId[]) => void
}

/** Offers to select them, so that a person cancels them together; nothing does it alone. */
export function LongUnreachable({ rows, onSelect }: LongUnreachableProps) {
  const ids = longUnreachable(rows, new Date())
  if (ids.length === 0) return null
  return (
    <div className={style.done}>
      <p>
        {ordersInWords(ids.length)} sans réponse depuis plus de {UNREACHABLE_HOURS}&nbsp;h.
      </p>
      <Button look="secondary" size="small" onClick={() => onSelect(ids)}>
        Sélectionner pour annuler
      </Button>
    </div>
  )
}
