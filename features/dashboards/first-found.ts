import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** So many of the first rows of a list tell how common it is that one matches. */
const ROWS_TRIED = 500

/** When at least so many of them match, walking on along the list meets enough sooner than an index has found them all. */
const COMMON = 8

interface Wanted {
  table: PgTable
  /** Which rows the list has. */
  within?: SQL | undefined
  order: SQL
  /** Whether a row is looked for, in words that no index serves: nothing tempts the database away from the list's order. */
  isSought: SQL
  /** The numbers of all that are looked for, with what they are ordered by, as indexes find them. */
  byIndex: SQL
}

/** As an array, the numbers of the first `limit` rows of a list that are looked for: it costs the same in any shop. */
export function firstFound({ table, within = sql`true`, order, isSought, byIndex }: Wanted, limit: number): SQL {
  const tried = sql`select * from ${table} where ${within} ${order} limit ${ROWS_TRIED}`
  return sql`case
    when (select count(*) from (${tried}) as ${table} where ${isSought}) >= ${COMMON}
    then array(select id from ${table} where ${within} and ${isSought} ${order} limit ${limit})
    else array(select id from (${byIndex}) as ${table} ${order} limit ${limit}) end`
}
