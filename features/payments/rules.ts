import type { OrderStatus } from '#features/orders/names.ts'
import { Refusal } from '#platform/kernel/refusal.ts'

/** Refuses (409) to settle the payment of an order that has not been delivered. */
export function mustBeDelivered(status: OrderStatus): void {
  if (status !== 'delivered')
    throw new Refusal('conflict', 'order_not_delivered', 'Seule une commande livrée peut être payée ou non payée.')
}

/** Refuses (409) to give up the money of an order whose gain is in a withdrawal that was not refused. */
export function mustNotBeInWithdrawal(payment: 'paid' | 'void', withdrawalId: number | null): void {
  if (payment === 'void' && withdrawalId !== null)
    throw new Refusal(
      'conflict',
      'gain_in_withdrawal',
      `Le gain de cette commande est dans le retrait n° ${withdrawalId}\u00A0: refusez d’abord ce retrait.`,
    )
}
