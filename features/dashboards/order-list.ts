import { and, asc, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { accounts } from '#features/accounts/tables.ts'
import { ORDER_STATUSES, type OrderStatus, type PaymentStatus } from '#features/orders/names.ts'
import { orderLines, orders } from '#features/orders/tables.ts'
import type { Queries } from '#platform/db/database.ts'
import { pageWindow } from '#platform/http/paging.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import type { AdminOrder } from './contract.ts'
import { ORDERS_REACHED, type OrderSort, ROWS_REACHED } from './names.ts'
import { countTallied, isWithin, stretchOf } from './order-days.ts'
import {
  type AdminOrderFilter,
  ALL,
  foundBy,
  isMeant,
  isNothing,
  LISTED,
  type Meaning,
  meaningOf,
  passes,
  someFound,
  soughtBy,
} from './order-search.ts'

type Found = { order: typeof orders.$inferSelect; customId: string | null; name: string | null; phone: string | null }

interface Asked {
  page: number
  perPage: number
  sort: OrderSort
}

interface Page {
  rows: AdminOrder[]
  total: number
}

/**
 * One page of the orders that match, and how many match in all. By date, what the tallies count is listed to its end;
 * `ROWS_REACHED` at most of what is searched for, `ORDERS_REACHED` of what is of one city, may be a double or is sorted by
 * amount.
 */
export async function listAdminOrders(db: Queries, filter: AdminOrderFilter, asked: Asked, now: Date): Promise<Page> {
  const meaning = await meaningOf(db, filter, LISTED)
  const { supplierId, search } = meaning
  if (supplierId === null || (search && isNothing(search))) return { rows: [], total: 0 }
  const where = passes(filter, meaning, now)
  if (search) return listFound(db, meaning, where, asked)
  if (filter.isFlagged || filter.city !== undefined) return listReached(db, firstOf(filter, where, asked.sort), asked)
  if (isByAmount(asked.sort)) {
    const isOfStates = supplierId === undefined && !filter.days
    return listReached(db, isOfStates ? largestOf(filter, asked.sort) : firstOf(filter, where, asked.sort), asked)
  }
  return listByDate(db, filter, meaning, where, asked, now)
}

const isByAmount = (sort: OrderSort): boolean => sort.endsWith('Amount')

/** Amounts are sorted among the newest orders, where no index has them. */
const isNewestFirst = (sort: OrderSort): boolean => isByAmount(sort) || sort === '-created_at'

interface State {
  status: OrderStatus
  payment: PaymentStatus
}

/** Of orders that are not delivered nobody has paid or lost anything. */
const STATES: readonly State[] = [
  ...ORDER_STATUSES.map((status) => ({ status, payment: 'pending' as const })),
  { status: 'delivered', payment: 'paid' },
  { status: 'delivered', payment: 'void' },
]

const ofState = ({ status, payment }: State): SQL =>
  sql`${orders.status} = ${status} and ${orders.payment} = ${payment}`

/** What lists are sorted by is in the indexes that find it: nothing else is read of what a page does not show. */
const DATED = sql`${orders.id}, ${orders.createdAt}`
const PRICED = sql`${orders.id}, ${orders.collected}`

/** As many as are listed, and one more where there are more. */
const LIMIT = ORDERS_REACHED + 1

/** Of the states that pass, the orders with the largest or smallest amounts: an index has each state's in order. */
function largestOf({ status, payment }: AdminOrderFilter, sort: OrderSort): SQL {
  const order = sql.join(sortOf(sort), sql`, `)
  const states = STATES.filter(
    (state) => (!status || state.status === status) && (!payment || state.payment === payment),
  )
  if (states.length === 0) return sql`select ${PRICED} from ${orders} where false`
  const each = states.map(
    (state) => sql`(
      select ${PRICED} from ${orders} where ${and(isNull(orders.deletedAt), ofState(state))} order by ${order} limit ${LIMIT})`,
  )
  return sql`select * from (${sql.join(each, sql` union all `)}) as ${orders} order by ${order} limit ${LIMIT}`
}

/** The first that match, by date: the newest, unless the oldest are asked for. The index of a city has its states apart. */
function firstOf({ city, status }: AdminOrderFilter, where: SQL | undefined, sort: OrderSort): SQL {
  const order = sql.join(dateOrder(isNewestFirst(sort)), sql`, `)
  const part = (condition?: SQL) =>
    sql`(select ${DATED} from ${orders} where ${and(where, condition)} order by ${order} limit ${LIMIT})`
  const parts = city !== undefined && !status ? ORDER_STATUSES.map((each) => part(eq(orders.status, each))) : [part()]
  const first = sql`select * from (${sql.join(parts, sql` union all `)}) as ${orders} order by ${order} limit ${LIMIT}`
  return isByAmount(sort) ? pricesOf(sql`select id from (${first}) as first`) : first
}

/** Looked up by their numbers: left to itself, the database may read all orders for a thousand of them. */
const pricesOf = (ids: SQL): SQL => sql`select ${PRICED} from ${orders} where ${orders.id} = any(array(${ids}))`

/** Counted and sorted at once: `ORDERS_REACHED` at most. */
async function listReached(db: Queries, matched: SQL, { page, perPage, sort }: Asked): Promise<Page> {
  const { rows } = await db.execute<{ total: number; ids: OrderId[] }>(sql`
    with matched as materialized (${matched})
    select (select count(*)::int from matched) as total, array(
      select id from matched as ${orders} order by ${sql.join(sortOf(sort), sql`, `)} ${partOf({ page, perPage }, ORDERS_REACHED)}
    ) as ids`)
  const { total, ids } = rows[0]!
  return { rows: await loadAll(db, ids, sort), total: Math.min(total, ORDERS_REACHED) }
}

/** Of what lists do not go beyond. */
function partOf({ page, perPage }: { page: number; perPage: number }, reached: number): SQL {
  const offset = (page - 1) * perPage
  return sql`limit ${Math.max(0, Math.min(perPage, reached - offset))} offset ${offset}`
}

/** What a search finds: by date, no more of each part of it than the page needs. */
async function listFound(db: Queries, { search }: Meaning, where: SQL | undefined, asked: Asked): Promise<Page> {
  const { page, perPage, sort } = asked
  const limit = isByAmount(sort) ? ROWS_REACHED : Math.min(page * perPage, ROWS_REACHED)
  const wanted = { where, isNewestFirst: isNewestFirst(sort) }
  const listed = isByAmount(sort) ? pricesOf(sql`select id from first`) : sql`table first`
  const { rows } = await db.execute<{ total: number; ids: OrderId[] }>(sql`
    with ${soughtBy(search!, wanted)}, first as materialized (${foundBy(search!, wanted, limit)})
    select (select count(*)::int from (${someFound(search!, where, ROWS_REACHED)}) as reached) as total, array(
      select id from (${listed}) as ${orders} order by ${sql.join(sortOf(sort), sql`, `)} ${partOf({ page, perPage }, ROWS_REACHED)}
    ) as ids`)
  const { total, ids } = rows[0]!
  return { rows: await loadAll(db, ids, sort), total }
}

/** To its end, which is as near as its beginning; what lies between is as near as the days that the tallies count. */
async function listByDate(
  db: Queries,
  filter: AdminOrderFilter,
  { supplierId }: Meaning,
  where: SQL | undefined,
  asked: Asked,
  now: Date,
): Promise<Page> {
  const { status, payment, days } = filter
  const tallied = { status, payment, days, supplierIds: supplierId ? [supplierId] : undefined }
  const total = await countTallied(db, tallied, now)
  if (total === 0) return { rows: [], total }
  if (total <= ORDERS_REACHED && !isInOrder(filter))
    return listReached(db, sql`select ${isByAmount(asked.sort) ? PRICED : DATED} from ${orders} where ${where}`, asked)
  const part = pageWindow(total, asked)
  const isNewest = isNewestFirst(asked.sort) !== part.isReversed
  const stretch = await stretchOf(db, { ...tallied, where }, isNewest, part, now)
  const rows = await loadOrders(db, and(where, stretch ? isWithin(stretch) : undefined), isNewest, stretch ?? part)
  return { rows: part.isReversed ? rows.reverse() : rows, total }
}

/** Whether an index has all that match, and nothing else, by date: of one filter, and of days with it. */
const isInOrder = ({ status, payment, supplier }: AdminOrderFilter): boolean =>
  [status, payment, supplier].filter((each) => each !== undefined).length <= 1

/** The numbers are read from the index alone; the rows of the page alone are looked up. */
async function loadOrders(
  db: Queries,
  where: SQL | undefined,
  isNewest: boolean,
  { limit, offset }: { limit: number; offset: number },
): Promise<AdminOrder[]> {
  if (limit === 0) return []
  const order = dateOrder(isNewest)
  const found = db
    .select({ id: orders.id })
    .from(orders)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
    .as('found')
  const rows = await selectFound(db)
    .innerJoin(found, eq(found.id, orders.id))
    .orderBy(...order)
  return toAdminOrders(db, rows)
}

async function loadAll(db: Queries, ids: OrderId[], sort: OrderSort): Promise<AdminOrder[]> {
  if (ids.length === 0) return []
  const rows = await selectFound(db)
    .where(inArray(orders.id, ids))
    .orderBy(...sortOf(sort))
  return toAdminOrders(db, rows)
}

const dateOrder = (isNewest: boolean): SQL[] =>
  isNewest ? [desc(orders.createdAt), desc(orders.id)] : [asc(orders.createdAt), asc(orders.id)]

function sortOf(sort: OrderSort): SQL[] {
  if (!isByAmount(sort)) return dateOrder(isNewestFirst(sort))
  return sort.startsWith('-') ? [desc(orders.collected), desc(orders.id)] : [asc(orders.collected), asc(orders.id)]
}

const selectFound = (db: Queries) =>
  db
    .select({ order: orders, customId: accounts.customId, name: accounts.name, phone: accounts.phone })
    .from(orders)
    .leftJoin(accounts, eq(accounts.id, orders.supplierId))

async function toAdminOrders(db: Queries, found: readonly Found[]): Promise<AdminOrder[]> {
  const lines = await linesOf(
    db,
    found.map(({ order }) => order.id),
  )
  return found.map(({ order, ...supplier }) => ({
    id: order.id,
    supplier: supplierOf(order.supplierId, supplier),
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
}

export const supplierOf = (id: AccountId | null, { customId, name, phone }: Omit<Found, 'order'>) =>
  id === null ? null : { id, customId: customId!, name: name!, phone: phone! }

async function linesOf(db: Queries, ids: OrderId[]): Promise<Map<OrderId, AdminOrder['lines']>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: orderLines.id, orderId: orderLines.orderId, quantity: orderLines.quantity, name: orderLines.name })
    .from(orderLines)
    .where(inArray(orderLines.orderId, ids))
    .orderBy(asc(orderLines.id))
  return Map.groupBy(rows, (row) => row.orderId)
}

export interface ExportedOrder extends Found {
  lines: AdminOrder['lines']
}

/** Part of a file of the orders that match, newest first, from below the given one. */
export async function ordersBefore(
  db: Queries,
  filter: AdminOrderFilter,
  now: Date,
  last: ExportedOrder | null,
  limit: number,
): Promise<ExportedOrder[]> {
  const meaning = await meaningOf(db, filter, ALL)
  const where = and(passes(filter, meaning, now), meaning.search ? isMeant(meaning.search) : undefined)
  const found = await selectFound(db)
    .where(and(where, last ? lt(orders.id, last.order.id) : undefined))
    .orderBy(desc(orders.id))
    .limit(limit)
  const lines = await linesOf(
    db,
    found.map(({ order }) => order.id),
  )
  return found.map((each) => ({ ...each, lines: lines.get(each.order.id) ?? [] }))
}
