import { sql } from 'drizzle-orm'
import type { Queries } from '#platform/db/database.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import type { HistoryEntry } from './contract.ts'

/** All that went in and out of a buyer's stock, newest first. */
export async function listBuyerHistory(db: Queries, buyerId: AccountId): Promise<HistoryEntry[]> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    with history as (
      select 'purchase' as kind, id, amount, status, reason, null as reference, requested_at as at
      from purchases where buyer_id = ${buyerId}
      union all
      select 'sale', id, amount, null, null, null, recorded_at from sales where buyer_id = ${buyerId}
      union all
      select 'withdrawal', id, amount, status, reason, reference, requested_at
      from withdrawals where account_id = ${buyerId}
    )
    select kind, id, amount, status, reason, reference, (extract(epoch from at) * 1000)::bigint as "atMs"
    from history order by at desc, kind desc, id desc`)
  return rows.map(({ atMs, ...entry }) => ({ ...entry, at: new Date(atMs as number) }) as HistoryEntry)
}
