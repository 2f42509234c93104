import { and, asc, count, desc, eq, gt, isNull, like, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { escapeLike } from '#platform/db/list-page.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import type { AccountId, OrderId, ProductId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import { CATEGORIES, type Category, type ProductTexts, type StockReason } from './model.ts'
import { type AdminProduct, type FullCard, type FullProduct, SIMILAR_PRODUCTS, wordsIn } from './rules.ts'
import { productImages, products, stockEntries } from './tables.ts'

/** The columns of a `FullProduct`; searches have columns of their own. */
const PRODUCT_COLUMNS = {
  id: products.id,
  name: products.name,
  description: products.description,
  userPrice: products.userPrice,
  distributorPrice: products.distributorPrice,
  stock: products.stock,
  category: products.category,
  image: products.image,
}

/**
 * The price of a pack's pieces one by one; null when the pack is not cheaper, or when some are not on sale. The left join makes
 * PostgreSQL begin with the pack's few lines: right after an import it may believe that there are hardly any products.
 */
export const SEPARATELY = sql<Centimes | null>`(
  select case when bool_and(part.deleted_at is null and part.hidden_at is null)
    and sum(part.user_price * item.pieces) > products.user_price then sum(part.user_price * item.pieces) end
  from pack_items as item left join products as part on part.id = item.product_id
  where item.pack_id = products.id)`.mapWith(products.userPrice)

/** The columns of a `FullCard`. */
export const CARD_COLUMNS = { ...PRODUCT_COLUMNS, benefit: products.benefit, separately: SEPARATELY }

/** The columns of a `AdminProduct`. */
export const ADMIN_COLUMNS = {
  ...PRODUCT_COLUMNS,
  benefit: products.benefit,
  usage: products.usage,
  highlights: products.highlights,
  precautions: products.precautions,
  images: sql<string[]>`array_prepend(products.image, array(
    select further.image from product_images as further where further.product_id = products.id order by further.place))`,
  isHidden: sql<boolean>`${products.hiddenAt} is not null`,
}

/** In the back office: on sale, or hidden. */
export const isNotDeleted = isNull(products.deletedAt)

export const onSale = and(isNotDeleted, isNull(products.hiddenAt))!

/** All products on sale, of one category if given, oldest first. */
export const listProducts = (db: DbOrTx, category?: Category): Promise<FullProduct[]> =>
  db
    .select(PRODUCT_COLUMNS)
    .from(products)
    .where(category ? and(onSale, eq(products.category, category)) : onSale)
    .orderBy(asc(products.id))

/**
 * SQL condition: a name contains the typed text. Undefined when nothing was typed. Unlike people's lists, it never reads
 * the text as a phone number: names of products hold numbers.
 */
export function nameContains(typed: string): SQL | undefined {
  const text = normaliseForSearch(typed)
  return text === '' ? undefined : like(products.search, `%${escapeLike(text)}%`)
}

/** The oldest products on sale whose name contains the typed text. */
export const findOnSaleByName = (db: DbOrTx, typed: string, limit: number) =>
  db
    .select({
      id: products.id,
      name: products.name,
      image: products.image,
      userPrice: products.userPrice,
      stock: products.stock,
    })
    .from(products)
    .where(and(onSale, nameContains(typed)))
    .orderBy(asc(products.id))
    .limit(limit)

/** The main pictures of those products that are not deleted, on sale or hidden. */
export async function imagesOf(db: DbOrTx, ids: readonly ProductId[]): Promise<ReadonlyMap<ProductId, string>> {
  const rows = await db
    .select({ id: products.id, image: products.image })
    .from(products)
    .where(and(isNotDeleted, isOneOf(products.id, ids)))
  return new Map(rows.map(({ id, image }) => [id, image]))
}

/** A product on sale; null when there is none of that number. */
export const findProduct = (db: DbOrTx, id: ProductId): Promise<AdminProduct | null> =>
  findIn(db, and(onSale, eq(products.id, id)))

/** A product of the back office, on sale or hidden; null when there is none of that number. */
export const findWithHidden = (db: DbOrTx, id: ProductId): Promise<AdminProduct | null> =>
  findIn(db, and(isNotDeleted, eq(products.id, id)))

async function findIn(db: DbOrTx, where: SQL | undefined): Promise<AdminProduct | null> {
  const [row] = await db.select(ADMIN_COLUMNS).from(products).where(where)
  return row ?? null
}

/** All products of the back office, oldest first. */
export const listWithHidden = (db: DbOrTx): Promise<AdminProduct[]> =>
  db.select(ADMIN_COLUMNS).from(products).where(isNotDeleted).orderBy(asc(products.id))

/** The distributor prices, in centimes, of those products that are on sale. */
export const listSupplierPrices = (db: DbOrTx, ids: readonly ProductId[]) =>
  db
    .select({ id: products.id, distributorPrice: products.distributorPrice })
    .from(products)
    .where(and(onSale, isOneOf(products.id, ids)))
    .orderBy(asc(products.id))

/** The oldest products on sale of a category. */
export const listOldestOfCategory = (db: DbOrTx, category: Category, limit: number): Promise<FullCard[]> =>
  db
    .select(CARD_COLUMNS)
    .from(products)
    .where(and(onSale, eq(products.category, category)))
    .orderBy(asc(products.id))
    .limit(limit)

/** Counts the products on sale in each category, of those that match if given. */
export async function countOnSale(db: DbOrTx, matches?: SQL): Promise<Record<Category, number>> {
  const rows = await db
    .select({ category: products.category, count: count() })
    .from(products)
    .where(and(onSale, matches))
    .groupBy(products.category)
  const counts = new Map(rows.map(({ category, count }) => [category, count]))
  return Object.fromEntries(CATEGORIES.map((each) => [each, counts.get(each) ?? 0])) as Record<Category, number>
}

/** Four others of the same category at most, those in stock first; without those that are shown already. */
export const listSimilar = (
  db: DbOrTx,
  { id, category }: FullProduct,
  shown: readonly ProductId[] = [],
): Promise<FullCard[]> =>
  buyableFirst(db, and(eq(products.category, category), notInArray(products.id, [id, ...shown])), SIMILAR_PRODUCTS)

/** Products for the shop's first page: those in stock first, then the oldest. */
export const listInStockFirst = (db: DbOrTx, limit: number): Promise<FullCard[]> => buyableFirst(db, undefined, limit)

const buyableFirst = (db: DbOrTx, where: SQL | undefined, limit: number): Promise<FullCard[]> =>
  db
    .select(CARD_COLUMNS)
    .from(products)
    .where(and(onSale, where))
    .orderBy(sql`${products.stock} = 0`, asc(products.id))
    .limit(limit)

/** Those products that can be bought now, in the order in which they are named. */
export const listBuyable = (db: DbOrTx, ids: readonly ProductId[]): Promise<FullCard[]> =>
  db
    .select(CARD_COLUMNS)
    .from(products)
    .where(and(onSale, gt(products.stock, 0), isOneOf(products.id, ids)))
    .orderBy(sql`array_position(${sql.param(ids)}::int[], ${products.id})`)

/** The newest products that can be bought now. */
export const listNewest = (db: DbOrTx, limit: number): Promise<FullCard[]> =>
  db
    .select(CARD_COLUMNS)
    .from(products)
    .where(and(onSale, gt(products.stock, 0)))
    .orderBy(desc(products.id))
    .limit(limit)

/** Products with words like these in their names, the most similar first. The words are normalised for search by the caller. */
export const listWithSimilarName = (db: DbOrTx, words: readonly string[], limit: number): Promise<FullCard[]> => {
  const isLikeOne = words.map((word) => sql`${products.search} %> ${word}`)
  const likeness = sql`(select sum(word_similarity(word, ${products.search}))
    from unnest(${sql.param(words)}::text[]) as word where word <% ${products.search})`
  return db
    .select(CARD_COLUMNS)
    .from(products)
    .where(and(onSale, or(...isLikeOne)))
    .orderBy(sql`${likeness} desc`, sql`${products.stock} = 0`, asc(products.id))
    .limit(limit)
}

/** The newest products on sale with the moment of their last edit, oldest of them first. */
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

/** Locks those products that are on sale, in ascending id so that two orders never wait for each other. */
export async function holdProducts(tx: Tx, ids: readonly ProductId[]): Promise<Map<ProductId, FullProduct>> {
  const rows = await tx
    .select(PRODUCT_COLUMNS)
    .from(products)
    .where(and(onSale, isOneOf(products.id, ids)))
    .orderBy(asc(products.id))
    .for('no key update')
  return new Map(rows.map((row) => [row.id, row]))
}

/** Locks a product of the back office, on sale or hidden; null when there is none of that number. */
export async function holdWithHidden(tx: Tx, id: ProductId): Promise<AdminProduct | null> {
  const [row] = await tx
    .select(ADMIN_COLUMNS)
    .from(products)
    .where(and(isNotDeleted, eq(products.id, id)))
    .for('no key update')
  return row ?? null
}

export interface Pieces {
  productId: ProductId
  quantity: number
}

export interface Loss extends Pieces {
  reason: Exclude<StockReason, 'hand'>
}

/**
 * Takes pieces out of the stock of held products: of each all, or none where the stock is too small. Returns the former, with
 * the pieces that are left.
 */
export async function decreaseStock(tx: Tx, taken: readonly Pieces[]) {
  const { rows } = await tx.execute<{ id: ProductId; name: string; left: number }>(sql`
    update products set stock = stock - taken.quantity from ${asRows(taken)}
    where products.id = taken.id and stock >= taken.quantity
    returning products.id, name, stock as left`)
  return rows
}

/** Adds pieces to the stock of products, on sale or not. Returns each stock as it is then. */
export async function increaseStock(tx: Tx, returned: readonly Pieces[]) {
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

/** Enters pieces that never came back. They left the stock with their order, so that it does not change. */
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

export interface NewProduct extends Partial<ProductTexts> {
  name: string
  description: string
  userPrice: FullProduct['userPrice']
  distributorPrice: FullProduct['distributorPrice']
  stock: number
  category: Category
  /** The main picture. */
  image: string
  /** Its other pictures, in their order; none unless given. */
  furtherImages?: readonly string[] | undefined
  isHidden?: boolean | undefined
}

type Texts = Pick<NewProduct, 'name' | 'description' | keyof ProductTexts>

/** The columns that searches read; each write of a text writes them too. */
export const searchColumns = ({ name, description, benefit, usage, highlights, precautions }: Texts) => ({
  search: normaliseForSearch(name),
  words: wordsIn([name, description, benefit, usage, highlights, precautions].join(' '))
    .map((word) => ` ${word}`)
    .join(''),
})

export const asRow = ({ furtherImages: _, isHidden, ...product }: NewProduct, now: Date) => ({
  ...product,
  ...searchColumns(product),
  hiddenAt: isHidden ? now : null,
  createdAt: now,
  updatedAt: now,
})

/** Stores the pictures of a product after its main one, in this order. */
async function storeFurtherImages(tx: Tx, productId: ProductId, images: readonly string[]): Promise<void> {
  await tx.delete(productImages).where(eq(productImages.productId, productId))
  if (images.length > 0)
    await tx.insert(productImages).values(images.map((image, nth) => ({ productId, place: nth + 2, image })))
}

export async function storeProduct(tx: Tx, product: NewProduct, by: AccountId | null, now: Date): Promise<ProductId> {
  const [row] = await tx.insert(products).values(asRow(product, now)).returning({ id: products.id })
  const id = row!.id
  await storeFurtherImages(tx, id, product.furtherImages ?? [])
  if (product.stock > 0)
    await tx.insert(stockEntries).values({ productId: id, quantity: product.stock, enteredBy: by, enteredAt: now })
  return id
}

/** An edit of a product: what is undefined stays. */
export type ProductEdit = { [Field in keyof Omit<NewProduct, 'stock'>]?: NewProduct[Field] | undefined }

/** Stores an edit of a held product, and adds the entry's pieces to its stock (takes them, when negative). */
export async function storeEdit(
  tx: Tx,
  before: AdminProduct,
  { furtherImages, isHidden, ...edit }: ProductEdit,
  entry: number,
  by: AccountId | null,
  now: Date,
): Promise<AdminProduct> {
  const { id } = before
  await tx
    .update(products)
    .set({
      ...edit,
      ...(isHidden === undefined || isHidden === before.isHidden ? {} : { hiddenAt: isHidden ? now : null }),
      stock: sql`${products.stock} + ${entry}`,
      ...searchColumns({ ...before, ...defined(edit) }),
      updatedAt: now,
    })
    .where(eq(products.id, id))
  if (furtherImages) await storeFurtherImages(tx, id, furtherImages)
  if (entry !== 0)
    await tx.insert(stockEntries).values({ productId: id, quantity: entry, enteredBy: by, enteredAt: now })
  return (await findWithHidden(tx, id))!
}

const defined = <Values extends object>(values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values

/** Takes a product out of the shop. False when it is there no more. */
export async function markProductDeleted(tx: Tx, id: ProductId, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(products)
    .set({ deletedAt: now, updatedAt: now })
    .where(and(isNotDeleted, eq(products.id, id)))
  return rowCount === 1
}
