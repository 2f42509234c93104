import { and, asc, desc, eq, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { maskRecipient } from '#features/orders/index.ts'
import type { OrderStatus } from '#features/orders/names.ts'
import { orderLines, orders } from '#features/orders/tables.ts'
import { withdrawals } from '#features/withdrawals/tables.ts'
import type { Queries } from '#platform/db/database.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { type Centimes, centimes, minus, plus, ZERO } from '#platform/kernel/money.ts'
import { localDay, startOfDays } from '#platform/kernel/time.ts'
import type { SupplierOrder, SupplierStats } from './contract.ts'

interface Tally {
  status: OrderStatus
  payment: 'pending' | 'paid' | 'void'
  isHeld: boolean
  orders: number
  collected: Centimes
  gain: Centimes
}

/** A supplier's orders by state: a few rows, however many orders there are. */
async function talliesOf(db: Queries, supplierId: AccountId): Promise<Tally[]> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select status, payment, is_held as "isHeld", sum(orders)::int as orders,
      sum(collected)::bigint as collected, sum(gain)::bigint as gain
    from order_total_rows where supplier_id = ${supplierId} group by 1, 2, 3`)
  return rows as unknown as Tally[]
}

async function withdrawnByDecision(db: Queries, supplierId: AccountId): Promise<Record<string, Centimes>> {
  const rows = await db
    .select({ status: withdrawals.status, sum: sql<Centimes>`sum(${withdrawals.amount})::bigint`.mapWith(Number) })
    .from(withdrawals)
    .where(eq(withdrawals.accountId, supplierId))
    .groupBy(withdrawals.status)
  return Object.fromEntries(rows.map(({ status, sum }) => [status, centimes(sum as number)]))
}

const gainsOf = (tallies: readonly Tally[]): Centimes => plus(...tallies.map((tally) => tally.gain))
const countOf = (tallies: readonly Tally[]): number => tallies.reduce((sum, tally) => sum + tally.orders, 0)

/** Delivered and not lost in payment: what counts as earned. */
const isEarned = ({ status, payment }: Tally): boolean => status === 'delivered' && payment !== 'void'

export async function supplierStats(db: Queries, supplierId: AccountId): Promise<SupplierStats> {
  const tallies = await talliesOf(db, supplierId)
  const asked = await withdrawnByDecision(db, supplierId)
  const withStatus = (status: OrderStatus) => tallies.filter((tally) => tally.status === status)
  const live = tallies.filter(({ status }) => status !== 'cancelled')
  const earned = tallies.filter(isEarned)
  return {
    pending: countOf(withStatus('pending')),
    delivered: countOf(withStatus('delivered')),
    cancelled: countOf(withStatus('cancelled')),
    revenue: plus(...live.map((tally) => tally.collected)),
    gains: gainsOf(live),
    deliveredGains: gainsOf(earned),
    withdrawable: gainsOf(earned.filter((tally) => !tally.isHeld)),
    withdrawn: plus(asked.pending ?? ZERO, asked.approved ?? ZERO),
  }
}

/** Where the gains stand, and what each of the last `days` local days brought (orders that are not cancelled). */
export async function supplierGains(db: Queries, supplierId: AccountId, days: number, now: Date) {
  const tallies = await talliesOf(db, supplierId)
  const asked = await withdrawnByDecision(db, supplierId)
  const within = (...statuses: OrderStatus[]) => gainsOf(tallies.filter(({ status }) => statuses.includes(status)))
  const earned = tallies.filter(isEarned)
  const { rows: perDay } = await db.execute<{ day: string; orders: number; gain: Centimes }>(sql`
    select to_char(placed_on, 'YYYY-MM-DD') as day, sum(orders)::int as orders, sum(gain)::bigint as gain
    from order_tally_rows
    where supplier_id = ${supplierId} and status <> 'cancelled' and placed_on >= ${localDay(startOfDays(now, days))}::date
    group by 1 having sum(orders) > 0 order by 1`)
  const requested = asked.pending ?? ZERO
  const paid = asked.approved ?? ZERO
  return {
    pipeline: {
      ordered: within('pending', 'assigned'),
      onTheWay: within('in_transit'),
      delivered: gainsOf(earned),
      available: minus(gainsOf(earned), plus(requested, paid)),
      requested,
      paid,
    },
    perDay,
  }
}

export interface SupplierOrderFilter {
  supplierId: AccountId
  status: OrderStatus | undefined
  /** Folded and escaped for LIKE. */
  search: string
}

function matching({ supplierId, status, search }: SupplierOrderFilter): SQL | undefined {
  const part = `%${search}%`
  return and(
    eq(orders.supplierId, supplierId),
    isNull(orders.deletedAt),
    status && eq(orders.status, status),
    search
      ? or(
          sql`${orders.id}::text like ${part}`,
          // Who ordered with a code is masked: a search must not give away what the list hides.
          and(
            eq(orders.origin, 'supplier'),
            or(sql`lower(${orders.name}) like ${part}`, sql`${orders.phone} like ${part}`),
          ),
        )
      : undefined,
  )
}

/** How many match. Without a search the tallies know. */
export async function countSupplierOrders(db: Queries, filter: SupplierOrderFilter): Promise<number> {
  const { supplierId, status, search } = filter
  if (!search) return countOf((await talliesOf(db, supplierId)).filter((tally) => !status || tally.status === status))
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(orders).where(matching(filter))
  return row!.count
}

/** Newest first. */
export async function listSupplierOrders(
  db: Queries,
  filter: SupplierOrderFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<SupplierOrder[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(matching(filter))
    .orderBy(desc(orders.id))
    .limit(limit)
    .offset(offset)
  const lines = await linesOf(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((order) => {
    const { name, phone, address, city } = order
    const isOwn = order.origin === 'supplier'
    return {
      id: order.id,
      customerId: order.customerId,
      recipient: isOwn ? { name, phone, address, city } : maskRecipient({ name, phone, city }),
      products: (lines.get(order.id) ?? []).map((line) => ({ name: line.name, quantity: line.quantity })),
      status: order.status,
      payment: order.payment,
      gain: order.gain,
      collected: order.collected,
      isWithdrawn: order.heldBy !== null,
      isEditable: isOwn && order.status !== 'delivered',
      createdAt: order.createdAt,
    }
  })
}

/** What a printed statement lists, newest first: since a day in Casablanca, or from the beginning. */
export const listStatement = (db: Queries, supplierId: AccountId, since: string | null, limit: number) =>
  db
    .select({
      id: orders.id,
      createdAt: orders.createdAt,
      city: orders.city,
      collected: orders.collected,
      gain: orders.gain,
      status: orders.status,
      payment: orders.payment,
      isWithdrawn: sql<boolean>`${orders.heldBy} is not null`,
    })
    .from(orders)
    .where(
      and(
        eq(orders.supplierId, supplierId),
        isNull(orders.deletedAt),
        since === null ? undefined : gte(orders.placedOn, since),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(limit)

async function linesOf(db: Queries, ids: OrderId[]) {
  if (ids.length === 0) return new Map<OrderId, never>()
  const rows = await db
    .select({ orderId: orderLines.orderId, name: orderLines.name, quantity: orderLines.quantity })
    .from(orderLines)
    .where(inArray(orderLines.orderId, ids))
    .orderBy(asc(orderLines.id))
  return Map.groupBy(rows, (row) => row.orderId)
}

/** An order of this supplier with its lines at the prices of that day; null when it has none of that id. */
export async function findGain(db: Queries, id: OrderId, supplierId: AccountId) {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.supplierId, supplierId), isNull(orders.deletedAt)))
  if (!order) return null
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(asc(orderLines.id))
  const explained = lines.map(({ name, quantity, userPrice, distributorPrice }) => ({
    name,
    quantity,
    userPrice,
    distributorPrice,
    margin: centimes((userPrice - distributorPrice) * quantity),
  }))
  return {
    origin: order.origin as 'supplier' | 'promo',
    lines: explained,
    margin: plus(...explained.map((line) => line.margin)),
    discount: order.discount,
    delivery: order.delivery,
    gain: order.gain,
  }
}
