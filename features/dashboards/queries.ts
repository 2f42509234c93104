import { and, asc, desc, eq, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { accounts } from '#features/accounts/tables.ts'
import type { OrderStatus } from '#features/orders/names.ts'
import { orderLines, orders } from '#features/orders/tables.ts'
import type { Queries } from '#platform/db/database.ts'
import { escapeLike } from '#platform/http/paging.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { localDay, startOfDays } from '#platform/kernel/time.ts'
import type { AdminOrder } from './contract.ts'

export interface AdminOrderFilter {
  page: number
  perPage: number
  /** A part of an order's id, of a supplier's id or of its custom id. */
  search: string | undefined
  status: OrderStatus | undefined
  days: number | undefined
  sort: '-created_at' | 'created_at' | '-Amount' | 'Amount'
}

const SORTS: Record<AdminOrderFilter['sort'], SQL[]> = {
  '-created_at': [desc(orders.createdAt), desc(orders.id)],
  created_at: [asc(orders.createdAt), asc(orders.id)],
  '-Amount': [desc(orders.collected), desc(orders.id)],
  Amount: [asc(orders.collected), asc(orders.id)],
}

function matching({ search, status, days }: AdminOrderFilter, now: Date): SQL | undefined {
  const part = search ? `%${escapeLike(search)}%` : undefined
  return and(
    isNull(orders.deletedAt),
    status && eq(orders.status, status),
    days ? gte(orders.createdAt, startOfDays(now, days)) : undefined,
    part === undefined
      ? undefined
      : or(
          sql`${orders.id}::text like ${part}`,
          sql`${orders.supplierId}::text like ${part}`,
          sql`${accounts.customId} ilike ${part}`,
        ),
  )
}

/** One page of the orders that match, and how many match in all. */
export async function listAdminOrders(
  db: Queries,
  filter: AdminOrderFilter,
  now: Date,
): Promise<{ rows: AdminOrder[]; total: number }> {
  const where = matching(filter, now)
  const [count] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(orders)
    .leftJoin(accounts, eq(accounts.id, orders.supplierId))
    .where(where)
  const found = await db
    .select({ order: orders, customId: accounts.customId, name: accounts.name, phone: accounts.phone })
    .from(orders)
    .leftJoin(accounts, eq(accounts.id, orders.supplierId))
    .where(where)
    .orderBy(...SORTS[filter.sort])
    .limit(filter.perPage)
    .offset((filter.page - 1) * filter.perPage)
  const lines = await linesOf(
    db,
    found.map(({ order }) => order.id),
  )
  const rows = found.map(({ order, customId, name, phone }) => ({
    id: order.id,
    supplier:
      order.supplierId === null ? null : { id: order.supplierId, customId: customId!, name: name!, phone: phone! },
    recipient: { name: order.name, phone: order.phone, address: order.address, city: order.city },
    payment: order.payment,
    collected: order.collected,
    paidAt: order.paidAt,
    lines: lines.get(order.id) ?? [],
    gain: order.gain,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    status: order.status,
  }))
  return { rows, total: count!.total }
}

async function linesOf(db: Queries, ids: OrderId[]): Promise<Map<OrderId, AdminOrder['lines']>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: orderLines.id, orderId: orderLines.orderId, quantity: orderLines.quantity, name: orderLines.name })
    .from(orderLines)
    .where(inArray(orderLines.orderId, ids))
    .orderBy(asc(orderLines.id))
  return Map.groupBy(rows, (row) => row.orderId)
}

/** Every order that is not deleted, oldest first. */
export const listAllOrders = (db: Queries) =>
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

const SUMMARY_DAYS = 30

/**
 * Counts of all orders, and the last thirty local days one by one (amounts of orders that are not cancelled).
 * The days are cut by the code: the database's own table of time zones may be older, and Morocco changes its clocks.
 */
export async function summariseOrders(db: Queries, now: Date) {
  const midnights = Array.from({ length: SUMMARY_DAYS }, (_, index) => startOfDays(now, SUMMARY_DAYS - index))
  const { rows } = await db.execute<Record<string, number>>(sql`
    select count(*)::int as total,
      count(*) filter (where payment = 'paid')::int as paid,
      count(*) filter (where status = 'delivered')::int as delivered,
      count(*) filter (where status = 'cancelled')::int as cancelled,
      count(*) filter (where status = 'pending')::int as "awaitingDelivery",
      count(*) filter (where status = 'delivered' and payment = 'pending')::int as "awaitingPayment"
    from orders where deleted_at is null`)
  const starts = sql`${sql.param(midnights.map((midnight) => midnight.toISOString()))}::timestamptz[]`
  const { rows: perDay } = await db.execute<{ nth: number; orders: number; amount: Centimes }>(sql`
    select width_bucket(created_at, ${starts}) as nth,
      count(*)::int as orders,
      coalesce(sum(collected) filter (where status <> 'cancelled'), 0)::bigint as amount
    from orders
    where deleted_at is null and created_at >= ${midnights[0]!.toISOString()}::timestamptz
    group by 1 order by 1`)
  const counts = rows[0] as Record<
    'total' | 'paid' | 'delivered' | 'cancelled' | 'awaitingDelivery' | 'awaitingPayment',
    number
  >
  return {
    ...counts,
    perDay: perDay.map(({ nth, orders, amount }) => ({ day: localDay(midnights[nth - 1]!), orders, amount })),
  }
}
