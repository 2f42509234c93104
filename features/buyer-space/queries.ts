import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { findAccount, maskRib } from '#features/accounts/index.ts'
import { stockOf } from '#features/buyers/index.ts'
import { purchases } from '#features/buyers/tables.ts'
import { salesDue } from '#features/earnings/index.ts'
import type { DbOrTx } from '#platform/db/database.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { atLeastZero, type Centimes, minus } from '#platform/kernel/money.ts'
import type { BuyerBalance, HistoryEntry } from './contract.ts'

/** Selects purchases, sales, withdrawals and declared sales as one list; a sale is recorded, not decided. */
const historyOf = (buyerId: AccountId): SQL => sql`
  select 'purchase' as kind, id, amount, status, reason, null as reference, null as note, requested_at as at
  from purchases where buyer_id = ${buyerId}
  union all
  select 'sale', sales.id, sales.amount, null, null, null, sale_declarations.note, recorded_at
  from sales left join sale_declarations on sale_id = sales.id where sales.buyer_id = ${buyerId}
  union all
  select 'withdrawal', id, amount, status, reason, reference, null, requested_at
  from withdrawals where account_id = ${buyerId}
  union all
  select 'declaration', id, amount, status, reason, null, note, declared_at
  from sale_declarations where buyer_id = ${buyerId} and status <> 'approved'`

async function loadHistory(db: DbOrTx, buyerId: AccountId, range: SQL): Promise<HistoryEntry[]> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select kind, id, amount, status, reason, reference, note, (extract(epoch from at) * 1000)::bigint as "atMs"
    from (${historyOf(buyerId)}) as history order by at desc, kind desc, id desc ${range}`)
  return rows.map(({ atMs, ...entry }) => ({ ...entry, at: new Date(atMs as number) }) as HistoryEntry)
}

/** A buyer's whole history, newest first. */
export const listBuyerHistory = (db: DbOrTx, buyerId: AccountId): Promise<HistoryEntry[]> =>
  loadHistory(db, buyerId, sql``)

/** One page of a buyer's history, with its whole length and the balance. */
export async function pageOfBuyerHistory(
  db: DbOrTx,
  buyerId: AccountId,
  { page, perPage }: { page: number; perPage: number },
) {
  const rows = await loadHistory(db, buyerId, sql`limit ${perPage} offset ${(page - 1) * perPage}`)
  const { total, balance } = await sumHistory(db, buyerId)
  const rib = (await findAccount(db, buyerId))?.rib ?? null
  return { rows, total, balance: { ...balance, rib: rib && maskRib(rib) } }
}

async function sumHistory(
  db: DbOrTx,
  buyerId: AccountId,
): Promise<{ total: number; balance: Omit<BuyerBalance, 'rib'> }> {
  const sum = (which: SQL) => sql`coalesce(sum(amount) filter (where ${which}), 0)::bigint`
  const { rows } = await db.execute<
    { total: number; withdrawn: Centimes; bought: Centimes } & Omit<BuyerBalance, 'due' | 'declarable' | 'rib'> &
      Record<string, unknown>
  >(sql`
    select count(*)::int as total,
      ${sum(sql`kind = 'sale'`)} as sold,
      ${sum(sql`kind = 'withdrawal' and status <> 'refused'`)} as withdrawn,
      ${sum(sql`kind = 'purchase' and status = 'pending'`)} as "pendingPurchases",
      ${sum(sql`kind = 'withdrawal' and status = 'pending'`)} as "pendingWithdrawals",
      ${sum(sql`kind = 'declaration' and status = 'pending'`)} as "pendingSales",
      ${sum(sql`kind = 'purchase' and status = 'approved'`)} as bought
    from (${historyOf(buyerId)}) as history`)
  const { total, withdrawn, bought, ...sums } = rows[0]!
  const { stockLeft } = stockOf(bought, sums.sold)
  const declarable = atLeastZero(minus(stockLeft, sums.pendingSales))
  return { total, balance: { ...sums, due: salesDue(sums.sold, withdrawn), declarable } }
}

/** A buyer's purchases that wait for its transfer, oldest first. */
export const listUnpaidPurchases = (db: DbOrTx, buyerId: AccountId) =>
  db
    .select({ id: purchases.id, amount: purchases.amount })
    .from(purchases)
    .where(and(eq(purchases.buyerId, buyerId), eq(purchases.status, 'pending')))
    .orderBy(asc(purchases.id))
