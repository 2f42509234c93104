import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queries } from '#platform/db/database.ts'
import { escapeLike, pageWindow } from '#platform/http/paging.ts'
import { fold } from '#platform/kernel/text.ts'

/** Shorter parts have no trigram: no index finds them. */
export const SHORTEST_PART = 3

/** Among how many rows, the first of the list, a part without a trigram is looked for. */
export const ROWS_LOOKED_AT = 5_000

const WRITTEN_NUMBER = /^\+?[\d\s().-]*\d[\d\s().-]*$/

/** A number as people write it is searched as it is kept: `+212 6 61…`, `06.61…` and `0661…` are the same. */
export const asKept = (typed: string): string =>
  WRITTEN_NUMBER.test(typed)
    ? typed
        .replace(/[^\d+]/g, '')
        .replace(/^(\+|00)2120?/, '0')
        .replace('+', '')
    : fold(typed)

/** Digits of a phone as it is told to others. */
const WHOLE_PHONE = 10

/** The number, when what was typed is a whole one: an index finds it at once. */
export function wholePhone(typed: string): string | null {
  const kept = asKept(typed)
  return /^\d+$/.test(kept) && kept.length >= WHOLE_PHONE ? kept : null
}

/** The condition that a `search` column holds what was typed somewhere; none when nothing was typed. */
export function holds(column: PgColumn | SQL, typed: string): SQL | undefined {
  const part = escapeLike(asKept(typed))
  return part === '' ? undefined : sql`${column} like ${`%${part}%`}`
}

/** Loads one page of a list whose order can be read from both ends; the farther half comes from the end. */
export async function loadPage<Row>(
  total: number,
  asked: { page: number; perPage: number },
  load: (part: { isReversed: boolean; limit: number; offset: number }) => Promise<Row[]>,
): Promise<{ rows: Row[]; total: number }> {
  const part = pageWindow(total, asked)
  const rows = await load(part)
  return { rows: part.isReversed ? rows.reverse() : rows, total }
}

/** Whether no index finds what was typed. */
export const isShort = (typed: string): boolean => asKept(typed).length < SHORTEST_PART

interface Sought {
  table: PgTable
  /** Which rows the list has. */
  within: SQL | undefined
  /** Which of them are looked for. Its columns are named without their table. */
  holding: SQL
  isShort: boolean
}

const where = (condition: SQL | undefined): SQL => (condition ? sql`where ${condition}` : sql``)

const inOrder = (isNewestFirst: boolean): SQL => sql.raw(isNewestFirst ? 'order by id desc' : 'order by id')

/** The numbers of the rows that match. Those that no index finds are looked for in the first rows alone. */
function matching({ table, within, holding, isShort }: Sought, isNewestFirst: boolean): SQL {
  if (!isShort) return sql`select id from ${table} ${where(within ? sql`${within} and ${holding}` : holding)}`
  const first = sql`select * from ${table} ${where(within)} ${inOrder(isNewestFirst)} limit ${ROWS_LOOKED_AT}`
  return sql`select id from (${first}) as looked_at where ${holding}`
}

/** Those of the first rows that match, `limit` at most. */
export const idsOf = (sought: Sought, isNewestFirst: boolean, limit: number): SQL =>
  sql`${matching(sought, isNewestFirst)} ${inOrder(isNewestFirst)} limit ${limit}`

/** As if so many times more were wanted: for few, the database would rather walk along the list than ask the index. */
const MORE = 5

/** The same as an array. */
export const firstIds = (sought: Sought, isNewestFirst: boolean, limit: number): SQL =>
  sql`(array(${idsOf(sought, isNewestFirst, MORE * limit)}))[1:${limit}::int]`

/** One page of the first numbers that a search finds, an array in their order, and how many these are. */
export async function findPage<Id extends number>(
  db: Queries,
  first: SQL,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ ids: Id[]; total: number }> {
  const { rows } = await db.execute<{ ids: Id[] }>(sql`select ${first} as ids`)
  const { ids } = rows[0]!
  return { ids: ids.slice((page - 1) * perPage, page * perPage), total: ids.length }
}

/** The same, of a column that is named without its table. */
export const holding = (typed: string): SQL | undefined => holds(sql`search`, typed)
