import { getHeldOrder, storePayment } from '#features/orders/index.ts'
import type { Tx } from '#platform/db/database.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { mustBeDelivered, mustNotBeInWithdrawal } from './rules.ts'

/**
 * Says whether a delivered order's money came in. Refuses (404) an unknown order and (409) one that is not
 * delivered or whose gain is being withdrawn.
 */
export async function settlePayment(tx: Tx, id: OrderId, payment: 'paid' | 'void', now: Date) {
  const order = await getHeldOrder(tx, id)
  mustBeDelivered(order.status)
  mustNotBeInWithdrawal(payment, order.withdrawalId)
  if (order.payment !== payment) await storePayment(tx, id, payment, now)
  return { ...order, payment }
}
