import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Db, inTransaction, type Queries } from '#platform/db/database.ts'

/** Of these a kind begins with a thousand of their numbers: rows 4000 to 4999 are of `4`. */
type ByThousands = 'customers' | 'products' | 'purchases' | 'withdrawals'

/** The lists that are tallied by triggers of their tables, which the migrations hold. */
type TalliedList = ByThousands | 'accounts' | 'scarce_products'

const THOUSAND = 1_000
/** To pass over fewer rows in an index costs less than asking. */
const PASSED_OVER = 2 * THOUSAND

/** How many rows a list has of these kinds, or of all. From the tallies: it costs the same at any length. */
export async function countListed(db: Queries, list: TalliedList, kinds?: readonly string[]): Promise<number> {
  const ofKinds = kinds === undefined ? sql`` : sql`and kind = any(${sql.param(kinds)}::text[])`
  const { rows } = await db.execute<{ count: number }>(sql`
    select coalesce(sum(rows), 0)::int as count from list_tally_rows where list = ${list} ${ofKinds}`)
  return rows[0]!.count
}

/** The same of a list by thousands: those with one of these words behind their thousand. */
export async function countOfWords(db: Queries, list: ByThousands, words: readonly string[]): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select coalesce(sum(rows), 0)::int as count from list_tally_rows where list = ${list} and ${hasWord(words)}`)
  return rows[0]!.count
}

const hasWord = (words: readonly string[]): SQL => sql`split_part(kind, ' ', 2) = any(${sql.param(words)}::text[])`

/** What a statement takes that begins at a far row: a table before it, a condition, and how many rows it passes over. */
export interface Start {
  with: SQL
  isThere: SQL | undefined
  offset: SQL
}

export const passOver = (rows: number): Start => ({ with: sql``, isThere: undefined, offset: sql`${rows}` })

/**
 * Where a far page of a list in the order of its numbers begins, so that the rows before it need not be passed over: from
 * which number on it is read, and how many rows are left to pass over there. A kind may have a word behind its thousand.
 */
export function startOfPage(
  list: ByThousands,
  id: PgColumn,
  { offset, isDescending }: { offset: number; isDescending: boolean },
  word?: string | readonly string[],
): Start {
  if (offset < PASSED_OVER) return passOver(offset)
  const ofWords = word === undefined ? sql`` : sql`and ${hasWord([word].flat())}`
  const order = sql.raw(isDescending ? 'desc' : '')
  const first = isDescending ? sql`(thousand + 1) * ${THOUSAND} - 1` : sql`thousand * ${THOUSAND}`
  return {
    with: sql`
      with thousands as (
        select split_part(kind, ' ', 1)::int as thousand, sum(rows)::int as rows from list_tally_rows
        where list = ${list} ${ofWords} group by 1 having sum(rows) > 0
      ), counted as (
        select thousand, (sum(rows) over (order by thousand ${order}) - rows)::int as before from thousands
      ), start as materialized (
        select ${first} as first, before from counted where before <= ${offset} order by before desc limit 1
      )`,
    isThere: sql`${id} ${sql.raw(isDescending ? '<=' : '>=')} (select first from start)`,
    offset: sql`(select ${offset} - before from start)`,
  }
}

/** Folds the differences into the tallies, so that few rows are left to add up. One process at a time. */
export const foldListTallies = (db: Db): Promise<void> =>
  inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('tallies of lists'), 0)`)
    await tx.execute(sql`
      with moved as (delete from list_tally_changes returning *)
      insert into list_tallies (list, kind, rows) select list, kind, sum(rows) from moved group by list, kind
      on conflict on constraint a_list_is_tallied_once do update set rows = list_tallies.rows + excluded.rows`)
  })
