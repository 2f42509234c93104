import { and, asc, desc, eq, gte, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { maskRecipient } from '#features/orders/index.ts'
import type { OrderStatus } from '#features/orders/names.ts'
import { orderLines, orders } from '#features/orders/tables.ts'
import { withdrawals } from '#features/withdrawals/tables.ts'
import type { Queries } from '#platform/db/database.ts'
import { type AccountId, MAX_ID, type OrderId } from '#platform/kernel/ids.ts'
import { type Centimes, centimes, minus, plus, ZERO } from '#platform/kernel/money.ts'
import { localDay, startOfDays } from '#platform/kernel/time.ts'
import type { SupplierOrder, SupplierStats } from './contract.ts'
import { OWN_ORDERS_SEARCHED, ROWS_REACHED } from './names.ts'
import { farPartOf, NEAR_OF_SUPPLIER } from './order-days.ts'
import { asKept, loadPage } from './people-search.ts'

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
  /** As it was typed. */
  search: string
}

interface Part {
  limit: number
  offset: number
}

/** How many orders a supplier has, by the tallies. */
async function countSupplierOrders(db: Queries, { supplierId, status }: SupplierOrderFilter): Promise<number> {
  return countOf((await talliesOf(db, supplierId)).filter((tally) => !status || tally.status === status))
}

/**
 * Some of what is searched for, `ROWS_REACHED` unless more are asked for at once: a part of a number, a name or a phone
 * among the newest `OWN_ORDERS_SEARCHED`, whole phones among all, and before them the order that has just this number.
 * Who ordered with a code is masked: a search must not give away what the list hides.
 * As a range of one, the supplier leads the order: left to itself, the database would read everybody's orders by date.
 */
async function searchOrders(
  db: Queries,
  { supplierId, status, search: typed }: SupplierOrderFilter,
  { limit, offset }: Part,
): Promise<{ ids: OrderId[]; total: number }> {
  const search = asKept(typed)
  const own = sql`deleted_at is null ${status ? sql`and status = ${status}` : sql``}`
  const isHeld = (column: string) => sql`strpos(${sql.raw(column)}, ${search}) > 0`
  const isNumber = /^\d+$/.test(search)
  const isSought = isNumber
    ? sql`${isHeld('id::text')} or (origin = 'supplier' and (${isHeld('phone')} or ${isHeld('name')}))`
    : sql`origin = 'supplier' and (${isHeld('lower(name)')} or ${isHeld('phone')})`
  const number = isNumber && Number(search) <= MAX_ID ? Number(search) : null
  const whole = sql`union (${wholeNumbers(search, number, sql`supplier_id = ${supplierId} and ${own}`)})`
  const { rows } = await db.execute<{ ids: OrderId[] }>(sql`
    with looked_at as (
      select id, created_at, origin, name, phone from orders
      where supplier_id between ${supplierId} and ${supplierId} and ${own}
      order by supplier_id desc, created_at desc, id desc limit ${OWN_ORDERS_SEARCHED}
    ), found as (
      select id, created_at from looked_at where ${isSought} ${isNumber ? whole : sql``}
    )
    select array(
      select id from found order by ${number === null ? sql`` : sql`id <> ${number},`} created_at desc, id desc
      limit ${Math.max(limit, ROWS_REACHED)}) as ids`)
  const { ids } = rows[0]!
  return { ids: ids.slice(offset, offset + limit), total: ids.length }
}

/** The order of a number, and those of a phone: both have an index. */
const wholeNumbers = (digits: string, number: number | null, own: SQL): SQL => sql`
  select id, created_at from orders where id = ${number} and ${own}
  union (
    select id, created_at from orders where phone = ${digits} and origin = 'supplier' and ${own}
    order by phone desc, created_at desc limit ${ROWS_REACHED})`

const within = ({ supplierId, status }: SupplierOrderFilter): SQL | undefined =>
  and(eq(orders.supplierId, supplierId), isNull(orders.deletedAt), status && eq(orders.status, status))

const newestFirst = [desc(orders.createdAt), desc(orders.id)]

/** Some of the orders that match, and how many match. */
export async function findSupplierOrders(
  db: Queries,
  filter: SupplierOrderFilter,
  part: Part,
): Promise<{ orders: SupplierOrder[]; total: number }> {
  const { ids, total } = await searchOrders(db, filter, part)
  if (ids.length === 0) return { orders: [], total }
  const rows = await db.select().from(orders).where(inArray(orders.id, ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    orders: await toSupplierOrders(
      db,
      ids.flatMap((id) => byId.get(id) ?? []),
    ),
    total,
  }
}

/** Newest first, or the oldest first. */
export async function listSupplierOrders(
  db: Queries,
  filter: SupplierOrderFilter,
  part: Part & { isReversed: boolean },
): Promise<SupplierOrder[]> {
  const { isReversed, limit, offset } = part
  if (limit === 0) return []
  const order = isReversed ? [asc(orders.createdAt), asc(orders.id)] : newestFirst
  const rows = await db
    .select()
    .from(orders)
    .where(offset === 0 ? within(filter) : sql`${orders.id} = any(array(${idsIn(db, filter, part)}))`)
    .orderBy(...order)
    .limit(limit)
  return toSupplierOrders(db, rows)
}

/** What a far part skips is skipped in the index, or, where it is much, by days. */
function idsIn(
  db: Queries,
  filter: SupplierOrderFilter,
  { isReversed, limit, offset }: Part & { isReversed: boolean },
): SQLWrapper {
  const tallied = { supplierIds: [filter.supplierId], status: filter.status, where: within(filter) }
  if (offset > NEAR_OF_SUPPLIER) return farPartOf(tallied, !isReversed, { limit, offset })
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(within(filter))
    .orderBy(...(isReversed ? [asc(orders.createdAt), asc(orders.id)] : newestFirst))
    .limit(limit)
    .offset(offset)
}

/** One page of them, newest first, and how many they are. */
export async function pageOfSupplierOrders(
  db: Queries,
  filter: SupplierOrderFilter,
  asked: { page: number; perPage: number },
): Promise<{ orders: SupplierOrder[]; total: number }> {
  const found = await loadPage(await countSupplierOrders(db, filter), asked, (part) =>
    listSupplierOrders(db, filter, part),
  )
  return { orders: found.rows, total: found.total }
}

async function toSupplierOrders(db: Queries, rows: (typeof orders.$inferSelect)[]): Promise<SupplierOrder[]> {
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
    .orderBy(...newestFirst)
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
