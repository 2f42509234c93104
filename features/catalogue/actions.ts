import type { Tx } from '#platform/db/database.ts'
import { publish } from '#platform/db/events.ts'
import type { AccountId, OrderId, ProductId } from '#platform/kernel/ids.ts'
import {
  holdProducts,
  type Loss,
  markProductDeleted,
  type NewProduct,
  type Pieces,
  type ProductEdit,
  putOnShelves,
  storeEdit,
  storeLosses,
  storeProduct,
  takeFromShelves,
} from './queries.ts'
import { type FullProduct, mustBePrices, mustBeStock, stockEntry, unknownProduct } from './rules.ts'

declare module '#platform/db/events.ts' {
  interface Events {
    /** The shop changed something that visitors see of the catalogue. Orders do not: their stock is seen a moment later. */
    'catalogue changed': Record<string, never>
    /** An order took the last piece. */
    'product sold out': { id: ProductId; name: string }
  }
}

/** Adds a product. Refuses (422) prices or a stock out of bounds, and a distributor price above the public one. */
export async function addProduct(tx: Tx, product: NewProduct, by: AccountId | null, now: Date): Promise<ProductId> {
  mustBePrices(product.userPrice, product.distributorPrice)
  mustBeStock(product.stock)
  const id = await storeProduct(tx, product, by, now)
  await publish(tx, 'catalogue changed', {})
  return id
}

/** Takes what an order wants of held products. Answers of which it got it; of the others there is not enough. */
export async function takeStock(tx: Tx, pieces: readonly Pieces[]): Promise<Set<ProductId>> {
  const taken = await takeFromShelves(tx, pieces)
  for (const { id, name, left } of taken) if (left === 0) await publish(tx, 'product sold out', { id, name })
  return new Set(taken.map(({ id }) => id))
}

/** Gives back what an order had taken. Answers what is on the shelves then. */
export const returnStock = (tx: Tx, pieces: readonly Pieces[]) => putOnShelves(tx, pieces)

/** Writes down that pieces of an order are gone for good, each with its reason. */
export async function writeOff(
  tx: Tx,
  losses: readonly Loss[],
  about: { orderId: OrderId; by: AccountId },
  now: Date,
): Promise<void> {
  const gone = losses.filter(({ quantity }) => quantity > 0)
  if (gone.length > 0) await storeLosses(tx, gone, about, now)
}

/** What the product form says of a product that is there. */
export interface TypedEdit extends ProductEdit {
  stock: number
  /** The stock that the form showed; null takes what was typed as it is. */
  seenStock: number | null
}

/**
 * Changes a product; what the stock changes by is entered. Refuses (404) a product that is not on sale, (422) prices as
 * `addProduct` does, and a stock that orders have taken since the form was opened.
 */
export async function editProduct(
  tx: Tx,
  id: ProductId,
  { stock, seenStock, ...edit }: TypedEdit,
  by: AccountId,
  now: Date,
): Promise<{ before: FullProduct; after: FullProduct }> {
  mustBePrices(edit.userPrice, edit.distributorPrice)
  const before = (await holdProducts(tx, [id])).get(id)
  if (!before) throw unknownProduct()
  const after = await storeEdit(tx, id, edit, stockEntry(before.stock, stock, seenStock), by, now)
  await publish(tx, 'catalogue changed', {})
  return { before, after }
}

/** Takes a product out of the shop; orders keep its name. Refuses (404) one that is not there. */
export async function deleteProduct(tx: Tx, id: ProductId, now: Date): Promise<void> {
  if (!(await markProductDeleted(tx, id, now))) throw unknownProduct()
  await publish(tx, 'catalogue changed', {})
}
