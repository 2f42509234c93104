import { and, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgSelect, PgTable } from 'drizzle-orm/pg-core'
import { ROWS_COUNTED, SEARCH_HITS } from '#platform/kernel/list-limits.ts'
import { looksMoroccan, normalisePhone } from '#platform/kernel/phone.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import type { DbOrTx } from './database.ts'

/** One or two letters have no trigram: they are looked for among so many rows of a long list, the newest. */
const ROWS_SEARCHED = 5_000

interface ListQuery<Query extends PgSelect> {
  /** Selects what the rows of a page need, with its joins: neither filtered nor sorted. */
  query: Query
  table: PgTable & { id: PgColumn }
  where?: SQL | undefined
  /** What a search adds to `where`. Columns of `table` alone; of others by `in (select …)`. */
  search?: SQL | undefined
  /** Whether no index serves the search: it is then of the newest `ROWS_LOOKED_AT` alone. */
  isShort?: boolean
  /** Served by an index of `table` and ended by its id, so that no two pages share a row. */
  sort: SQL[]
  /** Which rows of a search are the newest: those with the largest numbers unless told. */
  newest?: SQL[]
  page: number
  perPage: number
}

/** One page of a list, and how many rows it has: counted to one beyond `ROWS_COUNTED`, of a search to `SEARCH_HITS`. */
export async function listPage<Query extends PgSelect>(
  db: DbOrTx,
  { query, table, where, search, isShort = false, sort, newest = [desc(table.id)], page, perPage }: ListQuery<Query>,
): Promise<{ rows: Awaited<Query>; total: number }> {
  const passing = sql`from ${table} where ${where ?? sql`true`}`
  const looked = sql`from (select * ${passing} order by ${listed(newest)} limit ${ROWS_SEARCHED}) as ${table} where ${search}`
  const matching = search && isShort ? looked : sql`from ${table} where ${and(where, search) ?? sql`true`}`
  const hits = sql`with hits as materialized (select * ${matching} order by ${listed(newest)} limit ${SEARCH_HITS})`
  const all = search ? sql`from hits as ${table}` : matching
  // Numbers first: what a far page passes over is passed over in the index, and nothing is joined to it.
  const { rows } = await db.execute<{ total: number; ids: number[] }>(sql`
    ${search ? hits : sql``}
    select (select count(*)::int from (select ${all} limit ${ROWS_COUNTED + 1}) as counted) as total,
      array(select ${table.id} ${all} order by ${listed(sort)} limit ${perPage} offset ${(page - 1) * perPage}) as ids`)
  const { total, ids } = rows[0]!
  if (ids.length === 0) return { rows: [] as Awaited<Query>, total }
  const shown = sql`${table.id} = any(${sql.param(ids)}::int[])`
  return { rows: (await query.where(shown).orderBy(...sort)) as Awaited<Query>, total }
}

const listed = (sort: SQL[]): SQL => sql.join(sort, sql`, `)

const isWrittenNumber = (typed: string): boolean => /^\+?[\d\s().-]+$/.test(typed) && /\d/.test(typed)

/** A number as people write it is searched as it is stored: `+212 6 61…`, `06.61…` and `0661…` are the same. */
export const asStored = (typed: string): string =>
  isWrittenNumber(typed) ? wholePhone(typed) || partOfPhone(typed) : normaliseForSearch(typed)

function wholePhone(typed: string): string {
  const phone = normalisePhone(typed) ?? ''
  return looksMoroccan(phone) ? phone : ''
}

/** The beginning of a number, or a piece of it. */
const partOfPhone = (typed: string): string =>
  typed
    .replace(/[^\d+]/g, '')
    .replace(/^(\+|00)2120?/, '0')
    .replace('+', '')

/** Whether what was typed is too short for a trigram. */
export const isShortText = (typed: string): boolean => asStored(typed).length < 3

/** Whether a `search` column, written in normalised letters, holds what was typed; no condition when nothing was. */
export function containsText(column: PgColumn | SQL, typed: string): SQL | undefined {
  const text = asStored(typed)
  return text === '' ? undefined : sql`${column} like ${`%${escapeLike(text)}%`}`
}

/** Whether a row's number holds the digits that were typed; no condition when they are no digits. */
export function containsNumber(id: PgColumn, typed: string): SQL | undefined {
  const digits = typed.trim()
  return /^\d+$/.test(digits) ? sql`${id}::text like ${`%${digits}%`}` : undefined
}

/** Without the signs that LIKE would read as its own. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
