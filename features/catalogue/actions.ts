import type { Tx } from '#platform/db/database.ts'
import { publish } from '#platform/db/events.ts'
import type { AccountId, OrderId, ProductId } from '#platform/kernel/ids.ts'
import { centimes } from '#platform/kernel/money.ts'
import { invalidField } from '#platform/kernel/refusal.ts'
import { PRODUCT_FIELDS } from './model.ts'
import { listPacked } from './pack-contents.ts'
import {
  decreaseStock,
  holdWithHidden,
  increaseStock,
  type Loss,
  markProductDeleted,
  type NewProduct,
  type Pieces,
  type ProductEdit,
  storeEdit,
  storeLosses,
  storeProduct,
} from './queries.ts'
import {
  type AdminProduct,
  becomesPackInPack,
  type Figure,
  mustBePriceAsShown,
  mustBeValidPrices,
  mustBeValidStock,
  PRODUCT_IN_PACK,
  stockEntry,
  unknownProduct,
} from './rules.ts'

declare module '#platform/db/events.ts' {
  interface Events {
    /** Pages in memory show the catalogue as it was. Orders do not publish it: a page may show a stock of ten seconds ago. */
    'catalogue changed': Record<string, never>
    /** An order took the last piece. */
    'product sold out': { id: ProductId; name: string }
  }
}

/**
 * Adds a product, prices in centimes, and enters its first stock. Refuses (422) a price outside of 0,01 to 999 999,99 DH, a
 * distributor price above the public one, and a stock above a million.
 */
export async function addProduct(tx: Tx, product: NewProduct, by: AccountId | null, now: Date): Promise<ProductId> {
  mustBeValidPrices(product.userPrice, product.distributorPrice)
  mustBeValidStock(product.stock)
  const id = await storeProduct(tx, product, by, now)
  await publish(tx, 'catalogue changed', {})
  return id
}

/**
 * Takes the pieces of an order out of the stock of held products. Returns those that had enough; of the others nothing is
 * taken.
 */
export async function takeStock(tx: Tx, pieces: readonly Pieces[]): Promise<Set<ProductId>> {
  const taken = await decreaseStock(tx, pieces)
  for (const { id, name, left } of taken) if (left === 0) await publish(tx, 'product sold out', { id, name })
  return new Set(taken.map(({ id }) => id))
}

/** Adds the pieces of an order to their products' stock again. Returns each stock as it is then. */
export const returnStock = (tx: Tx, pieces: readonly Pieces[]) => increaseStock(tx, pieces)

/** Enters the pieces of an order that are gone for good, each with its reason. They left the stock with the order: it stays. */
export async function writeOff(
  tx: Tx,
  losses: readonly Loss[],
  about: { orderId: OrderId; by: AccountId },
  now: Date,
): Promise<void> {
  const gone = losses.filter(({ quantity }) => quantity > 0)
  if (gone.length > 0) await storeLosses(tx, gone, about, now)
}

/** The stock as somebody typed it. */
interface TypedStock {
  stock?: number | undefined
  /** The stock that was shown, from which the typed one is counted; null for a stock that replaces today's. */
  shownStock: number | null
}

/** The product form of a product that exists; what is undefined stays. */
export type TypedEdit = ProductEdit & TypedStock

interface EditedProduct {
  before: AdminProduct
  after: AdminProduct
}

/**
 * Changes a product, and enters the difference of its stock. Refuses (404) a product that is not in the shop, (422) prices
 * as `addProduct` does, (422) to take more pieces than orders left since the form was opened, and (422) a pack of what is in a
 * pack itself.
 */
export async function editProduct(
  tx: Tx,
  id: ProductId,
  { stock, shownStock, ...edit }: TypedEdit,
  by: AccountId,
  now: Date,
): Promise<EditedProduct> {
  const before = await hold(tx, id)
  if (becomesPackInPack(before, edit.category, await listPacked(tx, [id])))
    throw invalidField(PRODUCT_FIELDS.category, 'product_in_pack', PRODUCT_IN_PACK)
  const entry = stock === undefined ? 0 : stockEntry(before.stock, stock, shownStock)
  return store(tx, before, edit, entry, by, now)
}

/** One figure of a product, typed in its row; prices in centimes. `shown` is what the row showed. */
export interface TypedFigure {
  figure: Figure
  value: number
  shown: number
}

/**
 * Changes a price or the stock of a product. The stock changes by the difference to what was shown. Refuses as
 * `editProduct` does, and (409) a price that somebody else has changed meanwhile.
 */
export async function changeFigure(
  tx: Tx,
  id: ProductId,
  { figure, value, shown }: TypedFigure,
  by: AccountId,
  now: Date,
): Promise<EditedProduct> {
  const before = await hold(tx, id)
  if (figure === 'stock') return store(tx, before, {}, stockEntry(before.stock, value, shown), by, now)
  mustBePriceAsShown(before[figure], centimes(shown))
  return store(tx, before, { [figure]: centimes(value) }, 0, by, now)
}

async function hold(tx: Tx, id: ProductId): Promise<AdminProduct> {
  const held = await holdWithHidden(tx, id)
  if (!held) throw unknownProduct()
  return held
}

async function store(
  tx: Tx,
  before: AdminProduct,
  edit: ProductEdit,
  entry: number,
  by: AccountId,
  now: Date,
): Promise<EditedProduct> {
  const { userPrice = before.userPrice, distributorPrice = before.distributorPrice } = edit
  mustBeValidPrices(userPrice, distributorPrice)
  const after = await storeEdit(tx, before, edit, entry, by, now)
  await publish(tx, 'catalogue changed', {})
  return { before, after }
}

/** Takes a product out of the shop for good; its name stays in orders. Refuses (404) one that is not there. */
export async function deleteProduct(tx: Tx, id: ProductId, now: Date): Promise<void> {
  if (!(await markProductDeleted(tx, id, now))) throw unknownProduct()
  await publish(tx, 'catalogue changed', {})
}
