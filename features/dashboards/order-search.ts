import { and, eq, gte, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/tables.ts'
import type { OrderStatus, PaymentStatus } from '#features/orders/names.ts'
import { orders } from '#features/orders/tables.ts'
import type { Queries } from '#platform/db/database.ts'
import { escapeLike } from '#platform/http/paging.ts'
import { type AccountId, type CustomerId, MAX_ID, type OrderId } from '#platform/kernel/ids.ts'
import { fold } from '#platform/kernel/text.ts'
import { startOfDays } from '#platform/kernel/time.ts'
import { allCustomers, firstCustomers } from './customer-search.ts'
import { ROWS_REACHED } from './names.ts'
import { numbersHolding } from './order-numbers.ts'
import { firstIds, holding, ROWS_LOOKED_AT, SHORTEST_PART } from './people-search.ts'

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

/** Shorter numbers are those of orders and suppliers: they stand in too many phones by chance. */
const SHORTEST_PHONE = 6

/** Of how many customers, the newest that match, a search lists the orders. */
const CUSTOMERS_REACHED = ROWS_REACHED

/** The same of suppliers, who have many orders each. */
const SUPPLIERS_REACHED = ROWS_REACHED

/** Who and what a filter means, looked up first, so that the orders are found by their indexes. */
export interface Meaning {
  /** Undefined when none is asked for; null when there is no such supplier. */
  supplierId: AccountId | null | undefined
  search: Search | null
}

export interface Search {
  supplierIds: readonly AccountId[]
  customerIds: readonly CustomerId[]
  /** Numbers that hold what was typed, largest first, whether there are such orders or not. */
  orderIds: readonly OrderId[]
  /** For numbers of orders: one or two digits are in too many of them to be looked up. */
  idPattern: string | null
}

/** How far a search looks; a file of the orders holds all of them. */
interface Reach {
  suppliers: number
  customers: (typed: string) => SQL
  orders: number
}

/** Among the numbers are those of orders that were deleted, or never stored. */
const NUMBERS_TRIED = 3 * ROWS_REACHED

export const LISTED: Reach = {
  suppliers: SUPPLIERS_REACHED,
  customers: (typed) => firstCustomers(typed, { isNewestFirst: true, limit: CUSTOMERS_REACHED }),
  orders: NUMBERS_TRIED,
}
export const ALL: Reach = { suppliers: MAX_ID, customers: allCustomers, orders: MAX_ID }

export async function meaningOf(db: Queries, { search, supplier }: AdminOrderFilter, reach: Reach): Promise<Meaning> {
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
  const { rows } = await db.execute<{ suppliers: AccountId[]; customers: CustomerId[]; newest: number }>(sql`
    select
      ${firstIds(suppliers, true, reach.suppliers)} as suppliers,
      ${isPerson ? reach.customers(search) : sql`array[]::int[]`} as customers,
      coalesce((select max(id) from orders), 0) as newest`)
  const found = rows[0]!
  return {
    supplierId,
    search: {
      supplierIds: found.suppliers,
      customerIds: found.customers,
      orderIds:
        isNumber && isLong ? (numbersHolding(text, found.newest).take(reach.orders).toArray() as OrderId[]) : [],
      idPattern: isNumber && !isLong ? part : null,
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

/** What the columns of an order say, without the search. */
export const passes = (filter: AdminOrderFilter, { supplierId }: Meaning, now: Date): SQL | undefined =>
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

const isAnyOf = (column: PgColumn, ids: readonly number[]): SQL | undefined =>
  ids.length === 0 ? undefined : sql`${column} = any(${sql.param(ids)}::int[])`

/** What a search means, as one condition. */
export const isMeant = ({ orderIds, customerIds, supplierIds, idPattern }: Search): SQL =>
  or(
    isAnyOf(orders.id, orderIds),
    isAnyOf(orders.customerId, customerIds),
    isAnyOf(orders.supplierId, supplierIds),
    idPattern === null ? undefined : sql`${orders.id}::text like ${idPattern}`,
  ) ?? sql`false`

export const isNothing = ({ orderIds, customerIds, supplierIds, idPattern }: Search): boolean =>
  orderIds.length + customerIds.length + supplierIds.length === 0 && idPattern === null

interface Wanted {
  /** Which of them pass the other filters. */
  where: SQL | undefined
  isNewestFirst: boolean
}

const byDate = (isNewestFirst: boolean): SQL =>
  isNewestFirst
    ? sql`order by ${orders.createdAt} desc, ${orders.id} desc`
    : sql`order by ${orders.createdAt}, ${orders.id}`

/**
 * What `foundBy` and `someFound` read, as tables: the numbers that a search comes to, which as values of a row are sent
 * once and do not each make the plan longer; all orders of customers, who have few; those that no number finds.
 */
export function soughtBy(
  { orderIds, customerIds, supplierIds, idPattern }: Search,
  { where, isNewestFirst }: Wanted,
): SQL {
  const order = byDate(isNewestFirst)
  const tables = [
    sql`sought as materialized (select ${sql.param(orderIds)}::int[] as orders,
      ${sql.param(customerIds)}::int[] as customers, ${sql.param(supplierIds)}::int[] as suppliers)`,
    customerIds.length > 0 &&
      sql`of_customers as materialized (${dated(and(where, sql`${orders.customerId} = any(${CUSTOMERS_SOUGHT})`))})`,
    idPattern !== null &&
      sql`patterned as materialized (
        select * from (${dated(where)} ${order} limit ${ROWS_LOOKED_AT}) as looked_at
        where id::text like ${idPattern} limit ${ROWS_REACHED})`,
  ].filter((table) => table !== false)
  return sql.join(tables, sql`, `)
}

const ORDERS_SOUGHT = sql`(select orders from sought)::int[]`
const CUSTOMERS_SOUGHT = sql`(select customers from sought)::int[]`
const SUPPLIERS_SOUGHT = sql`(select suppliers from sought)::int[]`

const dated = (where: SQL | undefined): SQL =>
  sql`select ${orders.id}, ${orders.createdAt} from ${orders} where ${where}`

/** The first of each owner's. */
const ofEach = (column: PgColumn, owners: SQL, where: SQL | undefined, first: SQL): SQL => sql`
  select part.* from unnest(${owners}) as owner, lateral (${dated(and(where, sql`${column} = owner`))} ${first}) as part`

/**
 * The first orders that a search finds, each part by its own index: left to itself, the database would rather read the
 * table until it met enough.
 */
export function foundBy(search: Search, { where, isNewestFirst }: Wanted, limit: number): SQL {
  const first = sql`${byDate(isNewestFirst)} limit ${limit}`
  const byNumber = sql.raw(isNewestFirst ? 'desc' : 'asc')
  const parts = partsOf(search, {
    orders: sql`(
      ${dated(and(where, sql`${orders.id} = any(${ORDERS_SOUGHT})`))} order by ${orders.id} ${byNumber} limit ${limit})`,
    customers: sql`(select * from of_customers as ${orders} ${first})`,
    suppliers: sql`(select * from (${ofEach(orders.supplierId, SUPPLIERS_SOUGHT, where, first)}) as ${orders} ${first})`,
    pattern: sql`table patterned`,
  })
  return sql`select id, created_at from (${parts}) as ${orders} ${first}`
}

/** So many of what a search finds as are counted, whichever they are. */
export function someFound(search: Search, where: SQL | undefined, limit: number): SQL {
  const found = (condition: SQL) => sql`select ${orders.id} from ${orders} where ${and(where, condition)}`
  const ofAny = (column: PgColumn, owners: SQL) =>
    sql`(${found(sql`${column} = any(${owners})`)} order by ${column} limit ${limit})`
  const parts = partsOf(search, {
    orders: ofAny(orders.id, ORDERS_SOUGHT),
    customers: sql`(select id from of_customers limit ${limit})`,
    suppliers: ofAny(orders.supplierId, SUPPLIERS_SOUGHT),
    pattern: sql`select id from patterned`,
  })
  return sql`select id from (${parts}) as found limit ${limit}`
}

/** Those parts that there is something to look for in. */
function partsOf(
  { orderIds, customerIds, supplierIds, idPattern }: Search,
  parts: Readonly<Record<'orders' | 'customers' | 'suppliers' | 'pattern', SQL>>,
): SQL {
  const present = [
    orderIds.length > 0 && parts.orders,
    customerIds.length > 0 && parts.customers,
    supplierIds.length > 0 && parts.suppliers,
    idPattern !== null && parts.pattern,
  ].filter((part) => part !== false)
  return sql.join(present, sql` union `)
}
