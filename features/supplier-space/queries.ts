import { and, desc, eq, gte, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { callStatesOf } from '#features/calls/index.ts'
import { isWaitingForPayment } from '#features/earnings/index.ts'
import { withdrawals } from '#features/earnings/tables.ts'
import { linesOf, listLines, maskRecipient } from '#features/orders/index.ts'
import { ORDER_MOVES, type OrderStatus } from '#features/orders/model.ts'
import { orders } from '#features/orders/tables.ts'
import { parcelsOf } from '#features/parcels/index.ts'
import type { GainChoice } from '#features/settings/model.ts'
import type { DbOrTx } from '#platform/db/database.ts'
import { isWithin, nthOf } from '#platform/db/day-buckets.ts'
import { containsNumber, containsText, listPage } from '#platform/db/list-page.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { type Centimes, centimes, minus, plus, ZERO } from '#platform/kernel/money.ts'
import { lastDays } from '#platform/kernel/time.ts'
import type { SupplierOrder, SupplierStats } from './contract.ts'
import type { GainStep } from './model.ts'

interface Tally {
  status: OrderStatus
  payment: 'pending' | 'paid' | 'void'
  isWithdrawn: boolean
  orders: number
  collected: Centimes
  gain: Centimes
}

/** Counts and sums of a supplier's orders by state: a few rows for any number of orders. */
async function talliesOf(db: DbOrTx, supplierId: AccountId): Promise<Tally[]> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select status, payment, withdrawal_id is not null as "isWithdrawn", count(*)::int as orders,
      sum(collected)::bigint as collected, sum(gain)::bigint as gain
    from orders where supplier_id = ${supplierId} and deleted_at is null group by 1, 2, 3`)
  return rows as unknown as Tally[]
}

async function withdrawnByDecision(db: DbOrTx, supplierId: AccountId): Promise<Record<string, Centimes>> {
  const rows = await db
    .select({ status: withdrawals.status, sum: sql<Centimes>`sum(${withdrawals.amount})::bigint`.mapWith(Number) })
    .from(withdrawals)
    .where(eq(withdrawals.accountId, supplierId))
    .groupBy(withdrawals.status)
  return Object.fromEntries(rows.map(({ status, sum }) => [status, centimes(sum as number)]))
}

const gainsOf = (tallies: readonly Tally[]): Centimes => plus(...tallies.map((tally) => tally.gain))
const countOf = (tallies: readonly Tally[]): number => tallies.reduce((sum, tally) => sum + tally.orders, 0)

/** Gains are earned with delivered orders that are not void. */
const isEarned = ({ status, payment }: Tally): boolean => status === 'delivered' && payment !== 'void'

/** The figures of a supplier's dashboard, in centimes. */
export async function supplierStats(db: DbOrTx, supplierId: AccountId, when: GainChoice): Promise<SupplierStats> {
  const tallies = await talliesOf(db, supplierId)
  const sums = await withdrawnByDecision(db, supplierId)
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
    withdrawable: gainsOf(earned.filter((tally) => !tally.isWithdrawn && !isWaitingForPayment(tally, when))),
    waiting: gainsOf(earned.filter((tally) => isWaitingForPayment(tally, when))),
    withdrawn: plus(sums.pending ?? ZERO, sums.approved ?? ZERO),
  }
}

/** Gains by stage, and by day over the last `days` days in Casablanca (without cancelled orders), in centimes. */
export async function supplierGains(
  db: DbOrTx,
  supplierId: AccountId,
  { days, when }: { days: number; when: GainChoice },
  now: Date,
) {
  const tallies = await talliesOf(db, supplierId)
  const sums = await withdrawnByDecision(db, supplierId)
  const gainsWith = (...statuses: OrderStatus[]) => gainsOf(tallies.filter(({ status }) => statuses.includes(status)))
  const earned = tallies.filter(isEarned)
  const lasting = lastDays(now, days)
  const { rows: perDay } = await db.execute<{ nth: number; orders: number; gain: Centimes }>(sql`
    select ${nthOf(lasting)} as nth, count(*)::int as orders, sum(gain)::bigint as gain from orders
    where supplier_id = ${supplierId} and status <> 'cancelled' and deleted_at is null and ${isWithin(lasting)}
    group by 1 order by 1`)
  const requested = sums.pending ?? ZERO
  const paid = sums.approved ?? ZERO
  const waiting = gainsOf(earned.filter((tally) => isWaitingForPayment(tally, when)))
  return {
    pipeline: {
      ordered: gainsWith('pending', 'assigned'),
      onTheWay: gainsWith('in_transit'),
      delivered: gainsOf(earned),
      available: minus(gainsOf(earned), plus(waiting, requested, paid)),
      waiting,
      requested,
      paid,
    },
    perDay: perDay.map(({ nth, ...each }) => ({ day: lasting[nth - 1]!.day, ...each })),
  }
}

export interface SupplierOrderFilter {
  supplierId: AccountId
  status: OrderStatus | undefined
  step: GainStep | undefined
  when: GainChoice
  /** The typed text. */
  search: string
}

/** Matches names and phones of its own orders alone: a search must not reveal visitors whom the list masks. */
function searched(typed: string): SQL | undefined {
  const hasText = containsText(orders.search, typed)
  return hasText && or(and(eq(orders.origin, 'supplier'), hasText), containsNumber(orders.id, typed))
}

const isEarning = and(eq(orders.status, 'delivered'), ne(orders.payment, 'void'))

/** Matches orders whose gain is in a withdrawal of its supplier that stands so. These few are found first. */
const isWithdrawnAs = (decision: 'pending' | 'approved') => (supplierId: AccountId) =>
  sql`
  ${orders.withdrawalId} = any(array(
    select ${withdrawals.id} from ${withdrawals}
    where ${withdrawals.accountId} = ${supplierId} and ${withdrawals.status} = ${decision}))`

/** Matches the orders that the stages of `supplierGains` sum up. */
const AT_STEP: Readonly<Record<GainStep, (supplierId: AccountId, when: GainChoice) => SQL | undefined>> = {
  ordered: () => inArray(orders.status, ['pending', 'assigned']),
  onTheWay: () => eq(orders.status, 'in_transit'),
  delivered: () => isEarning,
  waiting: (_, when) =>
    when === 'paid' ? and(isEarning, isNull(orders.withdrawalId), eq(orders.payment, 'pending')) : sql`false`,
  available: (_, when) =>
    and(isEarning, isNull(orders.withdrawalId), when === 'paid' ? eq(orders.payment, 'paid') : undefined),
  requested: isWithdrawnAs('pending'),
  paid: isWithdrawnAs('approved'),
}

const filtered = ({ supplierId, status, step, when }: Omit<SupplierOrderFilter, 'search'>): SQL | undefined =>
  and(
    eq(orders.supplierId, supplierId),
    isNull(orders.deletedAt),
    status && eq(orders.status, status),
    step && AT_STEP[step](supplierId, when),
  )

const NEWEST_FIRST = [desc(orders.createdAt), desc(orders.id)]

/** One page of a supplier's orders, newest first, and the count of all that match. */
export async function listSupplierOrders(
  db: DbOrTx,
  filter: SupplierOrderFilter,
  paging: { page: number; perPage: number },
): Promise<{ orders: SupplierOrder[]; total: number }> {
  const { rows, total } = await listPage(db, {
    query: db.select().from(orders).$dynamic(),
    table: orders,
    where: filtered(filter),
    search: searched(filter.search),
    sort: NEWEST_FIRST,
    newest: NEWEST_FIRST,
    ...paging,
  })
  return { orders: await toSupplierOrders(db, rows, filter.when), total }
}

/** The newest orders, or those older than the given one, for files and for callers without pages. */
export async function listNewestOrders(
  db: DbOrTx,
  filter: SupplierOrderFilter,
  limit: number,
  last: Pick<SupplierOrder, 'id' | 'createdAt'> | null = null,
) {
  const isOlder =
    last && sql`(${orders.createdAt}, ${orders.id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id})`
  const rows = await db
    .select()
    .from(orders)
    .where(and(filtered(filter), searched(filter.search), isOlder ?? undefined))
    .orderBy(...NEWEST_FIRST)
    .limit(limit)
  return toSupplierOrders(db, rows, filter.when)
}

async function toSupplierOrders(
  db: DbOrTx,
  rows: (typeof orders.$inferSelect)[],
  when: GainChoice,
): Promise<SupplierOrder[]> {
  const ids = rows.map((row) => row.id)
  const lines = await linesOf(db, ids)
  const calls = await callStatesOf(db, ids)
  const parcels = await parcelsOf(db, ids)
  return rows.map((order) => {
    const { customerId, name, phone, address, city } = order
    const isOwn = order.origin === 'supplier'
    const recipient = isOwn ? { name, phone, address, city } : maskRecipient({ name, phone, city })
    return {
      id: order.id,
      recipient: { customerId, ...recipient },
      note: isOwn ? order.note : null,
      products: (lines.get(order.id) ?? []).map((line) => ({ name: line.name, quantity: line.quantity })),
      status: order.status,
      confirmation: calls.get(order.id) ?? null,
      parcel: parcels.get(order.id) ?? null,
      payment: order.payment,
      gain: order.gain,
      collected: order.collected,
      isWithdrawn: order.withdrawalId !== null,
      isWaiting:
        order.status === 'delivered' &&
        isWaitingForPayment({ payment: order.payment, isWithdrawn: order.withdrawalId !== null }, when),
      isEditable: isOwn && ORDER_MOVES.supplier[order.status].length > 0,
      isByCode: !isOwn,
      createdAt: order.createdAt,
    }
  })
}

/** Orders for the printed statement, newest first: since a moment, or all. */
export const listStatement = (db: DbOrTx, supplierId: AccountId, since: Date | null, limit: number) =>
  db
    .select({
      id: orders.id,
      createdAt: orders.createdAt,
      city: orders.city,
      collected: orders.collected,
      gain: orders.gain,
      status: orders.status,
      payment: orders.payment,
      isWithdrawn: sql<boolean>`${orders.withdrawalId} is not null`,
    })
    .from(orders)
    .where(
      and(
        eq(orders.supplierId, supplierId),
        isNull(orders.deletedAt),
        since === null ? undefined : gte(orders.createdAt, since),
      ),
    )
    .orderBy(...NEWEST_FIRST)
    .limit(limit)

/** The calculation of an order's gain, in centimes; null when the supplier has no such order. */
export async function findGain(db: DbOrTx, id: OrderId, supplierId: AccountId) {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.supplierId, supplierId), isNull(orders.deletedAt)))
  if (!order) return null
  const explained = (await listLines(db, id)).map(({ name, quantity, userPrice, distributorPrice }) => ({
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
    discountPercent: order.discountPercent,
    delivery: order.delivery,
    gain: order.gain,
  }
}
