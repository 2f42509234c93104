import { and, asc, eq, lte, or, type SQL, sql } from 'drizzle-orm'
import { accounts } from '#features/accounts/tables.ts'
import { hasBeenGoneForLong, linesOf } from '#features/orders/index.ts'
import { orderLines, orders } from '#features/orders/tables.ts'
import { couriers, parcels } from '#features/parcels/tables.ts'
import type { DbOrTx } from '#platform/db/database.ts'
import { containsNumber, containsText, listPage } from '#platform/db/list-page.ts'
import { DAY_MS } from '#platform/kernel/durations.ts'
import type { CourierId } from '#platform/kernel/ids.ts'
import { type Centimes, plus, times, ZERO } from '#platform/kernel/money.ts'
import type { ExpectedReturn } from '../contract.ts'
import { REFUSED_FOR_DAYS } from '../model.ts'
import { supplierOfRow, TOO_SHORT_FOR_PHONE } from '../orders/order-list.ts'

export interface ReturnFilter {
  /** The typed text: a piece of an order's number, of a name, a phone or a city. */
  search: string
  /** Parcels alone that left so many days ago, or earlier. */
  days: number | undefined
  /** The parcels of one courier alone. */
  courier: CourierId | undefined
}

/** Cancelled or deleted while a courier has the pieces: the condition of their index, word for word. */
const IS_OVER_OUTSIDE = sql`${orders.leftAt} is not null and ${orders.piecesBackAt} is null
  and (${orders.status} = 'cancelled' or ${orders.deletedAt} is not null)`

/**
 * Expected back: what is over while a courier has the pieces, and what was refused so long ago that it should be back, though
 * nobody has cancelled it. Each part has its index, and few orders are in either.
 */
function isExpected(now: Date): SQL {
  const refusedBefore = new Date(now.getTime() - REFUSED_FOR_DAYS * DAY_MS).toISOString()
  return sql`${orders.id} = any(array(
    select ${orders.id} from ${orders} where ${IS_OVER_OUTSIDE}
    union all
    select ${orders.id} from ${parcels} join ${orders} on ${orders.id} = ${parcels.orderId}
    where ${parcels.state} in ('refused', 'returning') and ${parcels.stateAt} <= ${refusedBefore}::timestamptz
      and ${orders.status} = 'in_transit' and ${orders.leftAt} is not null and ${orders.deletedAt} is null))`
}

const filtered = ({ days, courier }: ReturnFilter, now: Date): SQL | undefined =>
  and(
    isExpected(now),
    days === undefined ? undefined : lte(orders.leftAt, new Date(now.getTime() - days * DAY_MS)),
    courier === undefined
      ? undefined
      : sql`exists (select from ${parcels} where ${parcels.orderId} = ${orders.id} and ${parcels.courierId} = ${courier})`,
  )

function searched({ search }: ReturnFilter): SQL | undefined {
  const hasText = containsText(orders.search, search)
  return hasText && or(TOO_SHORT_FOR_PHONE.test(search.trim()) ? undefined : hasText, containsNumber(orders.id, search))
}

/** Parcels that left first come first. */
const OLDEST_FIRST = [asc(orders.leftAt), asc(orders.id)]

/** One page of expected parcels, and the count of all that match. */
export async function listExpectedReturns(
  db: DbOrTx,
  filter: ReturnFilter,
  paging: { page: number; perPage: number },
  now: Date,
): Promise<{ rows: ExpectedReturn[]; total: number }> {
  const { rows, total } = await listPage(db, {
    query: selectParcels(db).$dynamic(),
    table: orders,
    where: filtered(filter, now),
    search: searched(filter),
    sort: OLDEST_FIRST,
    ...paging,
  })
  return { rows: await toExpectedReturns(db, rows, now), total }
}

/** The next rows of a file, in the order of the list, after the given one. */
export async function expectedReturnsAfter(
  db: DbOrTx,
  filter: ReturnFilter,
  { last, limit }: { last: ExpectedReturn | null; limit: number },
  now: Date,
): Promise<ExpectedReturn[]> {
  const isAfter =
    last && sql`(${orders.leftAt}, ${orders.id}) > (${last.leftAt.toISOString()}::timestamptz, ${last.id})`
  const rows = await selectParcels(db)
    .where(and(filtered(filter, now), searched(filter), isAfter ?? undefined))
    .orderBy(...OLDEST_FIRST)
    .limit(limit)
  return toExpectedReturns(db, rows, now)
}

const PARCELS_AT_ONCE = 1_000

/** All expected parcels that match, in the order of the list: a letter that asks for them leaves none out. */
export async function allExpectedReturns(db: DbOrTx, filter: ReturnFilter, now: Date): Promise<ExpectedReturn[]> {
  const all: ExpectedReturn[] = []
  let part: ExpectedReturn[]
  do {
    part = await expectedReturnsAfter(db, filter, { last: all.at(-1) ?? null, limit: PARCELS_AT_ONCE }, now)
    all.push(...part)
  } while (part.length === PARCELS_AT_ONCE)
  return all
}

/** Counts the expected parcels and sums their pieces at distributor prices, in centimes. */
export async function sumExpectedReturns(db: DbOrTx, now: Date): Promise<{ count: number; amount: Centimes }> {
  // Lines are looked up for each parcel: a join reads all lines, since the planner reckons with many parcels.
  const { rows } = await db.execute<{ count: number; amount: Centimes }>(sql`
    select count(*)::int as count, coalesce(sum((
      select sum(quantity * distributor_price) from ${orderLines} where order_id = ${orders.id})), 0)::bigint as amount
    from ${orders} where ${isExpected(now)}`)
  return rows[0]!
}

const selectParcels = (db: DbOrTx) =>
  db
    .select({
      order: orders,
      // The parcel is expected since the cancellation, the deletion of an order that was not cancelled, or the refusal.
      closedAt: sql<Date>`coalesce(
        (select moved_at from order_moves where order_id = ${orders.id} and status = 'cancelled'),
        ${orders.deletedAt}, ${parcels.stateAt})`.mapWith(orders.deletedAt),
      customId: accounts.customId,
      name: accounts.name,
      phone: accounts.phone,
      courier: couriers.name,
      tracking: parcels.tracking,
    })
    .from(orders)
    .leftJoin(accounts, eq(accounts.id, orders.supplierId))
    .leftJoin(parcels, eq(parcels.orderId, orders.id))
    .leftJoin(couriers, eq(couriers.id, parcels.courierId))

type ParcelRow = Awaited<ReturnType<typeof selectParcels>>[number]

async function toExpectedReturns(db: DbOrTx, found: readonly ParcelRow[], now: Date): Promise<ExpectedReturn[]> {
  const lines = await linesOf(
    db,
    found.map(({ order }) => order.id),
  )
  return found.map(({ order, closedAt, courier, tracking, ...supplier }) => {
    const inside = lines.get(order.id) ?? []
    return {
      ...order,
      reason: order.cancelReason,
      supplier: supplierOfRow(order.supplierId, supplier),
      recipient: order,
      lines: inside,
      pieces: inside.reduce((sum, { quantity }) => sum + quantity, 0),
      value: inside.reduce((sum, line) => plus(sum, times(line.distributorPrice, line.quantity)), ZERO),
      leftAt: order.leftAt!,
      closedAt,
      courier,
      tracking,
      isDeleted: order.deletedAt !== null,
      canBeLost: hasBeenGoneForLong(order.leftAt!, now),
    }
  })
}
