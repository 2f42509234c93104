import { returnStock } from '#features/catalogue/index.ts'
import type { Tx } from '#platform/db/database.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import type { OrderStatus } from '../names.ts'
import { listPieces, markDeleted } from '../queries.ts'
import { mustBeAllowed, returnsStock } from '../rules.ts'
import { getHeldOrder, getHeldOwnOrder } from './held-order.ts'

/** Takes an order out of every list and gives its pieces back. Refuses (409) one that is no longer waiting. */
export async function deleteOrderByAdmin(tx: Tx, id: OrderId, by: AccountId, now: Date): Promise<void> {
  const { status } = await getHeldOrder(tx, id)
  mustBeAllowed('admin', status, 'delete')
  await remove(tx, { id, status }, by, now)
}

/** The same with a supplier's own order. Refuses as `getHeldOwnOrder` does, and (409) a delivered one. */
export async function deleteOrderBySupplier(tx: Tx, id: OrderId, supplierId: AccountId, now: Date): Promise<void> {
  const { status } = await getHeldOwnOrder(tx, id, supplierId)
  mustBeAllowed('supplier', status, 'delete')
  await remove(tx, { id, status }, supplierId, now)
}

/** A cancelled one has given its pieces back before. */
async function remove(
  tx: Tx,
  { id, status }: { id: OrderId; status: OrderStatus },
  by: AccountId,
  now: Date,
): Promise<void> {
  await markDeleted(tx, id, by, now)
  if (!returnsStock(status)) await returnStock(tx, await listPieces(tx, id))
}
