import type { OrderStatus } from '#features/orders/contract.ts'
import { Refusal } from '#platform/kernel/refusal.ts'

/** Refuses (409) to settle the payment of an order that has not been delivered. */
export function mustBeDelivered(status: OrderStatus): void {
  if (status !== 'delivered') throw new Refusal('conflict', 'Seule une commande livrée peut être payée ou non payée.')
}
