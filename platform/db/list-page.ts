import { and, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgSelect, PgTable } from 'drizzle-orm/pg-core'
import { ROWS_COUNTED, SEARCH_HITS } from '#platform/kernel/list-limits.ts'
import { looksMoroccan, normalisePhone } from '#platform/kernel/phone.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import type { DbOrTx } from './database.ts'

/** One or two letters have no trigram, so they are searched among this many of the newest rows. */
export const ROWS_SEARCHED = 5_000

interface ListQuery<Query extends PgSelect> {
  /** Selects the columns of a page's rows, with joins, without filter or order. */
  query: Query
  table: PgTable & { id: PgColumn }
  /** A subquery under the name of `table`, in its place, with the columns of `sort`. */
  from?: SQL | undefined
  where?: SQL | undefined
  /** A subquery of as many rows as match, where these are counted faster than by `where`. */
  counted?: SQL | undefined
  /** The condition of a search, added to `where`. It names columns of `table` alone; others by `in (select …)`. */
  search?: SQL | undefined
  /** True when no index serves the search, which then covers the newest `ROWS_SEARCHED` rows alone. */
  isShort?: boolean
  /** An order that an index of `table` serves. Its last column is the id, so that no two pages share a row. */
  sort: SQL[]
  /** The order from the newest row, for searches; by default the largest id first. */
  newest?: SQL[]
  page: number
  perPage: number
}

/** Reads one page of a list and its number of rows, which is counted up to `ROWS_COUNTED` + 1, in a search up to `SEARCH_HITS`. */
export async function listPage<Query extends PgSelect>(
  db: DbOrTx,
  {
    query,
    table,
    from = sql`${table}`,
    where,
    counted,
    search,
    isShort = false,
    sort,
    newest = [desc(table.id)],
    page,
    perPage,
  }: ListQuery<Query>,
): Promise<{ rows: Awaited<Query>; total: number }> {
  const filtered = sql`from ${from} where ${where ?? sql`true`}`
  const newestMatching = sql`from (select * ${filtered} order by ${listed(newest)} limit ${ROWS_SEARCHED}) as ${table} where ${search}`
  const matching = search && isShort ? newestMatching : sql`from ${from} where ${and(where, search) ?? sql`true`}`
  const hits = sql`with hits as materialized (select * ${matching} order by ${listed(newest)} limit ${SEARCH_HITS})`
  const all = search ? sql`from hits as ${table}` : matching
  // Ids come first, so that the rows before a far page are skipped in the index and never joined.
  const { rows } = await db.execute<{ total: number; ids: number[] }>(sql`
    ${search ? hits : sql``}
    select (select count(*)::int from (${counted ?? sql`select ${all}`} limit ${ROWS_COUNTED + 1}) as counted) as total,
      array(select ${table.id} ${all} order by ${listed(sort)} limit ${perPage} offset ${(page - 1) * perPage}) as ids`)
  const { total, ids } = rows[0]!
  if (ids.length === 0) return { rows: [] as Awaited<Query>, total }
  const shown = sql`${table.id} = any(${sql.param(ids)}::int[])`
  return { rows: (await query.where(shown).orderBy(...sort)) as Awaited<Query>, total }
}

const listed = (sort: SQL[]): SQL => sql.join(sort, sql`, `)

const isWrittenNumber = (typed: string): boolean => /^\+?[\d\s().-]+$/.test(typed) && /\d/.test(typed)

/** Normalises a typed text as it is stored: `+212 6 61…`, `06.61…` and `0661…` are the same number. */
export const asStored = (typed: string): string =>
  isWrittenNumber(typed) ? wholePhone(typed) || partOfPhone(typed) : normaliseForSearch(typed)

function wholePhone(typed: string): string {
  const phone = normalisePhone(typed) ?? ''
  return looksMoroccan(phone) ? phone : ''
}

/** Normalises the beginning of a number, or a piece of it. */
const partOfPhone = (typed: string): string =>
  typed
    .replace(/[^\d+]/g, '')
    .replace(/^(\+|00)2120?/, '0')
    .replace('+', '')

/** True when the typed text is too short for a trigram. */
export const isShortText = (typed: string): boolean => asStored(typed).length < 3

/** SQL condition: a normalised `search` column contains the typed text. Undefined when nothing was typed. */
export function containsText(column: PgColumn | SQL, typed: string): SQL | undefined {
  const text = asStored(typed)
  return text === '' ? undefined : sql`${column} like ${`%${escapeLike(text)}%`}`
}

/** SQL condition: a row's id contains the typed digits. Undefined when the text has anything but digits. */
export function containsNumber(id: PgColumn, typed: string): SQL | undefined {
  const digits = typed.trim()
  return /^\d+$/.test(digits) ? sql`${id}::text like ${`%${digits}%`}` : undefined
}

/** Escapes the wildcards of LIKE. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
