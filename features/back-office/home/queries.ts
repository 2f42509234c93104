import { asc, isNull, type SQL, sql } from 'drizzle-orm'
import { countLists, countUnconfirmed } from '#features/calls/index.ts'
import { countScarce, listLowStock } from '#features/catalogue/index.ts'
import { orders } from '#features/orders/tables.ts'
import { countParcels } from '#features/parcels/index.ts'
import { countOpenStatements } from '#features/settlements/index.ts'
import type { DbOrTx } from '#platform/db/database.ts'
import { isWithin, nthOf } from '#platform/db/day-buckets.ts'
import { HOUR_MS } from '#platform/kernel/durations.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { type Centimes, plus } from '#platform/kernel/money.ts'
import { lastDays } from '#platform/kernel/time.ts'
import type { PeriodFigures } from '../contract.ts'
import { OLD_ORDER_HOURS, SUMMARY_DAYS } from '../model.ts'
import { firstOrderSince } from '../orders/first-order.ts'
import { toDecide } from '../requests/queries.ts'
import { sumExpectedReturns } from '../returns/expected-returns.ts'

/** Every order that is not deleted, oldest first. */
export const listAllOrders = (db: DbOrTx) =>
  db
    .select({
      id: orders.id,
      status: orders.status,
      payment: orders.payment,
      createdAt: orders.createdAt,
      collected: orders.collected,
    })
    .from(orders)
    .where(isNull(orders.deletedAt))
    .orderBy(asc(orders.id))

type OrderCount = 'total' | 'paid' | 'delivered' | 'cancelled' | 'awaitingDelivery' | 'awaitingPayment'

/**
 * Counts all orders, those of each of the last thirty days in Casablanca with their sum in centimes (cancelled ones add
 * nothing), and those of the thirty days beside the thirty before them. Days without an order are left out.
 */
export async function summariseOrders(db: DbOrTx, now: Date) {
  const { rows } = await db.execute<Record<OrderCount, number>>(sql`
    select count(*)::int as total,
      (count(*) filter (where payment = 'paid'))::int as paid,
      (count(*) filter (where status = 'delivered'))::int as delivered,
      (count(*) filter (where status = 'cancelled'))::int as cancelled,
      (count(*) filter (where status = 'pending'))::int as "awaitingDelivery",
      (count(*) filter (where status = 'delivered' and payment = 'pending'))::int as "awaitingPayment"
    from orders where deleted_at is null`)
  const days = lastDays(now, 2 * SUMMARY_DAYS)
  const { rows: figures } = await db.execute<PeriodFigures & { nth: number }>(sql`
    select ${nthOf(days)} as nth, count(*)::int as orders,
      coalesce(sum(collected) filter (where status <> 'cancelled'), 0)::bigint as amount,
      (count(*) filter (where status = 'delivered'))::int as delivered,
      (count(*) filter (where status = 'cancelled'))::int as cancelled
    from orders where deleted_at is null and ${isWithin(days)} group by 1 order by 1`)
  const [before, last] = [figures.filter(({ nth }) => nth <= SUMMARY_DAYS), figures.filter(isRecent)]
  return {
    ...rows[0]!,
    perDay: last.map(({ nth, orders, amount }) => ({ day: days[nth - 1]!.day, orders, amount })),
    last: sumOf(last),
    before: sumOf(before),
  }
}

const isRecent = ({ nth }: { nth: number }): boolean => nth > SUMMARY_DAYS

const sumOf = (days: readonly PeriodFigures[]): PeriodFigures => ({
  orders: days.reduce((sum, each) => sum + each.orders, 0),
  amount: plus(...days.map(({ amount }) => amount)),
  delivered: days.reduce((sum, each) => sum + each.delivered, 0),
  cancelled: days.reduce((sum, each) => sum + each.cancelled, 0),
})

const BEST_PRODUCTS = 6

/** The products of which most pieces were ordered in the last thirty days, but for cancelled orders. */
export async function listBestProducts(db: DbOrTx, now: Date) {
  const days = lastDays(now, SUMMARY_DAYS)
  const { rows } = await db.execute<{ id: ProductId; name: string; image: string; pieces: number; orders: number }>(sql`
    select id, name, image, best.pieces, best.orders from products join (
      select product_id, sum(quantity)::int as pieces, count(distinct order_id)::int as orders
      from order_lines join orders on orders.id = order_id
      where deleted_at is null and ${isWithin(days)} and status <> 'cancelled'
        -- Lines of older orders are passed over in their index.
        and order_id >= ${firstOrderSince(days[0]!.start)}
      group by product_id order by pieces desc, product_id limit ${BEST_PRODUCTS}
    ) as best on product_id = id
    order by best.pieces desc, id`)
  return rows
}

const NAMED_PRODUCTS = 5

/** A subquery that counts the orders of a condition. */
const counted = (condition: SQL): SQL => sql`
  (select count(*)::int from orders where ${condition} and deleted_at is null)`

/** The work that waits for the admin: counts, with sums in centimes or the first products. */
export async function listToDo(db: DbOrTx, now: Date) {
  const old = new Date(now.getTime() - OLD_ORDER_HOURS * HOUR_MS).toISOString()
  const { rows } = await db.execute<{
    oldOrders: number
    flaggedOrders: number
    withdrawals: number
    withdrawn: Centimes
    purchases: number
    bought: Centimes
    declaredSales: number
    declared: Centimes
  }>(sql`
    select
      ${counted(sql`status = 'pending' and created_at < ${old}::timestamptz`)} as "oldOrders",
      ${counted(sql`status = 'pending' and is_flagged`)} as "flaggedOrders",
      withdrawals.count as withdrawals, withdrawals.amount as withdrawn,
      purchases.count as purchases, purchases.amount as bought,
      declared.count as "declaredSales", declared.amount as declared
    from ${toDecide('withdrawals')} as withdrawals, ${toDecide('purchases')} as purchases,
      ${toDecide('sale_declarations')} as declared`)
  const { withdrawals, withdrawn, purchases, bought, declaredSales, declared, ...counts } = rows[0]!
  const calls = await countLists(db, now)
  return {
    ...counts,
    pendingOrders: countUnconfirmed(calls),
    calls,
    withdrawals: { count: withdrawals, amount: withdrawn },
    purchases: { count: purchases, amount: bought },
    declaredSales: { count: declaredSales, amount: declared },
    returns: await sumExpectedReturns(db, now),
    openStatements: await countOpenStatements(db),
    parcels: await countParcels(db, now),
    lowStock: { count: await countScarce(db), products: await listLowStock(db, NAMED_PRODUCTS) },
  }
}
