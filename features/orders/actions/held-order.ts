import { mustStayActive } from '#features/accounts/index.ts'
import type { Tx } from '#platform/db/database.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { type HeldOrder, holdOrder, holdOrderOfSupplier } from '../queries.ts'
import { mustBePlacedBySupplier, unknownOrder } from '../rules.ts'

/** Locks an order that is about to change. Refuses (404) an unknown or deleted one. */
export async function getHeldOrder(tx: Tx, id: OrderId): Promise<HeldOrder> {
  const order = await holdOrder(tx, id)
  if (order === null) throw unknownOrder()
  return order
}

/**
 * Locks a supplier's order. Refuses (403) a banned supplier and an order placed by a visitor with its code, (404) another's
 * order.
 */
export async function getHeldOwnOrder(tx: Tx, id: OrderId, supplierId: AccountId) {
  await mustStayActive(tx, supplierId)
  const order = await holdOrderOfSupplier(tx, id, supplierId)
  if (order === null) throw unknownOrder()
  mustBePlacedBySupplier(order.origin)
  return order
}
