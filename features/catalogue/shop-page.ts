import { and, asc, desc, eq, inArray, like, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '#platform/db/database.ts'
import { escapeLike } from '#platform/db/list-page.ts'
import { lastPage } from '#platform/http/paging.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import {
  CATEGORIES,
  type Category,
  SHOP_PAGE,
  type ShopPage,
  type ShopRequest,
  type ShopSort,
  TAB_NAMES,
} from './model.ts'
import { COLUMNS, countOnSale, listFirst, onSale } from './queries.ts'
import { type FullProduct, wordsIn } from './rules.ts'
import { products } from './tables.ts'

const MOST_WORDS = 10
/** Shorter words are looked for where words begin: inside of words they would find nearly everything. */
const SHORTEST_PART = 3

/** One page of what visitors see of the shop. */
export async function browse(
  db: DbOrTx,
  { category, search, sort, page }: ShopRequest,
): Promise<ShopPage<FullProduct>> {
  const { matches, counts } = await find(db, search)
  const foundAnywhere = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const found = category ? counts[category] : foundAnywhere
  const last = lastPage(found, SHOP_PAGE)
  const where = and(onSale, category ? eq(products.category, category) : undefined, matches)
  return {
    products: found === 0 || page > last ? [] : await loadPage(db, where, sort, page),
    page: Math.min(page, last),
    lastPage: last,
    found,
    counts,
    foundAnywhere,
    isShopEmpty: foundAnywhere === 0 && (await listFirst(db, 1)).length === 0,
  }
}

interface Search {
  /** Undefined when nothing is searched for. */
  matches: SQL | undefined
  counts: Record<Category, number>
}

/** PostgreSQL has no text with a NUL in it. */
const typedWords = (search: string): string[] =>
  normaliseForSearch(search.replaceAll('\0', ' ')).split(' ').filter(Boolean).slice(0, MOST_WORDS)

/** Products are found by their names and categories. When none is called so, descriptions are read as well. */
async function find(db: DbOrTx, search: string): Promise<Search> {
  const words = typedWords(search)
  const named = and(...words.map((word) => or(isInName(word), isOf(categoriesLike(word)))))
  const counts = await countOnSale(db, named)
  const described = and(...words.map(isDescribed))
  if (!described || CATEGORIES.some((category) => counts[category] > 0)) return { matches: named, counts }
  return { matches: described, counts: await countOnSale(db, described) }
}

const categoriesLike = (word: string): Category[] =>
  word.length < SHORTEST_PART
    ? []
    : CATEGORIES.filter((category) => normaliseForSearch(TAB_NAMES[category]).includes(word))

const isOf = (categories: Category[]): SQL | undefined =>
  categories.length > 0 ? inArray(products.category, categories) : undefined

function isInName(word: string): SQL | undefined {
  const part = escapeLike(word)
  return word.length < SHORTEST_PART
    ? or(like(products.search, `${part}%`), like(products.search, `% ${part}%`))
    : like(products.search, `%${part}%`)
}

/** Whether words of the name or the description begin so, or the category is called so. Signs alone are passed over. */
function isDescribed(word: string): SQL | undefined {
  const begun = wordsIn(word)
  if (begun.length === 0) return undefined
  return or(and(...begun.map((part) => like(products.words, `% ${part}%`))), isOf(categoriesLike(word)))
}

const ORDERS: Record<ShopSort, { column: PgColumn; isDescending: boolean }> = {
  first: { column: products.id, isDescending: false },
  newest: { column: products.id, isDescending: true },
  price: { column: products.userPrice, isDescending: false },
  '-price': { column: products.userPrice, isDescending: true },
  name: { column: products.search, isDescending: false },
}

function loadPage(db: DbOrTx, where: SQL | undefined, sort: ShopSort, page: number): Promise<FullProduct[]> {
  const { column, isDescending } = ORDERS[sort]
  const direction = isDescending ? desc : asc
  return db
    .select(COLUMNS)
    .from(products)
    .where(where)
    .orderBy(direction(column), direction(products.id))
    .limit(SHOP_PAGE)
    .offset((page - 1) * SHOP_PAGE)
}
