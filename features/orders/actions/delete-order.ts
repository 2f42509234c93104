import { mustStayActive } from '#features/accounts/index.ts'
import { returnStock } from '#features/catalogue/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { publish } from '#platform/db/events.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { listLines, markDeleted } from '../queries.ts'
import { isOutside, mustBeAllowed, type Whereabouts } from '../rules.ts'
import { getHeldOrder, getHeldOwnOrder } from './held-order.ts'

declare module '#platform/db/events.ts' {
  interface Events {
    /** An order was deleted while a courier had its pieces, or not. */
    'order deleted': { id: OrderId; wasOutside: boolean; by: AccountId; now: Date }
  }
}

/**
 * Takes an order out of every list and returns its pieces to stock. Refuses (403) a banned admin, (404) an unknown order and
 * (409) one that is not pending.
 */
export async function deleteOrderByAdmin(tx: Tx, id: OrderId, by: AccountId, now: Date): Promise<void> {
  await mustStayActive(tx, by)
  const order = await getHeldOrder(tx, id)
  mustBeAllowed('admin', order.status, 'delete')
  await remove(tx, order, by, now)
}

/**
 * Deletes a supplier's own order; pieces that a courier has return to stock with their parcel. Refuses as `getHeldOwnOrder`
 * does, and (409) a delivered order.
 */
export async function deleteOrderBySupplier(tx: Tx, id: OrderId, supplierId: AccountId, now: Date): Promise<void> {
  const order = await getHeldOwnOrder(tx, id, supplierId)
  mustBeAllowed('supplier', order.status, 'delete')
  await remove(tx, order, supplierId, now)
}

/** A cancelled order has returned its pieces already, or does so once its parcel is counted. */
async function remove(tx: Tx, order: Whereabouts & { id: OrderId }, by: AccountId, now: Date): Promise<void> {
  await markDeleted(tx, order.id, by, now)
  if (order.status !== 'cancelled' && !isOutside(order)) await returnStock(tx, await listLines(tx, order.id))
  await publish(tx, 'order deleted', { id: order.id, wasOutside: isOutside(order), by, now })
}
