import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queries } from '#platform/db/database.ts'
import { escapeLike, pageWindow } from '#platform/http/paging.ts'
import { fold } from '#platform/kernel/text.ts'
import { ROWS_REACHED } from './names.ts'

/** Shorter parts have no trigram: no index finds them. */
export const SHORTEST_PART = 3

/** Among how many rows, the first of the list, a part without a trigram is looked for. */
export const ROWS_LOOKED_AT = 5_000

const WRITTEN_NUMBER = /^\+?[\d\s().-]*\d[\d\s().-]*$/

/** A number as people write it is searched as it is kept: `+212 6 61…`, `06.61…` and `0661…` are the same. */
const asKept = (typed: string): string =>
  WRITTEN_NUMBER.test(typed)
    ? typed
        .replace(/[^\d+]/g, '')
        .replace(/^(\+|00)2120?/, '0')
        .replace('+', '')
    : fold(typed)

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

/** The numbers of the first rows that match, `limit` at most. Those that no index finds are looked for in the first rows alone. */
export function idsOf({ table, within, holding, isShort }: Sought, isNewestFirst: boolean, limit: number): SQL {
  const order = sql.raw(isNewestFirst ? 'order by id desc' : 'order by id')
  if (!isShort)
    return sql`select id from ${table} ${where(within ? sql`${within} and ${holding}` : holding)} ${order} limit ${limit}`
  const first = sql`select * from ${table} ${where(within)} ${order} limit ${ROWS_LOOKED_AT}`
  return sql`select id from (${first}) as looked_at where ${holding} ${order} limit ${limit}`
}

/** The numbers on one page of the rows that match, and how many match: `ROWS_REACHED` at most, so that it costs the same at any length. */
export async function findPage<Id extends number>(
  db: Queries,
  sought: Sought,
  { page, perPage, isNewestFirst }: { page: number; perPage: number; isNewestFirst: boolean },
): Promise<{ ids: Id[]; total: number }> {
  const { rows } = await db.execute<{ total: number; ids: Id[] }>(sql`
    with matched as materialized (${idsOf(sought, isNewestFirst, ROWS_REACHED)})
    select (select count(*)::int from matched) as total, array(
      select id from matched order by id ${sql.raw(isNewestFirst ? 'desc' : 'asc')}
      limit ${perPage} offset ${(page - 1) * perPage}) as ids`)
  return rows[0]!
}

/** The same, of a column that is named without its table. */
export const holding = (typed: string): SQL | undefined => holds(sql`search`, typed)
