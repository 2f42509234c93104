import { mustStayActive } from '#features/accounts/index.ts'
import type { Tx } from '#platform/db/database.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { type HeldOrder, holdOrder, holdOrderOfSupplier } from '../queries.ts'
import { mustBePlacedBySupplier, unknownOrder } from '../rules.ts'

/** Holds an order for a change. Refuses (404) one that is not there. */
export async function getHeldOrder(tx: Tx, id: OrderId): Promise<HeldOrder> {
  const order = await holdOrder(tx, id)
  if (order === null) throw unknownOrder()
  return order
}

/** The same for a supplier that is not banned. Refuses (404) another's and (403) one placed with its code. */
export async function getHeldOwnOrder(tx: Tx, id: OrderId, supplierId: AccountId) {
  await mustStayActive(tx, supplierId)
  const order = await holdOrderOfSupplier(tx, id, supplierId)
  if (order === null) throw unknownOrder()
  mustBePlacedBySupplier(order.origin)
  return order
}
