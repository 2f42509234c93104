import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  like,
  ne,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queries, Tx } from '#platform/db/database.ts'
import { given, statement } from '#platform/db/statement.ts'
import { countListed, passOver, type Start, startOfPage } from '#platform/http/list-tallies.ts'
import { pageWindow } from '#platform/http/paging.ts'
import type { AccountId, ProductId } from '#platform/kernel/ids.ts'
import { fold } from '#platform/kernel/text.ts'
import {
  CATEGORIES,
  type Category,
  LOW_STOCK,
  PRODUCTS_REACHED,
  type ProductSort,
  type STOCK_FILTERS,
} from './names.ts'
import { type FullProduct, SIMILAR_PRODUCTS } from './rules.ts'
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

const onSale = isNull(products.deletedAt)

/** Everything on sale, oldest first. */
export const listProducts = (db: Queries, category?: Category): Promise<FullProduct[]> =>
  db
    .select(COLUMNS)
    .from(products)
    .where(category ? and(onSale, eq(products.category, category)) : onSale)
    .orderBy(asc(products.id))

export async function findProduct(db: Queries, id: ProductId): Promise<FullProduct | null> {
  const [row] = await db
    .select(COLUMNS)
    .from(products)
    .where(and(onSale, eq(products.id, id)))
  return row ?? null
}

/** What products on sale cost suppliers. */
export const listSupplierPrices = (db: Queries, ids: readonly ProductId[]) =>
  db
    .select({ id: products.id, distributorPrice: products.distributorPrice })
    .from(products)
    .where(and(onSale, inArray(products.id, [...ids])))
    .orderBy(asc(products.id))

/** As an array, so that they are looked up one by one: a join may be planned as a reading of the whole table. */
export const isAmong = (ids: SQLWrapper): SQL => sql`${products.id} = any(array(${ids}))`

/** The first products on sale of a category. */
export const listFirstOf = (db: Queries, category: Category, limit: number): Promise<FullProduct[]> =>
  db
    .select(COLUMNS)
    .from(products)
    .where(and(onSale, eq(products.category, category)))
    .orderBy(asc(products.id))
    .limit(limit)

/** How many are on sale in each category. From the tallies: it costs the same in any shop. */
export async function countOnSale(db: Queries): Promise<Record<Category, number>> {
  const { rows } = await db.execute<{ category: Category; count: number }>(sql`
    select split_part(kind, ' ', 2) as category, sum(rows)::int as count from list_tally_rows
    where list = 'products' group by 1`)
  return byCategory(rows)
}

export function byCategory(rows: readonly { category: Category; count: number }[]): Record<Category, number> {
  const counts = new Map(rows.map(({ category, count }) => [category, count]))
  return Object.fromEntries(CATEGORIES.map((each) => [each, counts.get(each) ?? 0])) as Record<Category, number>
}

/** Up to four of the same category, those that can be bought first; never the product itself. */
export const listSimilar = (db: Queries, product: FullProduct): Promise<FullProduct[]> =>
  buyableFirst(db, and(eq(products.category, product.category), ne(products.id, product.id)), SIMILAR_PRODUCTS)

/** What can be bought, as the shop's first page has it. */
export const listFirst = (db: Queries, limit: number): Promise<FullProduct[]> => buyableFirst(db, undefined, limit)

/**
 * The sold out are asked for only when the others are too few: an index with the stock in it would be written with every
 * order.
 */
async function buyableFirst(db: Queries, where: SQL | undefined, limit: number): Promise<FullProduct[]> {
  const list = (isThere: SQL, most: number) =>
    db
      .select(COLUMNS)
      .from(products)
      .where(and(onSale, where, isThere))
      .orderBy(asc(products.id))
      .limit(most)
  const buyable = await list(gt(products.stock, 0), limit)
  const missing = limit - buyable.length
  return missing === 0 ? buyable : [...buyable, ...(await list(eq(products.stock, 0), missing))]
}

/** Of a word that many names have, so many are looked at, beside those that have all words. */
const LOOKED_AT = 50

/** What is on sale and has words like these in its name, the likest first. The words are folded. */
export const listLike = (db: Queries, words: readonly string[], limit: number): Promise<FullProduct[]> => {
  const typed = sql`${sql.param(words)}::text[]`
  const isLike = (word: SQL) => sql`${products.search} %> ${word}`
  const likeness = sql`(select sum(word_similarity(word, ${products.search})) from unnest(${typed}) as word
    where word <% ${products.search})`
  const isLikeEach = words.map((_, nth) => isLike(sql.raw(`typed.words[${nth + 1}]`)))
  // The words come from tables, so that the planner knows none of them: for one that it takes for frequent it would
  // rather read on from the first row until it has found enough.
  const near = sql`
    select found.id from (select array_agg(word) as words from unnest(${typed}) as word) as typed cross join lateral (
      select ${products.id} from ${products} where ${and(onSale, ...isLikeEach)} limit ${LOOKED_AT}
    ) as found
    union select found.id from unnest(${typed}) as typed(word) cross join lateral (
      select ${products.id} from ${products} where ${and(onSale, isLike(sql`typed.word`))} limit ${LOOKED_AT}
    ) as found`
  return db
    .select(COLUMNS)
    .from(products)
    .where(isAmong(near))
    .orderBy(sql`${likeness} desc`, sql`${products.stock} = 0`, asc(products.id))
    .limit(limit)
}

/** The newest on sale with the moment of their last edit, in the order of the shop. */
export async function listEdits(
  db: Queries,
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

const hold = statement<{ ids: readonly ProductId[] }, FullProduct>(
  'hold_products',
  sql`
    select id, name, description, user_price as "userPrice", distributor_price as "distributorPrice", stock, category, image
    from products where deleted_at is null and id = any(${given('ids')}::int[])
    order by id for no key update`,
)

/** Locks the products on sale among these, in ascending id so that two orders never wait for each other in a ring. */
export async function holdProducts(tx: Tx, ids: readonly ProductId[]): Promise<Map<ProductId, FullProduct>> {
  const { rows } = await hold(tx, { ids })
  return new Map(rows.map((row) => [row.id, row]))
}

export interface Pieces {
  productId: ProductId
  quantity: number
}

/** Puts pieces back. The products may have left the shop since. */
export async function putOnShelves(tx: Tx, returned: readonly Pieces[]): Promise<void> {
  const ids = returned.map((each) => each.productId)
  await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(asc(products.id))
    .for('no key update')
  await tx.execute(sql`
    update products set stock = stock + taken.quantity from ${asRows(returned)} where products.id = taken.id`)
}

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

export async function storeProduct(tx: Tx, product: NewProduct, by: AccountId | null, now: Date): Promise<ProductId> {
  const [row] = await tx
    .insert(products)
    .values({ ...product, createdAt: now, updatedAt: now, search: fold(product.name) })
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
      .values(batch.map((each) => ({ ...each, createdAt: now, updatedAt: now, search: fold(each.name) })))
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
        updated_at = ${now.toISOString()}
      from unnest(${column(({ existing }) => existing.id)}::int[], ${column(({ product }) => product.name)}::text[],
        ${column(({ product }) => product.description)}::text[], ${column(({ product }) => product.userPrice)}::bigint[],
        ${column(({ product }) => product.distributorPrice)}::bigint[], ${column(({ product }) => product.stock)}::int[],
        ${column(({ product }) => product.category)}::text[], ${column(({ product }) => fold(product.name))}::text[])
        as new(id, name, description, user_price, distributor_price, stock, category, search)
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
      search: fold(edit.name),
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

/** Whether a product, on sale or not, shows this picture. */
export async function isPictureShown(db: Queries, image: string): Promise<boolean> {
  const [row] = await db.select({ id: products.id }).from(products).where(eq(products.image, image)).limit(1)
  return row !== undefined
}

/** Pictures of products on sale, or that were until `since`: carts show those a while longer. */
export async function listImages(db: Queries, since: Date): Promise<string[]> {
  const rows = await db
    .selectDistinct({ image: products.image })
    .from(products)
    .where(or(onSale, gt(products.deletedAt, since)))
  return rows.map(({ image }) => image)
}

export interface ProductFilter {
  /** Folded, with no sign that LIKE would read as its own. */
  search: string
  category: Category | undefined
  stock: (typeof STOCK_FILTERS)[number] | undefined
  sort: ProductSort
}

/** Both name the low stock, for the index of scarce products to serve. */
const STOCKS: Record<(typeof STOCK_FILTERS)[number], SQL | undefined> = {
  low: isNotNull(products.scarceStock),
  out: and(isNotNull(products.scarceStock), eq(products.scarceStock, 0)),
}

const matching = ({ search, category, stock }: ProductFilter): SQL | undefined =>
  and(
    onSale,
    search ? like(products.search, `%${search}%`) : undefined,
    category && eq(products.category, category),
    stock && STOCKS[stock],
  )

interface Order {
  columns: PgColumn[]
  isDescending: boolean
}

const ORDERS: Record<ProductSort, Order> = {
  newest: { columns: [products.id], isDescending: true },
  name: { columns: [products.search, products.id], isDescending: false },
  '-name': { columns: [products.search, products.id], isDescending: true },
  price: { columns: [products.userPrice, products.id], isDescending: false },
  '-price': { columns: [products.userPrice, products.id], isDescending: true },
  stock: { columns: [products.stock, products.id], isDescending: false },
  '-stock': { columns: [products.stock, products.id], isDescending: true },
}

/** Read the other way round when reversed. */
const ordered = ({ columns, isDescending }: Order, isReversed = false): SQL[] =>
  columns.map(isDescending === isReversed ? asc : desc)

export const listMatching = (db: Queries, filter: ProductFilter): Promise<FullProduct[]> =>
  db
    .select(COLUMNS)
    .from(products)
    .where(matching(filter))
    .orderBy(...ordered(ORDERS[filter.sort]))

interface Asked {
  page: number
  perPage: number
}

/** One page of the products that match, and how many match in all: `PRODUCTS_REACHED` at most where they are searched for. */
export async function listProductPage(
  db: Queries,
  filter: ProductFilter,
  asked: Asked,
): Promise<{ rows: FullProduct[]; total: number }> {
  if (filter.search) return findProducts(db, filter, asked)
  const total = await countMatching(db, filter)
  const part = pageWindow(total, asked)
  const { isReversed, limit } = part
  const order = ordered(orderOf(filter), isReversed)
  if (isHighestFirst(filter) && !isReversed && part.offset + limit <= MARKED)
    return { rows: await loadAmong(db, highest(filter, part), order), total }
  const start = await startOf(db, filter, part)
  const ids = sql`
    ${start.with} select ${products.id} from ${products} where ${and(matching(filter), start.isThere)}
    order by ${sql.join(order, sql`, `)} limit ${limit} offset ${start.offset}`
  const rows = await loadAmong(db, ids, order)
  return { rows: isReversed ? rows.reverse() : rows, total }
}

/** So many with the highest marks are looked at. */
const MARKED = 500

const isHighestFirst = ({ sort, stock }: ProductFilter): boolean => sort === '-stock' && !stock

/**
 * The products with the highest stocks, whose marks an index has in order. No stock is above its mark, so what is no lower
 * than the last mark looked at is in its place; when the page goes farther, all products are sorted.
 */
function highest(filter: ProductFilter, { offset, limit }: { offset: number; limit: number }): SQL {
  const where = matching(filter)
  const page = sql`order by stock desc, id desc limit ${limit} offset ${offset}`
  return sql`
    with marked as materialized (
      select id, stock, stock_mark from ${products} where ${where} order by stock_mark desc, id desc limit ${MARKED}
    ), last_marked as (
      select stock_mark, id from marked order by stock_mark, id limit 1
    ), last_shown as (
      select stock, id from marked order by stock desc, id desc limit 1 offset ${offset + limit - 1}
    )
    select unnest(case
      when (select (last_shown.stock, last_shown.id) >= (stock_mark, last_marked.id) from last_marked, last_shown)
      then array(select id from marked ${page})
      else array(select id from ${products} where ${where} ${page}) end)`
}

/** What is scarce is sorted by what its index has. */
const orderOf = ({ sort, stock }: ProductFilter): Order =>
  stock && ORDERS[sort].columns[0] === products.stock
    ? { ...ORDERS[sort], columns: [products.scarceStock, products.id] }
    : ORDERS[sort]

/** Where a page begins, however far. */
async function startOf(
  db: Queries,
  filter: ProductFilter,
  { isReversed, offset, limit }: { isReversed: boolean; offset: number; limit: number },
): Promise<Start> {
  const { columns, isDescending: isLargestFirst } = ORDERS[filter.sort]
  const isDescending = isLargestFirst !== isReversed
  if (filter.stock) return passOver(offset)
  if (columns[0] === products.id) return startOfPage('products', products.id, { offset, isDescending }, filter.category)
  // What is scarce comes before all others, and has an index.
  const isScarce =
    columns[0] === products.stock && !isDescending && offset + limit <= (await countScarce(db, 'low', filter.category))
  return isScarce ? { ...passOver(offset), isThere: STOCKS.low } : passOver(offset)
}

const loadAmong = (db: Queries, ids: SQLWrapper, order: SQL[]): Promise<FullProduct[]> =>
  db
    .select(COLUMNS)
    .from(products)
    .where(isAmong(ids))
    .orderBy(...order)

/** How many there are without a search, from the tallies. */
async function countMatching(db: Queries, { category, stock }: ProductFilter): Promise<number> {
  if (stock) return countScarce(db, stock, category)
  const counts = await countOnSale(db)
  return category ? counts[category] : Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** How many are sold out, or nearly. From the tallies: it costs the same in any shop. */
export function countScarce(db: Queries, stock: (typeof STOCK_FILTERS)[number], category?: Category): Promise<number> {
  const stocks = Array.from({ length: stock === 'out' ? 1 : LOW_STOCK + 1 }, (_, left) => left)
  const categories = category ? [category] : CATEGORIES
  return countListed(
    db,
    'scarce_products',
    stocks.flatMap((left) => categories.map((each) => `${left} ${each}`)),
  )
}

/**
 * They are counted as they are found: only when they are too many is the page picked out of the list's order, in which it
 * then is near.
 */
async function findProducts(
  db: Queries,
  filter: ProductFilter,
  { page, perPage }: Asked,
): Promise<{ rows: FullProduct[]; total: number }> {
  const order = ordered(ORDERS[filter.sort])
  const first = (page - 1) * perPage
  // No more than what is sorted by: most of it is in an index.
  const found = db
    .select(Object.fromEntries(ORDERS[filter.sort].columns.map((column) => [column.name, column])))
    .from(products)
    .where(matching(filter))
  const inOrder = sql`order by ${sql.join(order, sql`, `)}
    limit ${Math.max(0, Math.min(perPage, PRODUCTS_REACHED - first))} offset ${first}`
  const { rows } = await db.execute<{ found: number; ids: ProductId[] }>(sql`
    with matched as materialized (${found} limit ${PRODUCTS_REACHED + 1}),
      counted as (select count(*)::int as found from matched)
    select found, case when found <= ${PRODUCTS_REACHED}
      then array(select id from matched as products ${inOrder})
      else array(select id from products where ${matching(filter)} ${inOrder}) end as ids
    from counted`)
  const [{ found: count, ids }] = rows as [{ found: number; ids: ProductId[] }]
  const total = Math.min(count, PRODUCTS_REACHED)
  if (ids.length === 0) return { rows: [], total }
  return { rows: await loadAmong(db, sql`select unnest(${sql.param(ids)}::int[])`, order), total }
}

/** What is sold out, then what nearly is. */
export const listLowStock = (db: Queries, limit: number): Promise<Pick<FullProduct, 'id' | 'name' | 'stock'>[]> =>
  db
    .select({ id: products.id, name: products.name, stock: products.stock })
    .from(products)
    .where(and(onSale, STOCKS.low))
    .orderBy(asc(products.scarceStock), asc(products.id))
    .limit(limit)
