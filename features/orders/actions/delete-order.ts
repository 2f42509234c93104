import { returnStock } from '#features/catalogue/index.ts'
import type { Tx } from '#platform/db/database.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { listPieces, markDeleted } from '../queries.ts'
import { isOutside, mustBeAllowed, type Whereabouts } from '../rules.ts'
import { getHeldOrder, getHeldOwnOrder } from './held-order.ts'

/** Takes an order out of every list and gives its pieces back. Refuses (409) one that is no longer waiting. */
export async function deleteOrderByAdmin(tx: Tx, id: OrderId, by: AccountId, now: Date): Promise<void> {
  const order = await getHeldOrder(tx, id)
  mustBeAllowed('admin', order.status, 'delete')
  await remove(tx, order, by, now)
}

/**
 * The same with a supplier's own order; the pieces that a courier has come back with the parcel. Refuses as
 * `getHeldOwnOrder` does, and (409) a delivered one.
 */
export async function deleteOrderBySupplier(tx: Tx, id: OrderId, supplierId: AccountId, now: Date): Promise<void> {
  const order = await getHeldOwnOrder(tx, id, supplierId)
  mustBeAllowed('supplier', order.status, 'delete')
  await remove(tx, order, supplierId, now)
}

/** A cancelled one has given its pieces back before, or gives them back when its parcel is there. */
async function remove(tx: Tx, order: Whereabouts & { id: OrderId }, by: AccountId, now: Date): Promise<void> {
  await markDeleted(tx, order.id, by, now)
  if (order.status !== 'cancelled' && !isOutside(order)) await returnStock(tx, await listPieces(tx, order.id))
}
