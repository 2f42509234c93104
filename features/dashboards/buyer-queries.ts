import { type SQL, sql } from 'drizzle-orm'
import { soldAndDue } from '#features/withdrawals/index.ts'
import type { Queries } from '#platform/db/database.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import type { BuyerBalance, HistoryEntry } from './contract.ts'
import { loadPage } from './people-search.ts'

interface Part {
  isReversed: boolean
  limit: number
  offset: number
}

/**
 * Purchases, sales and withdrawals as one list, or a part of it, newest first unless it is reversed. What is passed over
 * is passed over in the indexes.
 */
async function load(db: Queries, buyerId: AccountId, part: Part | null): Promise<HistoryEntry[]> {
  const isReversed = part?.isReversed ?? false
  const reach = part ? sql`limit ${part.offset + part.limit}` : sql``
  const shown = part ? sql`limit ${part.limit} offset ${part.offset}` : sql``
  const keys = (kind: string, table: string, account: string, at: string) =>
    sql`(select ${kind} as kind, id, ${sql.raw(at)} as at from ${sql.raw(table)} where ${sql.raw(account)} = ${buyerId}
      order by ${sql.raw(isReversed ? `${at}, id` : `${at} desc, id desc`)} ${reach})`
  const order = sql.raw(isReversed ? 'order by at, kind, id' : 'order by at desc, kind desc, id desc')
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    with keys as (
      select * from (
        ${keys('purchase', 'purchases', 'buyer_id', 'requested_at')}
        union all ${keys('sale', 'sales', 'buyer_id', 'recorded_at')}
        union all ${keys('withdrawal', 'withdrawals', 'account_id', 'requested_at')}
      ) as every ${order} ${shown}
    )
    select kind, keys.id, coalesce(purchases.amount, sales.amount, withdrawals.amount) as amount,
      coalesce(purchases.status, withdrawals.status) as status, coalesce(purchases.reason, withdrawals.reason) as reason,
      withdrawals.reference, (extract(epoch from at) * 1000)::bigint as "atMs"
    from keys
      left join purchases on kind = 'purchase' and purchases.id = keys.id
      left join sales on kind = 'sale' and sales.id = keys.id
      left join withdrawals on kind = 'withdrawal' and withdrawals.id = keys.id
    ${sql.raw(isReversed ? 'order by at, kind, keys.id' : 'order by at desc, kind desc, keys.id desc')}`)
  return rows.map(({ atMs, ...entry }) => ({ ...entry, at: new Date(atMs as number) }) as HistoryEntry)
}

/** All that went in and out of a buyer's stock, newest first. */
export const listBuyerHistory = (db: Queries, buyerId: AccountId): Promise<HistoryEntry[]> => load(db, buyerId, null)

/** One page of it, how long it is in all, and what it comes to. */
export async function pageOfBuyerHistory(db: Queries, buyerId: AccountId, asked: { page: number; perPage: number }) {
  const { total, ...balance } = await sumsOf(db, buyerId)
  const page = await loadPage(total, asked, (part) => load(db, buyerId, part))
  return { ...page, balance: balanceOf(balance) }
}

interface Sums {
  sold: Centimes
  asked: Centimes
  pendingPurchases: Centimes
  pendingWithdrawals: Centimes
}

const balanceOf = ({ sold, asked, ...pending }: Sums): BuyerBalance => ({
  sold,
  due: soldAndDue(sold, asked),
  ...pending,
})

/** From the tallies: they cost the same after any number of years. */
async function sumsOf(db: Queries, buyerId: AccountId): Promise<Sums & { total: number }> {
  const sum = (which: SQL) => sql`coalesce(sum(amount) filter (where ${which}), 0)::bigint`
  const { rows } = await db.execute<{ total: number } & Sums & Record<string, unknown>>(sql`
    select coalesce(sum(rows), 0)::int as total,
      ${sum(sql`kind = 'sale'`)} as sold,
      ${sum(sql`kind = 'withdrawal' and status <> 'refused'`)} as asked,
      ${sum(sql`kind = 'purchase' and status = 'pending'`)} as "pendingPurchases",
      ${sum(sql`kind = 'withdrawal' and status = 'pending'`)} as "pendingWithdrawals"
    from buyer_tallies where buyer_id = ${buyerId}`)
  return rows[0]!
}
