import { sql } from 'drizzle-orm'
import { type Db, inTransaction, type Queries } from '#platform/db/database.ts'

/** The lists that are tallied by triggers of their tables, which the migrations hold. */
type TalliedList = 'accounts' | 'customers' | 'purchases' | 'withdrawals'

/** How many rows a list has of these kinds, or of all. From the tallies: it costs the same at any length. */
export async function countListed(db: Queries, list: TalliedList, kinds?: readonly string[]): Promise<number> {
  const ofKinds = kinds === undefined ? sql`` : sql`and kind = any(${sql.param(kinds)}::text[])`
  const { rows } = await db.execute<{ count: number }>(sql`
    select coalesce(sum(rows), 0)::int as count from list_tally_rows where list = ${list} ${ofKinds}`)
  return rows[0]!.count
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
