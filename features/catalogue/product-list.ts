import { and, asc, desc, eq, isNotNull, like, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queries } from '#platform/db/database.ts'
import { countListed, passOver, type Start, startOfPage } from '#platform/http/list-tallies.ts'
import { pageWindow } from '#platform/http/paging.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import {
  CATEGORIES,
  type Category,
  LOW_STOCK,
  PRODUCTS_REACHED,
  type ProductSort,
  type STOCK_FILTERS,
} from './names.ts'
import { COLUMNS, countOnSale, isAmong, onSale } from './queries.ts'
import type { FullProduct } from './rules.ts'
import { products } from './tables.ts'

// The list of the back office: its filters, its orders, its pages, what is scarce.

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
