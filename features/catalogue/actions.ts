import type { Tx } from '#platform/db/database.ts'
import { publish } from '#platform/db/events.ts'
import type { AccountId, ProductId } from '#platform/kernel/ids.ts'
import { type NewProduct, type Pieces, putOnShelves, storeProduct, takeFromShelves } from './queries.ts'
import { mustBePrices } from './rules.ts'

declare module '#platform/db/events.ts' {
  interface Events {
    /** Something that visitors see of the catalogue changed: a product, a price, a stock. */
    'catalogue changed': Record<string, never>
  }
}

/** Adds a product. Refuses (422) prices out of bounds or a distributor price above the public one. */
export async function addProduct(tx: Tx, product: NewProduct, by: AccountId | null, now: Date): Promise<ProductId> {
  mustBePrices(product.userPrice, product.distributorPrice)
  const id = await storeProduct(tx, product, by, now)
  await publish(tx, 'catalogue changed', {})
  return id
}

/** Takes stock for an order; the products must be held. False when one had too little, and then nothing may be kept. */
export async function takeStock(tx: Tx, pieces: readonly Pieces[]): Promise<boolean> {
  const enough = (await takeFromShelves(tx, pieces)) === pieces.length
  await publish(tx, 'catalogue changed', {})
  return enough
}

/** Gives back what an order had taken. */
export async function returnStock(tx: Tx, pieces: readonly Pieces[]): Promise<void> {
  await putOnShelves(tx, pieces)
  await publish(tx, 'catalogue changed', {})
}
