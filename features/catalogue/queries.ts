import { and, asc, count, desc, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import type { AccountId, OrderId, ProductId } from '#platform/kernel/ids.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import { CATEGORIES, type Category, type StockReason } from './model.ts'
import { type FullProduct, SIMILAR_PRODUCTS, wordsIn } from './rules.ts'
import { products, stockEntries } from './tables.ts'

/** What the shop works with of a product. */
export const COLUMNS = {
  id: products.id,
  name: products.name,
  description: products.description,
  userPrice: products.userPrice,
  distributorPrice: products.distributorPrice,
  stock: products.stock,
  category: products.category,
  image: products.image,
}

export const onSale = isNull(products.deletedAt)

/** Everything on sale, oldest first. */
export const listProducts = (db: DbOrTx, category?: Category): Promise<FullProduct[]> =>
  db
    .select(COLUMNS)
    .from(products)
    .where(category ? and(onSale, eq(products.category, category)) : onSale)
    .orderBy(asc(products.id))

export async function findProduct(db: DbOrTx, id: ProductId): Promise<FullProduct | null> {
  const [row] = await db
    .select(COLUMNS)
    .from(products)
    .where(and(onSale, eq(products.id, id)))
  return row ?? null
}

/** What products on sale cost suppliers. */
export const listSupplierPrices = (db: DbOrTx, ids: readonly ProductId[]) =>
  db
    .select({ id: products.id, distributorPrice: products.distributorPrice })
    .from(products)
    .where(and(onSale, isOneOf(products.id, ids)))
    .orderBy(asc(products.id))

/** The first products on sale of a category. */
export const listFirstOf = (db: DbOrTx, category: Category, limit: number): Promise<FullProduct[]> =>
  db
    .select(COLUMNS)
    .from(products)
    .where(and(onSale, eq(products.category, category)))
    .orderBy(asc(products.id))
    .limit(limit)

/** How many are on sale in each category, or of those that match. */
export async function countOnSale(db: DbOrTx, matches?: SQL): Promise<Record<Category, number>> {
  const rows = await db
    .select({ category: products.category, count: count() })
    .from(products)
    .where(and(onSale, matches))
    .groupBy(products.category)
  const counts = new Map(rows.map(({ category, count }) => [category, count]))
  return Object.fromEntries(CATEGORIES.map((each) => [each, counts.get(each) ?? 0])) as Record<Category, number>
}

/** Up to four of the same category, those that can be bought first; never the product itself. */
export const listSimilar = (db: DbOrTx, product: FullProduct): Promise<FullProduct[]> =>
  buyableFirst(db, and(eq(products.category, product.category), ne(products.id, product.id)), SIMILAR_PRODUCTS)

/** What can be bought, as the shop's first page has it. */
export const listFirst = (db: DbOrTx, limit: number): Promise<FullProduct[]> => buyableFirst(db, undefined, limit)

const buyableFirst = (db: DbOrTx, where: SQL | undefined, limit: number): Promise<FullProduct[]> =>
  db
    .select(COLUMNS)
    .from(products)
    .where(and(onSale, where))
    .orderBy(sql`${products.stock} = 0`, asc(products.id))
    .limit(limit)

/** What is on sale and has words like these in its name, the likest first. The words are folded. */
export const listLike = (db: DbOrTx, words: readonly string[], limit: number): Promise<FullProduct[]> => {
  const isLikeOne = words.map((word) => sql`${products.search} %> ${word}`)
  const likeness = sql`(select sum(word_similarity(word, ${products.search}))
    from unnest(${sql.param(words)}::text[]) as word where word <% ${products.search})`
  return db
    .select(COLUMNS)
    .from(products)
    .where(and(onSale, or(...isLikeOne)))
    .orderBy(sql`${likeness} desc`, sql`${products.stock} = 0`, asc(products.id))
    .limit(limit)
}

/** The newest on sale with the moment of their last edit, in the order of the shop. */
export async function listEdits(
  db: DbOrTx,
  limit: number,
): Promise<(Pick<FullProduct, 'id' | 'image'> & { updatedAt: Date })[]> {
  const rows = await db
    .select({ id: products.id, image: products.image, updatedAt: products.updatedAt })
    .from(products)
    .where(onSale)
    .orderBy(desc(products.id))
    .limit(limit)
  return rows.reverse()
}

/** Locks the products on sale among these, in ascending id so that two orders never wait for each other in a ring. */
export async function holdProducts(tx: Tx, ids: readonly ProductId[]): Promise<Map<ProductId, FullProduct>> {
  const rows = await tx
    .select(COLUMNS)
    .from(products)
    .where(and(onSale, isOneOf(products.id, ids)))
    .orderBy(asc(products.id))
    .for('no key update')
  return new Map(rows.map((row) => [row.id, row]))
}

export interface Pieces {
  productId: ProductId
  quantity: number
}

export interface Loss extends Pieces {
  reason: Exclude<StockReason, 'hand'>
}

/** Takes pieces of held products, of each as many as are wanted or none. Answers what could be taken, and what is left. */
export async function takeFromShelves(tx: Tx, wanted: readonly Pieces[]) {
  const { rows } = await tx.execute<{ id: ProductId; name: string; left: number }>(sql`
    update products set stock = stock - taken.quantity from ${asRows(wanted)}
    where products.id = taken.id and stock >= taken.quantity
    returning products.id, name, stock as left`)
  return rows
}

/** Puts pieces back, and answers what is there then. The products may have left the shop since. */
export async function putOnShelves(tx: Tx, returned: readonly Pieces[]) {
  const ids = returned.map((each) => each.productId)
  await tx
    .select({ id: products.id })
    .from(products)
    .where(isOneOf(products.id, ids))
    .orderBy(asc(products.id))
    .for('no key update')
  const { rows } = await tx.execute<{ id: ProductId; stock: number }>(sql`
    update products set stock = stock + taken.quantity from ${asRows(returned)} where products.id = taken.id
    returning products.id, stock`)
  return rows.sort((one, other) => one.id - other.id)
}

/** Enters pieces that never came back: they are on no shelf, so that no stock changes. */
export const storeLosses = (
  tx: Tx,
  losses: readonly Loss[],
  { orderId, by }: { orderId: OrderId; by: AccountId },
  now: Date,
) =>
  tx.insert(stockEntries).values(
    losses.map(({ productId, quantity, reason }) => ({
      productId,
      quantity: -quantity,
      reason,
      orderId,
      enteredBy: by,
      enteredAt: now,
    })),
  )

const asRows = (pieces: readonly Pieces[]) => sql`unnest(
  ${sql.param(pieces.map((each) => each.productId))}::int[],
  ${sql.param(pieces.map((each) => each.quantity))}::int[]) as taken(id, quantity)`

export interface NewProduct {
  name: string
  description: string
  userPrice: FullProduct['userPrice']
  distributorPrice: FullProduct['distributorPrice']
  stock: number
  category: Category
  image: string
}

/** What searches look at; whoever writes a name or a description writes this. */
const searchedBy = ({ name, description }: Pick<NewProduct, 'name' | 'description'>) => ({
  search: normaliseForSearch(name),
  words: wordsIn(`${name} ${description}`)
    .map((word) => ` ${word}`)
    .join(''),
})

export async function storeProduct(tx: Tx, product: NewProduct, by: AccountId | null, now: Date): Promise<ProductId> {
  const [row] = await tx
    .insert(products)
    .values({ ...product, ...searchedBy(product), createdAt: now, updatedAt: now })
    .returning({ id: products.id })
  const id = row!.id
  if (product.stock > 0)
    await tx.insert(stockEntries).values({ productId: id, quantity: product.stock, enteredBy: by, enteredAt: now })
  return id
}

/** As many rows as one statement takes without ado. */
const BATCH = 1_000

const batches = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, nth) => rows.slice(nth * BATCH, (nth + 1) * BATCH))

/** Stores many new products as `storeProduct` does one. */
export async function storeProducts(
  tx: Tx,
  added: readonly NewProduct[],
  by: AccountId | null,
  now: Date,
): Promise<void> {
  for (const batch of batches(added)) {
    const rows = await tx
      .insert(products)
      .values(batch.map((each) => ({ ...each, ...searchedBy(each), createdAt: now, updatedAt: now })))
      .returning({ productId: products.id, quantity: products.stock })
    await storeEntries(tx, rows, by, now)
  }
}

interface Entry {
  productId: ProductId
  quantity: number
}

async function storeEntries(tx: Tx, entries: readonly Entry[], by: AccountId | null, now: Date): Promise<void> {
  const moved = entries.filter(({ quantity }) => quantity !== 0)
  for (const batch of batches(moved))
    await tx.insert(stockEntries).values(batch.map((each) => ({ ...each, enteredBy: by, enteredAt: now })))
}

/** Locks everything on sale, in ascending id: nothing of it is ordered or edited until the transaction ends. */
export const holdCatalogue = (tx: Tx): Promise<FullProduct[]> =>
  tx.select(COLUMNS).from(products).where(onSale).orderBy(asc(products.id)).for('no key update')

/** Stores what held products become. The stock is the one given, and the difference is entered. */
export async function storeImportedEdits(
  tx: Tx,
  edits: readonly { existing: FullProduct; product: Omit<FullProduct, 'id' | 'image'> }[],
  by: AccountId,
  now: Date,
): Promise<void> {
  for (const batch of batches(edits)) {
    const column = (value: (edit: (typeof batch)[number]) => string | number) => sql.param(batch.map(value))
    await tx.execute(sql`
      update products set name = new.name, description = new.description, user_price = new.user_price,
        distributor_price = new.distributor_price, stock = new.stock, category = new.category, search = new.search,
        words = new.words, updated_at = ${now.toISOString()}
      from unnest(${column(({ existing }) => existing.id)}::int[], ${column(({ product }) => product.name)}::text[],
        ${column(({ product }) => product.description)}::text[], ${column(({ product }) => product.userPrice)}::bigint[],
        ${column(({ product }) => product.distributorPrice)}::bigint[], ${column(({ product }) => product.stock)}::int[],
        ${column(({ product }) => product.category)}::text[], ${column(({ product }) => searchedBy(product).search)}::text[],
        ${column(({ product }) => searchedBy(product).words)}::text[])
        as new(id, name, description, user_price, distributor_price, stock, category, search, words)
      where products.id = new.id`)
    const entries = batch.map(({ existing, product }) => ({
      productId: existing.id,
      quantity: product.stock - existing.stock,
    }))
    await storeEntries(tx, entries, by, now)
  }
}

/** What an edit gives a product; without an image it keeps its own. */
export type ProductEdit = Omit<NewProduct, 'stock' | 'image'> & { image: string | null }

/** Stores an edit of a product that is held, and puts the entry's pieces on its shelf (takes them, when negative). */
export async function storeEdit(
  tx: Tx,
  id: ProductId,
  { image, ...edit }: ProductEdit,
  entry: number,
  by: AccountId | null,
  now: Date,
): Promise<FullProduct> {
  const [row] = await tx
    .update(products)
    .set({
      ...edit,
      ...(image === null ? {} : { image }),
      stock: sql`${products.stock} + ${entry}`,
      ...searchedBy(edit),
      updatedAt: now,
    })
    .where(eq(products.id, id))
    .returning(COLUMNS)
  if (entry !== 0)
    await tx.insert(stockEntries).values({ productId: id, quantity: entry, enteredBy: by, enteredAt: now })
  return row!
}

/** Takes a product out of the shop. False when it is not there. */
export async function markProductDeleted(tx: Tx, id: ProductId, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(products)
    .set({ deletedAt: now, updatedAt: now })
    .where(and(onSale, eq(products.id, id)))
  return rowCount === 1
}
