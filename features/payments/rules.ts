import type { OrderStatus } from '#features/orders/names.ts'
import { Refusal } from '#platform/kernel/refusal.ts'

/** Refuses (409) to settle the payment of an order that has not been delivered. */
export function mustBeDelivered(status: OrderStatus): void {
  if (status !== 'delivered') throw new Refusal('conflict', 'Seule une commande livrée peut être payée ou non payée.')
}

/** Refuses (409) to give up the money of an order whose gain is in a withdrawal that was not refused. */
export function mustNotBeHeld(payment: 'paid' | 'void', heldBy: number | null): void {
  if (payment === 'void' && heldBy !== null)
    throw new Refusal(
      'conflict',
      `Le gain de cette commande est dans le retrait n° ${heldBy}\u00A0: refusez d’abord ce retrait.`,
    )
}
