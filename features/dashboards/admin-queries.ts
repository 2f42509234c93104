import { type SQL, sql } from 'drizzle-orm'
import { countScarce, listLowStock } from '#features/catalogue/index.ts'
import type { Queries } from '#platform/db/database.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { localDay, startOfDays } from '#platform/kernel/time.ts'
import { OLD_ORDER_HOURS, SUMMARY_DAYS, TO_DO_REACHED } from './names.ts'

type Counted = 'total' | 'paid' | 'delivered' | 'cancelled' | 'awaitingDelivery' | 'awaitingPayment'

/**
 * Counts of all orders, and the last thirty local days one by one (amounts of orders that are not cancelled); days
 * without an order are left out. Read from the tallies: it costs the same however many orders there are.
 */
export async function summariseOrders(db: Queries, now: Date) {
  const { rows } = await db.execute<Record<Counted, number>>(sql`
    select coalesce(sum(orders), 0)::int as total,
      coalesce(sum(orders) filter (where payment = 'paid'), 0)::int as paid,
      coalesce(sum(orders) filter (where status = 'delivered'), 0)::int as delivered,
      coalesce(sum(orders) filter (where status = 'cancelled'), 0)::int as cancelled,
      coalesce(sum(orders) filter (where status = 'pending'), 0)::int as "awaitingDelivery",
      coalesce(sum(orders) filter (where status = 'delivered' and payment = 'pending'), 0)::int as "awaitingPayment"
    from shop_total_rows`)
  const { rows: perDay } = await db.execute<{ day: string; orders: number; amount: Centimes }>(sql`
    select to_char(placed_on, 'YYYY-MM-DD') as day, sum(orders)::int as orders,
      coalesce(sum(collected) filter (where status <> 'cancelled'), 0)::bigint as amount
    from shop_tally_rows
    where placed_on >= ${localDay(startOfDays(now, SUMMARY_DAYS))}::date
    group by 1 having sum(orders) > 0 order by 1`)
  return { ...rows[0]!, perDay }
}

const HOUR_MS = 60 * 60 * 1000
const NAMED_PRODUCTS = 5

/** How many orders there are of them; beyond `TO_DO_REACHED` nobody reads the number. */
const countedTo = (which: SQL): SQL => sql`
  (select count(*)::int from (select from orders where ${which} and deleted_at is null limit ${TO_DO_REACHED}) as few)`

/** What waits for the admin: each a count, with what it comes to or which products it is. */
export async function listToDo(db: Queries, now: Date) {
  const old = new Date(now.getTime() - OLD_ORDER_HOURS * HOUR_MS).toISOString()
  const waiting = (table: 'withdrawals' | 'purchases') => sql`
    (select count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount from ${sql.raw(table)}
      where status = 'pending')`
  const { rows } = await db.execute<{
    oldOrders: number
    flaggedOrders: number
    withdrawals: number
    withdrawn: Centimes
    purchases: number
    bought: Centimes
  }>(sql`
    select
      ${countedTo(sql`status = 'pending' and created_at < ${old}::timestamptz`)} as "oldOrders",
      ${countedTo(sql`status = 'pending' and flagged`)} as "flaggedOrders",
      withdrawals.count as withdrawals, withdrawals.amount as withdrawn,
      purchases.count as purchases, purchases.amount as bought
    from ${waiting('withdrawals')} as withdrawals, ${waiting('purchases')} as purchases`)
  const { oldOrders, flaggedOrders, withdrawals, withdrawn, purchases, bought } = rows[0]!
  return {
    oldOrders,
    flaggedOrders,
    withdrawals: { count: withdrawals, amount: withdrawn },
    purchases: { count: purchases, amount: bought },
    lowStock: { count: await countScarce(db, 'low'), products: await listLowStock(db, NAMED_PRODUCTS) },
  }
}
