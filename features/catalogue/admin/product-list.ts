import { and, asc, desc, eq, isNotNull, lte, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '#platform/db/database.ts'
import { listPage } from '#platform/db/list-page.ts'
import { type Category, LOW_STOCK, type PLACE_FILTERS, type ProductSort, type STOCK_FILTERS } from '../model.ts'
import { ADMIN_COLUMNS, isNotDeleted, nameContains, onSale } from '../queries.ts'
import type { AdminProduct, FullProduct } from '../rules.ts'
import { products } from '../tables.ts'

export interface ProductFilter {
  /** The typed text. */
  search: string
  category: Category | undefined
  stock: (typeof STOCK_FILTERS)[number] | undefined
  place?: (typeof PLACE_FILTERS)[number] | undefined
  sort: ProductSort
}

const STOCKS: Record<(typeof STOCK_FILTERS)[number], SQL> = {
  low: lte(products.stock, LOW_STOCK),
  out: eq(products.stock, 0),
}

const PLACES: Record<(typeof PLACE_FILTERS)[number], SQL> = {
  shown: onSale,
  hidden: isNotNull(products.hiddenAt),
}

const filtered = ({ category, stock, place }: ProductFilter): SQL | undefined =>
  and(
    isNotDeleted,
    category && eq(products.category, category),
    stock && and(onSale, STOCKS[stock]),
    place && PLACES[place],
  )

const SORTS: Record<ProductSort, { column: PgColumn; isDescending: boolean }> = {
  newest: { column: products.id, isDescending: true },
  name: { column: products.search, isDescending: false },
  '-name': { column: products.search, isDescending: true },
  price: { column: products.userPrice, isDescending: false },
  '-price': { column: products.userPrice, isDescending: true },
  stock: { column: products.stock, isDescending: false },
  '-stock': { column: products.stock, isDescending: true },
}

function ordered(sort: ProductSort): SQL[] {
  const { column, isDescending } = SORTS[sort]
  const direction = isDescending ? desc : asc
  return [direction(column), direction(products.id)]
}

/** All products that match, for files and for callers without a page. */
export const listMatching = (db: DbOrTx, filter: ProductFilter): Promise<AdminProduct[]> =>
  db
    .select(ADMIN_COLUMNS)
    .from(products)
    .where(and(filtered(filter), nameContains(filter.search)))
    .orderBy(...ordered(filter.sort))

/** One page of the products that match, and the count of all that do. */
export const listProductPage = (
  db: DbOrTx,
  filter: ProductFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ rows: AdminProduct[]; total: number }> =>
  listPage(db, {
    query: db.select(ADMIN_COLUMNS).from(products).$dynamic(),
    table: products,
    where: filtered(filter),
    search: nameContains(filter.search),
    sort: ordered(filter.sort),
    page,
    perPage,
  })

/** Counts the products on sale that are sold out, or nearly (`LOW_STOCK`). */
export const countScarce = (db: DbOrTx): Promise<number> => db.$count(products, and(onSale, STOCKS.low))

/** Products that are sold out or nearly, the smallest stock first. */
export const listLowStock = (db: DbOrTx, limit: number): Promise<Pick<FullProduct, 'id' | 'name' | 'stock'>[]> =>
  db
    .select({ id: products.id, name: products.name, stock: products.stock })
    .from(products)
    .where(and(onSale, STOCKS.low))
    .orderBy(asc(products.stock), asc(products.id))
    .limit(limit)
