import { and, asc, desc, eq, gte, inArray, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/tables.ts'
import type { OrderStatus, PaymentStatus } from '#features/orders/names.ts'
import { customers, orderLines, orders } from '#features/orders/tables.ts'
import type { Queries } from '#platform/db/database.ts'
import { escapeLike } from '#platform/http/paging.ts'
import { type AccountId, type CustomerId, MAX_ID, type OrderId } from '#platform/kernel/ids.ts'
import { fold } from '#platform/kernel/text.ts'
import { localDay, startOfDays } from '#platform/kernel/time.ts'
import type { AdminOrder } from './contract.ts'
import { ORDERS_REACHED, type OrderSort } from './names.ts'
import { holding, idsOf, loadPage, ROWS_LOOKED_AT, SHORTEST_PART } from './people-search.ts'

export interface AdminOrderFilter {
  /** As it was typed: a part of an order's number; of the number, name or phone of a supplier or of a customer. */
  search: string
  status: OrderStatus | undefined
  payment: PaymentStatus | undefined
  days: number | undefined
  /** Those alone that may be a second order of one person. */
  isFlagged: boolean
  /** A custom id. */
  supplier: string | undefined
  /** As it is listed. */
  city: string | undefined
}

type Found = { order: typeof orders.$inferSelect; customId: string | null; name: string | null; phone: string | null }

/** Shorter numbers are those of orders and suppliers: they stand in too many phones by chance. */
const SHORTEST_PHONE = 6

/** Of how many customers, the newest that match, a search lists the orders. */
const CUSTOMERS_REACHED = 500

/** The same of suppliers, who have many orders each. */
const SUPPLIERS_REACHED = 200

/** Who and what a filter means, looked up first, so that the orders are found by their indexes. */
interface Meaning {
  /** Undefined when none is asked for; null when there is no such supplier. */
  supplierId: AccountId | null | undefined
  search: {
    supplierIds: readonly AccountId[]
    customerIds: readonly CustomerId[]
    orderIds: readonly OrderId[]
    /** For numbers of orders: one or two digits are in too many of them to be looked up. */
    idPattern: string | null
    /** More match than are looked at. */
    isCut: boolean
  } | null
}

/** How far a search looks; a file of the orders holds all of them. */
interface Reach {
  suppliers: number
  customers: number
  orders: number
}

const LISTED: Reach = { suppliers: SUPPLIERS_REACHED, customers: CUSTOMERS_REACHED, orders: ORDERS_REACHED }
const ALL: Reach = { suppliers: MAX_ID, customers: MAX_ID, orders: MAX_ID }

async function meaningOf(db: Queries, { search, supplier }: AdminOrderFilter, reach: Reach): Promise<Meaning> {
  const supplierId = supplier === undefined ? undefined : await findSupplierId(db, supplier)
  const text = fold(search)
  if (text === '') return { supplierId, search: null }
  const part = `%${escapeLike(text)}%`
  const isNumber = /^\d+$/.test(text)
  const isLong = text.length >= SHORTEST_PART
  const isPerson = isNumber ? text.length >= SHORTEST_PHONE : isLong
  const isTheirs = holding(search)!
  // What is known of a supplier holds its identifier: the trigrams of the one find the other.
  const isTheirNumber = sql`(id::text like ${part} or ${isLong ? sql`search like ${part} and` : sql``} lower(custom_id) like ${part}
    ${isPerson ? sql`or ${isTheirs}` : sql``})`
  const suppliers = {
    table: accounts,
    within: eq(accounts.role, 'supplier'),
    holding: isNumber ? isTheirNumber : isTheirs,
    isShort: !isLong,
  }
  const buyers = { table: customers, within: undefined, holding: isTheirs, isShort: false }
  const numbers = {
    table: orders,
    within: isNull(orders.deletedAt),
    holding: sql`id::text like ${part}`,
    isShort: false,
  }
  const nobody = sql`select null::int where false`
  const { rows } = await db.execute<{ suppliers: AccountId[]; customers: CustomerId[]; orders: OrderId[] }>(sql`
    select
      array(${idsOf(suppliers, true, reach.suppliers + 1)}) as suppliers,
      array(${isPerson ? idsOf(buyers, true, reach.customers + 1) : nobody}) as customers,
      array(${isNumber && isLong ? idsOf(numbers, true, reach.orders + 1) : nobody}) as orders`)
  const found = rows[0]!
  return {
    supplierId,
    search: {
      supplierIds: found.suppliers.slice(0, reach.suppliers),
      customerIds: found.customers.slice(0, reach.customers),
      orderIds: found.orders.slice(0, reach.orders),
      idPattern: isNumber && !isLong ? part : null,
      isCut:
        found.suppliers.length > reach.suppliers ||
        found.customers.length > reach.customers ||
        found.orders.length > reach.orders,
    },
  }
}

async function findSupplierId(db: Queries, customId: string): Promise<AccountId | null> {
  const [row] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(sql`upper(${accounts.customId})`, customId.toUpperCase()), eq(accounts.role, 'supplier')))
  return row?.id ?? null
}

const isAnyOf = (column: PgColumn, ids: readonly number[]): SQL | undefined =>
  ids.length === 0 ? undefined : sql`${column} = any(${sql.param(ids)}::int[])`

/** Found by number: few, however many orders there are. */
const isNamed = ({ orderIds, customerIds }: NonNullable<Meaning['search']>): SQL | undefined =>
  or(isAnyOf(orders.id, orderIds), isAnyOf(orders.customerId, customerIds))

const isNothing = ({ orderIds, customerIds, supplierIds, idPattern }: NonNullable<Meaning['search']>): boolean =>
  orderIds.length + customerIds.length + supplierIds.length === 0 && idPattern === null

const isMeant = (search: NonNullable<Meaning['search']>): SQL =>
  or(
    isNamed(search),
    isAnyOf(orders.supplierId, search.supplierIds),
    search.idPattern === null ? undefined : sql`${orders.id}::text like ${search.idPattern}`,
  ) ?? sql`false`

/** What the columns of an order say, without the search. */
const passes = (filter: AdminOrderFilter, { supplierId }: Meaning, now: Date): SQL | undefined =>
  and(
    isNull(orders.deletedAt),
    filter.status && eq(orders.status, filter.status),
    filter.payment && eq(orders.payment, filter.payment),
    // What was decided about money has an index of its own, of delivered orders.
    filter.payment && filter.payment !== 'pending' ? sql`${orders.status} = 'delivered'` : undefined,
    filter.days ? gte(orders.createdAt, startOfDays(now, filter.days)) : undefined,
    filter.isFlagged ? sql`${orders.flagged}` : undefined,
    filter.city === undefined ? undefined : eq(orders.city, filter.city),
    supplierId === undefined ? undefined : supplierId === null ? sql`false` : eq(orders.supplierId, supplierId),
  )

const matching = (filter: AdminOrderFilter, meaning: Meaning, now: Date): SQL | undefined =>
  and(passes(filter, meaning, now), meaning.search ? isMeant(meaning.search) : undefined)

interface Count {
  total: number
  /** False when counting stopped at `ORDERS_REACHED`. */
  isWhole: boolean
}

/** How many orders match. The tallies know of status, payment, days and suppliers; what they do not know is counted. */
async function countOf(db: Queries, filter: AdminOrderFilter, meaning: Meaning, now: Date): Promise<Count> {
  const { supplierId, search } = meaning
  if (supplierId === null) return { total: 0, isWhole: true }
  if (search && (filter.isFlagged || filter.city !== undefined || search.idPattern || search.isCut)) {
    if (isNothing(search)) return { total: 0, isWhole: true }
    const count = await countSome(db, someFound(filter, meaning, now))
    return search.idPattern ? { ...count, isWhole: false } : count
  }
  if (filter.isFlagged || filter.city !== undefined)
    return countSome(db, someOf(passes(filter, meaning, now), NEWEST_FIRST))
  if (!search) return { total: await tallied(db, filter, supplierId && [supplierId], now), isWhole: true }
  const theirs =
    supplierId === undefined ? search.supplierIds : search.supplierIds.filter((each) => each === supplierId)
  const ofSuppliers = theirs.length === 0 ? 0 : await tallied(db, filter, theirs, now)
  return { total: ofSuppliers + (await countOthers(db, filter, meaning, now)), isWhole: true }
}

/** Of all suppliers and of none, unless some are named. */
async function tallied(
  db: Queries,
  { status, payment, days }: AdminOrderFilter,
  supplierIds: readonly AccountId[] | undefined,
  now: Date,
): Promise<number> {
  const where = and(
    days ? sql`placed_on >= ${localDay(startOfDays(now, days))}::date` : undefined,
    supplierIds && sql`supplier_id = any(${sql.param(supplierIds)}::int[])`,
    status && sql`status = ${status}`,
    payment && sql`payment = ${payment}`,
  )
  const { rows } = await db.execute<{ count: number }>(sql`
    select coalesce(sum(orders), 0)::int as count
    from ${sql.raw(`${supplierIds ? 'order' : 'shop'}_${days ? 'tally' : 'total'}_rows`)}
    where ${where ?? sql`true`}`)
  return rows[0]!.count
}

/** What is found by number and is not of a supplier who is found: those are in the tallies. */
async function countOthers(db: Queries, filter: AdminOrderFilter, meaning: Meaning, now: Date): Promise<number> {
  const search = meaning.search!
  const named = isNamed(search)
  if (!named) return 0
  const ofFound = isAnyOf(orders.supplierId, search.supplierIds)
  return db.$count(
    orders,
    and(passes(filter, meaning, now), named, ofFound && or(isNull(orders.supplierId), not(ofFound))),
  )
}

const NEWEST_FIRST = sql`order by ${orders.createdAt} desc, ${orders.id} desc`

/** The numbers of some that match, as many as are counted. */
const someOf = (where: SQL | undefined, order: SQL = sql``): SQL =>
  sql`(select ${orders.id} from ${orders} where ${where} ${order} limit ${ORDERS_REACHED + 1})`

/**
 * What a search finds, each part by its own index and in that index's order: left to itself, the database would rather
 * read the table until it met enough.
 */
function someFound(filter: AdminOrderFilter, meaning: Meaning, now: Date): SQL {
  const { orderIds, customerIds, supplierIds, idPattern } = meaning.search!
  const where = passes(filter, meaning, now)
  const found = [
    [isAnyOf(orders.id, orderIds), sql`order by ${orders.id}`],
    [isAnyOf(orders.customerId, customerIds), sql`order by ${orders.customerId}`],
    [isAnyOf(orders.supplierId, supplierIds), sql`order by ${orders.supplierId}`],
  ] as const
  const parts = found.flatMap(([holding, order]) => (holding ? someOf(and(where, holding), order) : []))
  const newest = sql`select id from ${orders} where ${where} ${NEWEST_FIRST} limit ${ROWS_LOOKED_AT}`
  const byPattern = sql`(select id from (${newest}) as looked_at where id::text like ${idPattern})`
  return sql.join(idPattern === null ? parts : [...parts, byPattern], sql` union `)
}

async function countSome(db: Queries, some: SQL): Promise<Count> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from (${some}) as reached`)
  const { count } = rows[0]!
  return { total: Math.min(count, ORDERS_REACHED), isWhole: count <= ORDERS_REACHED }
}

/** One page of the orders that match, and how many match in all: `ORDERS_REACHED` at most where they must be counted. */
export async function listAdminOrders(
  db: Queries,
  filter: AdminOrderFilter,
  { page, perPage, sort }: { page: number; perPage: number; sort: OrderSort },
  now: Date,
): Promise<{ rows: AdminOrder[]; total: number }> {
  const meaning = await meaningOf(db, filter, LISTED)
  if (isFew(meaning)) return listFew(db, matching(filter, meaning, now), { page, perPage, sort })
  const { total, isWhole } = await countOf(db, filter, meaning, now)
  if (total === 0) return { rows: [], total }
  const where = matching(filter, meaning, now)
  if (isWhole && total <= ORDERS_REACHED && !isInOrder(filter, sort)) return listFew(db, where, { page, perPage, sort })
  const load = (part: { isReversed: boolean; limit: number; offset: number }) => loadOrders(db, where, sort, part)
  if (isWhole) return loadPage(total, { page, perPage }, load)
  // Where the end is, nobody has looked.
  const offset = (page - 1) * perPage
  const limit = Math.max(0, Math.min(perPage, total - offset))
  return { rows: await load({ isReversed: false, offset, limit }), total }
}

/** Whether an index has all that match, and nothing else, in the order asked: of one filter, and of days with it. */
const isInOrder = (
  { search, status, payment, isFlagged, supplier, city }: AdminOrderFilter,
  sort: OrderSort,
): boolean =>
  !sort.endsWith('Amount') &&
  search === '' &&
  [status, payment, isFlagged || undefined, supplier, city].filter((each) => each !== undefined).length <= 1

/** Whether all that is found was found by number: some hundreds of orders at most, in a list of any length. */
const isFew = ({ search }: Meaning): boolean =>
  search !== null && !search.isCut && search.idPattern === null && search.supplierIds.length === 0

/** Counted and sorted at once. Left to itself, the database would read the list from its newest end until it met ten of them. */
async function listFew(
  db: Queries,
  where: SQL | undefined,
  { page, perPage, sort }: { page: number; perPage: number; sort: OrderSort },
): Promise<{ rows: AdminOrder[]; total: number }> {
  const order = sortOf(sort, false)
  const { rows } = await db.execute<{ total: number; ids: OrderId[] }>(sql`
    with matched as materialized (
      select ${orders.id}, ${orders.createdAt}, ${orders.collected} from ${orders} where ${where}
    )
    select (select count(*)::int from matched) as total, array(
      select id from matched as ${orders} order by ${sql.join(order, sql`, `)} limit ${perPage} offset ${(page - 1) * perPage}
    ) as ids`)
  const { total, ids } = rows[0]!
  if (ids.length === 0) return { rows: [], total }
  const found = await selectFound(db)
    .where(inArray(orders.id, ids))
    .orderBy(...order)
  return { rows: await toAdminOrders(db, found), total }
}

/** The numbers are read from the index alone; the rows of the page alone are looked up. */
async function loadOrders(
  db: Queries,
  where: SQL | undefined,
  sort: OrderSort,
  { isReversed, limit, offset }: { isReversed: boolean; limit: number; offset: number },
): Promise<AdminOrder[]> {
  if (limit === 0) return []
  const order = sortOf(sort, isReversed)
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

function sortOf(sort: OrderSort, isReversed: boolean): SQL[] {
  const column = sort.endsWith('Amount') ? orders.collected : orders.createdAt
  const isDescending = sort.startsWith('-') !== isReversed
  return isDescending ? [desc(column), desc(orders.id)] : [asc(column), asc(orders.id)]
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
  const where = matching(filter, await meaningOf(db, filter, ALL), now)
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
