import { findAccount } from '#features/accounts/index.ts'
import type { Tx } from '#platform/db/database.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { promoOrderLetter } from './letters.ts'
import { findPromoOrder } from './queries.ts'

/** Writes to the supplier whose code an order was placed with, in the transaction of that order. */
export async function tellOfPromoOrder(tx: Tx, shop: Shop, supplierId: AccountId, id: OrderId): Promise<void> {
  const supplier = await findAccount(tx, supplierId)
  const order = await findPromoOrder(tx, id)
  if (!supplier || !order) return
  const letter = promoOrderLetter({ name: supplier.name, order: id, ...order }, shop)
  await shop.postOffice.post(tx, { name: supplier.name, address: supplier.email }, letter)
}
