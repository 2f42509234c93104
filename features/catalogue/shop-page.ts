import { and, asc, desc, eq, inArray, like, or, type SQL, sql } from 'drizzle-orm'
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
import { CARD_COLUMNS, countOnSale, listInStockFirst, onSale } from './queries.ts'
import { type FullCard, wordsIn } from './rules.ts'
import { meaningsIn, searchedWords } from './synonyms.ts'
import { products } from './tables.ts'

const MAX_WORDS = 10
/** Shorter words match at the beginning of words only: inside of words they would find nearly everything. */
const MIN_INFIX_LENGTH = 3

/** One page of the shop: its products, and how many each category has of those that match. */
export async function browseShop(
  db: DbOrTx,
  { category, search, sort, page }: ShopRequest,
): Promise<ShopPage<FullCard>> {
  const { matches, named } = searchProducts(search)
  const counts = await countOnSale(db, matches)
  const foundAnywhere = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const found = category ? counts[category] : foundAnywhere
  const last = lastPage(found, SHOP_PAGE)
  const where = and(onSale, category ? eq(products.category, category) : undefined, matches)
  return {
    products: found === 0 || page > last ? [] : await loadPage(db, where, named, sort, page),
    page: Math.min(page, last),
    lastPage: last,
    found,
    counts,
    foundAnywhere,
    isShopEmpty: foundAnywhere === 0 && (await listInStockFirst(db, 1)).length === 0,
  }
}

interface Search {
  /** Undefined without words. */
  matches: SQL | undefined
  /** Those of the matches that are called so. */
  named: SQL | undefined
}

/** PostgreSQL has no text with a NUL in it. */
const typedMeanings = (search: string) => meaningsIn(searchedWords(search.replaceAll('\0', ' ')).slice(0, MAX_WORDS))

/** Searches each word in names, in categories and in all texts. */
function searchProducts(search: string): Search {
  const meanings = typedMeanings(search)
  const where = (matches: (word: string) => SQL | undefined) =>
    and(...meanings.map((ways) => or(...ways.map((way) => and(...way.map(matches))))))
  const isNamed = (word: string) => or(isInName(word), isOf(categoriesLike(word)))
  return { matches: where((word) => or(isNamed(word), isDescribed(word))), named: where(isNamed) }
}

const categoriesLike = (word: string): Category[] =>
  word.length < MIN_INFIX_LENGTH
    ? []
    : CATEGORIES.filter((category) => normaliseForSearch(TAB_NAMES[category]).includes(word))

const isOf = (categories: Category[]): SQL | undefined =>
  categories.length > 0 ? inArray(products.category, categories) : undefined

function isInName(word: string): SQL | undefined {
  const escaped = escapeLike(word)
  return word.length < MIN_INFIX_LENGTH
    ? or(like(products.search, `${escaped}%`), like(products.search, `% ${escaped}%`))
    : like(products.search, `%${escaped}%`)
}

/** Matches words of the texts that begin so; shorter words match whole ones. A word of signs alone is in names only. */
function isDescribed(word: string): SQL | undefined {
  const end = word.length < MIN_INFIX_LENGTH ? ' %' : '%'
  return and(...wordsIn(word).map((beginning) => like(sql`${products.words} || ' '`, `% ${beginning}${end}`)))
}

const SORTS: Record<ShopSort, { column: PgColumn; isDescending: boolean }> = {
  first: { column: products.id, isDescending: false },
  newest: { column: products.id, isDescending: true },
  price: { column: products.userPrice, isDescending: false },
  '-price': { column: products.userPrice, isDescending: true },
  name: { column: products.search, isDescending: false },
}

/** In the shop's own order, products that are called so come before those that only speak of it. */
function loadPage(
  db: DbOrTx,
  where: SQL | undefined,
  named: SQL | undefined,
  sort: ShopSort,
  page: number,
): Promise<FullCard[]> {
  const { column, isDescending } = SORTS[sort]
  const direction = isDescending ? desc : asc
  return db
    .select(CARD_COLUMNS)
    .from(products)
    .where(where)
    .orderBy(...(named && sort === 'first' ? [desc(named)] : []), direction(column), direction(products.id))
    .limit(SHOP_PAGE)
    .offset((page - 1) * SHOP_PAGE)
}
