import { and, asc, desc, eq, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { accounts } from '#features/accounts/tables.ts'
import { callStatesOf, countLists, countUnconfirmed, isInLists } from '#features/calls/index.ts'
import type { CallFilter } from '#features/calls/model.ts'
import { linesOf } from '#features/orders/index.ts'
import type { OrderStatus, PaymentStatus } from '#features/orders/model.ts'
import { orders } from '#features/orders/tables.ts'
import { parcelsOf } from '#features/parcels/index.ts'
import type { DbOrTx } from '#platform/db/database.ts'
import { containsNumber, containsText, isShortText, listPage } from '#platform/db/list-page.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { ROWS_COUNTED } from '#platform/kernel/list-limits.ts'
import { startOfDays } from '#platform/kernel/time.ts'
import type { AdminOrder, OrderCounts } from '../contract.ts'
import type { OrderSort } from '../model.ts'

export interface AdminOrderFilter {
  /** The typed text: a piece of an order's number, or of the number, name or phone of a supplier or of a recipient. */
  search: string
  status: OrderStatus | undefined
  payment: PaymentStatus | undefined
  /** Pending orders alone, by how far their confirmation is. */
  confirmation: CallFilter | undefined
  /** Those whose payment was decided. */
  isSettled: boolean
  /** These alone. */
  ids: readonly OrderId[] | undefined
  days: number | undefined
  /** Flagged orders alone. */
  isFlagged: boolean
  /** A custom id. */
  supplier: string | undefined
  /** A listed name (`findCity`). */
  city: string | undefined
}

interface OrderConditions {
  page: number
  perPage: number
  sort: OrderSort
}

const NEWEST = [desc(orders.createdAt), desc(orders.id)]

const SORTS: Readonly<Record<OrderSort, SQL[]>> = {
  '-created_at': NEWEST,
  created_at: [asc(orders.createdAt), asc(orders.id)],
  '-Amount': [desc(orders.collected), desc(orders.id)],
  Amount: [asc(orders.collected), asc(orders.id)],
}

/** One page of the orders that match, and the count of all that do. */
export async function listAdminOrders(
  db: DbOrTx,
  filter: AdminOrderFilter,
  { sort, ...paging }: OrderConditions,
  now: Date,
): Promise<{ rows: AdminOrder[]; total: number }> {
  const { rows, total } = await listPage(db, {
    query: selectWithSupplier(db).$dynamic(),
    table: orders,
    where: filtered(filter, now),
    search: await searched(db, filter.search),
    isShort: isShortText(filter.search),
    sort: SORTS[sort],
    newest: NEWEST,
    ...paging,
  })
  return { rows: await toAdminOrders(db, rows), total }
}

const filtered = (
  { status, payment, confirmation, isSettled, ids, days, isFlagged, supplier, city }: AdminOrderFilter,
  now: Date,
): SQL | undefined =>
  and(
    isNull(orders.deletedAt),
    status && eq(orders.status, status),
    payment && eq(orders.payment, payment),
    confirmation && isInLists(confirmation, now),
    isSettled ? sql`${orders.payment} <> 'pending'` : undefined,
    ids && isOneOf(orders.id, ids),
    days ? gte(orders.createdAt, startOfDays(now, days)) : undefined,
    isFlagged ? sql`${orders.isFlagged}` : undefined,
    city === undefined ? undefined : eq(orders.city, city),
    supplier === undefined
      ? undefined
      : sql`${orders.supplierId} = (
      select id from accounts where role = 'supplier' and upper(custom_id) = ${supplier.toUpperCase()})`,
    // True of all that are settled. The index of a supplier's orders has the payment behind the status.
    supplier && (isSettled || payment === 'paid' || payment === 'void') ? eq(orders.status, 'delivered') : undefined,
  )

/** Numbers of up to five digits are those of orders and suppliers: they are in too many phones by chance. */
export const TOO_SHORT_FOR_PHONE = /^\d{1,5}$/

/** Finds suppliers first, so that an index finds their orders. */
async function searched(db: DbOrTx, typed: string): Promise<SQL | undefined> {
  const hasText = containsText(orders.search, typed)
  if (!hasText) return undefined
  const isShort = TOO_SHORT_FOR_PHONE.test(typed.trim())
  const isSupplier = isShort
    ? containsText(sql`lower(${accounts.customId})`, typed)
    : containsText(accounts.search, typed)
  const suppliers = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.role, 'supplier'), or(isSupplier, containsNumber(accounts.id, typed))))
  const ids = suppliers.map(({ id }) => id)
  return or(
    isShort ? undefined : hasText,
    containsNumber(orders.id, typed),
    sql`${orders.supplierId} = any(${sql.param(ids)}::int[])`,
  )
}

const selectWithSupplier = (db: DbOrTx) =>
  db
    .select({ order: orders, customId: accounts.customId, name: accounts.name, phone: accounts.phone })
    .from(orders)
    .leftJoin(accounts, eq(accounts.id, orders.supplierId))

type AdminOrderRow = Awaited<ReturnType<typeof selectWithSupplier>>[number]

async function toAdminOrders(db: DbOrTx, found: readonly AdminOrderRow[]): Promise<AdminOrder[]> {
  const ids = found.map(({ order }) => order.id)
  const lines = await linesOf(db, ids)
  const calls = await callStatesOf(db, ids)
  const parcels = await parcelsOf(db, ids)
  const refusals = await refusalsOf(
    db,
    found.map(({ order }) => order.phone),
  )
  return found.map(({ order, ...supplier }) => ({
    ...order,
    supplier: supplierOfRow(order.supplierId, supplier),
    recipient: order,
    lines: lines.get(order.id) ?? [],
    refusals: refusals.get(order.phone) ?? 0,
    confirmation: calls.get(order.id) ?? null,
    parcel: parcels.get(order.id) ?? null,
  }))
}

/** How many orders of each phone were refused at the door. */
async function refusalsOf(db: DbOrTx, phones: readonly string[]): Promise<Map<string, number>> {
  if (phones.length === 0) return new Map()
  const { rows } = await db.execute<{ phone: string; refused: number }>(sql`
    select phone, count(*)::int as refused from orders
    where phone = any(${sql.param([...new Set(phones)])}::text[])
      and deleted_at is null and status = 'cancelled' and cancel_reason = 'refused'
    group by phone`)
  return new Map(rows.map(({ phone, refused }) => [phone, refused]))
}

/** Counts the orders of each step at which somebody works, as far as a list counts its rows. */
export async function countOrdersAtWork(db: DbOrTx, now: Date): Promise<OrderCounts> {
  const waiting = (condition: SQL) => sql`
    (select count(*)::int from (
      select from orders where deleted_at is null and ${condition} limit ${ROWS_COUNTED + 1}) as waiting)`
  const { rows } = await db.execute<Pick<OrderCounts, 'toHandOver' | 'onTheWay' | 'toCollect'>>(sql`
    select ${waiting(sql`status = 'assigned'`)} as "toHandOver",
      ${waiting(sql`status = 'in_transit'`)} as "onTheWay",
      ${waiting(sql`status = 'delivered' and payment = 'pending'`)} as "toCollect"`)
  const calls = await countLists(db, now)
  return { ...rows[0]!, ...calls, toConfirm: countUnconfirmed(calls) }
}

export const supplierOfRow = (id: AccountId | null, { customId, name, phone }: Omit<AdminOrderRow, 'order'>) =>
  id === null ? null : { id, customId: customId!, name: name!, phone: phone! }

export interface ExportedOrder extends AdminOrderRow {
  lines: AdminOrder['lines']
}

/** The next rows of a file of the orders that match, newest first, after the given one. */
export async function ordersBefore(
  db: DbOrTx,
  filter: AdminOrderFilter,
  now: Date,
  last: ExportedOrder | null,
  limit: number,
): Promise<ExportedOrder[]> {
  const found = await selectWithSupplier(db)
    .where(
      and(filtered(filter, now), await searched(db, filter.search), last ? lt(orders.id, last.order.id) : undefined),
    )
    .orderBy(desc(orders.id))
    .limit(limit)
  const lines = await linesOf(
    db,
    found.map(({ order }) => order.id),
  )
  return found.map((each) => ({ ...each, lines: lines.get(each.order.id) ?? [] }))
}
