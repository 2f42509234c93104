import { and, asc, desc, eq, inArray, isNull, like, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queries } from '#platform/db/database.ts'
import { escapeLike, lastPage, pageWindow } from '#platform/http/paging.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { fold } from '#platform/kernel/text.ts'
import {
  CATEGORIES,
  type Category,
  type Found,
  SHOP_PAGE,
  type ShopPage,
  type ShopRequest,
  type ShopSort,
  TAB_NAMES,
} from './names.ts'
import { byCategory, COLUMNS, countOnSale, isAmong, listFirst } from './queries.ts'
import type { FullProduct } from './rules.ts'
import { isFirst, products, wordsOf, wordsOfFirst } from './tables.ts'

/** Found by its name, a word that everything has is counted as far as this: it costs the same in any shop. */
const MOST_NAMED = 500
/** Of those that only their descriptions find, as many are found: to read one costs much more. */
const MOST_DESCRIBED = 240
const MOST_WORDS = 10
/** Shorter words have no trigram of their own: they are looked for where words begin. */
const TRIGRAM = 3

/** One page of what visitors see of the shop; its cost does not grow with the shop. */
export async function browse(
  db: Queries,
  { category, search, sort, page }: ShopRequest,
): Promise<ShopPage<FullProduct>> {
  const { matches, counts, foundAnywhere } = await find(db, search, category)
  const found = category ? counts[category] : foundAnywhere
  const last = lastPage(found.count, SHOP_PAGE)
  const where = and(isNull(products.deletedAt), category ? eq(products.category, category) : undefined, matches)
  return {
    products: found.count === 0 || page > last ? [] : await loadPage(db, where, sort, found, page),
    page: Math.min(page, last),
    lastPage: last,
    found,
    counts,
    foundAnywhere,
    isShopEmpty: foundAnywhere.count === 0 && (await listFirst(db, 1)).length === 0,
  }
}

interface Search {
  /** In the category that was asked for, or in all. Undefined when nothing is searched for. */
  matches: SQL | undefined
  counts: Record<Category, Found>
  foundAnywhere: Found
}

/** PostgreSQL has no text with a NUL in it. */
const typedWords = (search: string): string[] =>
  fold(search.replaceAll('\0', ' ')).split(' ').filter(Boolean).slice(0, MOST_WORDS)

/** Products are found by their names and categories. When none is called so, descriptions are read as well. */
async function find(db: Queries, search: string, category: Category | null): Promise<Search> {
  const words = typedWords(search)
  if (words.length === 0) return counted(undefined, await countOnSale(db), Number.POSITIVE_INFINITY)
  const named = areNamed(words, category)
  const counts = await countNamed(db, words)
  if (sum(counts) > 0 || !isDescribed(words, wordsOf(products))) return counted(named, counts, MOST_NAMED)
  const read = await someDescribed(db, words)
  const ofRead = byCategory(
    CATEGORIES.map((each) => ({ category: each, count: read.filter((found) => found.category === each).length })),
  )
  const andMore = read.length === MOST_DESCRIBED
  return {
    // As numbers: the words are in too many descriptions to be looked up once more.
    matches: sql`${products.id} = any(${sql.param(read.map(({ id }) => id))}::int[])`,
    counts: mapCounts(ofRead, (count) => ({ count, andMore })),
    foundAnywhere: { count: read.length, andMore },
  }
}

/** Of a word that many have, from among the first of the shop: an index that holds them all is read to its end. */
async function someDescribed(db: Queries, words: readonly string[]): Promise<{ id: ProductId; category: Category }[]> {
  const some = (which: SQL | undefined) => sql`
    select id, category from ${products} where ${and(isNull(products.deletedAt), which)} limit ${MOST_DESCRIBED}`
  const ofFirst = some(and(isFirst(products), isDescribed(words, wordsOfFirst(products))))
  const ofAll = some(and(sql`not (select are from enough)`, isDescribed(words, wordsOf(products))))
  const { rows } = await db.execute<{ id: ProductId; category: Category }>(sql`
    with first as materialized (${ofFirst}), enough as (select count(*) = ${MOST_DESCRIBED} as are from first)
    select * from first where (select are from enough)
    union all (select * from (${ofAll}) as others)`)
  return rows
}

function counted(matches: SQL | undefined, counts: Record<Category, number>, most: number): Search {
  const found = (count: number): Found => ({ count: Math.min(count, most), andMore: count > most })
  return { matches, counts: mapCounts(counts, found), foundAnywhere: found(sum(counts)) }
}

const categoriesLike = (word: string): readonly Category[] =>
  word.length < TRIGRAM ? [] : CATEGORIES.filter((category) => fold(TAB_NAMES[category]).includes(word))

const isOf = (categories: readonly Category[]): SQL | undefined =>
  categories.length > 0 ? inArray(products.category, [...categories]) : undefined

/** Whether all words are in the name or the category. Of one category, what its own name says need not be looked for. */
const areNamed = (words: readonly string[], category: Category | null): SQL | undefined =>
  and(
    ...words.map((word) => {
      const categories = categoriesLike(word)
      if (category) return categories.includes(category) ? undefined : isInName(word)
      return or(isInName(word), isOf(categories))
    }),
  )

function isInName(word: string): SQL | undefined {
  const part = escapeLike(word)
  return word.length < TRIGRAM
    ? or(like(products.search, `${part}%`), like(products.search, `% ${part}%`))
    : like(products.search, `%${part}%`)
}

/** Where words begin, in the name or the description. What says the category is true of either. */
function isDescribed(words: readonly string[], described: SQL): SQL | undefined {
  const [plain, ofCategories] = [[] as string[], [] as string[]]
  for (const word of words) (categoriesLike(word).length > 0 ? ofCategories : plain).push(word)
  const begun = plain.flatMap(beginnings)
  return and(
    begun.length > 0 ? holdsWords(described, begun) : undefined,
    ...ofCategories.map((word) => or(holdsWords(described, beginnings(word)), isOf(categoriesLike(word)))),
  )
}

const beginnings = (word: string): string[] => word.match(/[\p{L}\p{N}]+/gu) ?? []

const holdsWords = (described: SQL, begun: readonly string[]): SQL =>
  sql`${described} @@ to_tsquery('simple', ${begun.map((part) => `${part}:*`).join(' & ')})`

/** How many each category has; when they are too many in all, at most one too many of each. */
async function countNamed(db: Queries, words: readonly string[]): Promise<Record<Category, number>> {
  const upTo = (category: Category | null) => {
    const isOfCategory = category ? eq(products.category, category) : undefined
    return db
      .select({ category: products.category })
      .from(products)
      .where(and(isNull(products.deletedAt), isOfCategory, areNamed(words, category)))
      .limit(MOST_NAMED + 1)
  }
  const count = async (found: SQLWrapper) => {
    const { rows } = await db.execute<{ category: Category; count: number }>(
      sql`select category, count(*)::int as count from ${found} as found group by category`,
    )
    return byCategory(rows)
  }
  const counts = await count(sql`(${upTo(null)})`)
  if (sum(counts) <= MOST_NAMED) return counts
  const each = sql.join(
    CATEGORIES.map((category) => sql`(${upTo(category)})`),
    sql` union all `,
  )
  return count(sql`(${each})`)
}

const sum = (counts: Record<Category, number>): number => Object.values(counts).reduce((all, each) => all + each, 0)

const mapCounts = (counts: Record<Category, number>, found: (count: number) => Found) =>
  Object.fromEntries(CATEGORIES.map((category) => [category, found(counts[category])])) as Record<Category, Found>

/** Each is an index, with and without the category: nothing is sorted to show a page. */
const ORDERS: Record<ShopSort, { columns: PgColumn[]; isDescending: boolean }> = {
  first: { columns: [products.id], isDescending: false },
  newest: { columns: [products.id], isDescending: true },
  price: { columns: [products.userPrice, products.id], isDescending: false },
  '-price': { columns: [products.userPrice, products.id], isDescending: true },
  name: { columns: [products.search, products.id], isDescending: false },
}

/** Passing over the pages before needs the index alone; the rows are those of the page. */
async function loadPage(
  db: Queries,
  where: SQL | undefined,
  sort: ShopSort,
  { count, andMore }: Found,
  page: number,
): Promise<FullProduct[]> {
  const asked = { page, perPage: SHOP_PAGE }
  const first = (page - 1) * SHOP_PAGE
  const { isReversed, offset, limit } = andMore
    ? { isReversed: false, offset: first, limit: Math.min(SHOP_PAGE, count - first) }
    : pageWindow(count, asked)
  const { columns, isDescending } = ORDERS[sort]
  const order = columns.map(isDescending === isReversed ? asc : desc)
  const ids = db
    .select({ id: products.id })
    .from(products)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  const rows = await db
    .select(COLUMNS)
    .from(products)
    .where(isAmong(ids))
    .orderBy(...order)
  return isReversed ? rows.reverse() : rows
}
