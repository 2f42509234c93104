import { and, asc, count, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import { accounts } from '#features/accounts/tables.ts'
import { auditEntries } from '#features/audit/tables.ts'
import { withdrawals } from '#features/earnings/tables.ts'
import { findSettledReturn } from '#features/orders/index.ts'
import {
  type CancelReason,
  type OrderStatus,
  PAYMENT_NAMES,
  type PaymentStatus,
  REASON_NAMES,
  STATUS_NAMES,
} from '#features/orders/model.ts'
import { customers, orderLines, orders, returnedPieces } from '#features/orders/tables.ts'
import type { DbOrTx } from '#platform/db/database.ts'
import type { AccountId, OrderId, WithdrawalId } from '#platform/kernel/ids.ts'
import { type Centimes, times } from '#platform/kernel/money.ts'
import type { AdminOrderDetail, OrderEvent } from '../contract.ts'
import { supplierOfRow } from './order-list.ts'

type Order = typeof orders.$inferSelect
type Actor = OrderEvent['by']

/** An order with everything about it, deleted or not; null when there is none of that number. */
export async function findAdminOrder(db: DbOrTx, id: OrderId): Promise<AdminOrderDetail | null> {
  const [found] = await db
    .select({
      order: orders,
      email: customers.email,
      supplier: { customId: accounts.customId, name: accounts.name, phone: accounts.phone },
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoin(accounts, eq(accounts.id, orders.supplierId))
    .where(eq(orders.id, id))
  if (!found) return null
  const { order, email } = found
  const { customerId, name, phone, address, city } = order
  const returned = await findReturn(db, order)
  const supplier =
    order.supplierId === null || found.supplier === null ? null : supplierOfRow(order.supplierId, found.supplier)
  return {
    id,
    status: order.status,
    reason: order.cancelReason,
    origin: order.origin,
    promoCode: order.promoCode,
    supplier,
    recipient: { customerId, name, phone, address, city, email },
    note: order.note,
    lines: await pricedLines(db, id),
    subtotal: order.subtotal,
    discount: order.discount,
    discountPercent: order.discountPercent,
    delivery: order.delivery,
    total: order.total,
    collected: order.collected,
    gain: order.gain,
    payment: order.payment,
    paidAt: order.paidAt,
    withdrawal: order.withdrawalId === null ? null : await findWithdrawal(db, order.withdrawalId),
    isFlagged: order.isFlagged,
    ordersOfPhone: await countOthersOfPhone(db, order),
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    deletedAt: order.deletedAt,
    leftAt: order.leftAt,
    piecesBackAt: order.piecesBackAt,
    returned,
    history: [...(await journalEvents(db, order, returned)), await placedEvent(db, order)],
  }
}

async function pricedLines(db: DbOrTx, id: OrderId): Promise<AdminOrderDetail['lines']> {
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(asc(orderLines.id))
  return lines.map(({ orderId: _order, ...line }) => ({ ...line, total: times(line.userPrice, line.quantity) }))
}

async function findWithdrawal(db: DbOrTx, id: WithdrawalId): Promise<AdminOrderDetail['withdrawal']> {
  const [row] = await db
    .select({ id: withdrawals.id, amount: withdrawals.amount, status: withdrawals.status })
    .from(withdrawals)
    .where(eq(withdrawals.id, id))
  return row ?? null
}

/** The settlement of an order's parcel; null while there is none. */
async function findReturn(db: DbOrTx, { id, lossNote }: Order): Promise<AdminOrderDetail['returned']> {
  const settled = await findSettledReturn(db, id)
  if (!settled) return null
  const [pieces] = await db
    .select({
      intact: sql<number>`coalesce(sum(${returnedPieces.intact}), 0)::int`,
      damaged: sql<number>`coalesce(sum(${returnedPieces.damaged}), 0)::int`,
      missing: sql<number>`coalesce(sum(${returnedPieces.missing}), 0)::int`,
    })
    .from(returnedPieces)
    .innerJoin(orderLines, eq(orderLines.id, returnedPieces.orderLineId))
    .where(eq(orderLines.orderId, id))
  return { how: settled.how, by: settled.by && (await findActor(db, settled.by)), note: lossNote, ...pieces! }
}

async function countOthersOfPhone(db: DbOrTx, { id, phone }: Order): Promise<number> {
  const [row] = await db
    .select({ others: count() })
    .from(orders)
    .where(and(eq(orders.phone, phone), ne(orders.id, id), isNull(orders.deletedAt)))
  return row!.others
}

const actorColumns = { custom_id: accounts.customId, name: accounts.name, role: accounts.role }

/** The first event of an order. Its author is the supplier that placed it; null for a visitor. */
async function placedEvent(db: DbOrTx, order: Order): Promise<OrderEvent> {
  const by = order.origin === 'supplier' ? await findActor(db, order.supplierId!) : null
  return { what: 'placed', at: order.createdAt, by, changes: [] }
}

async function findActor(db: DbOrTx, id: AccountId): Promise<Actor> {
  const [row] = await db.select(actorColumns).from(accounts).where(eq(accounts.id, id))
  return row ?? null
}

/** The later events of an order from the journal, newest first. */
async function journalEvents(db: DbOrTx, { id }: Order, returned: AdminOrderDetail['returned']): Promise<OrderEvent[]> {
  const entries = await db
    .select({ at: auditEntries.at, before: auditEntries.before, after: auditEntries.after, by: actorColumns })
    .from(auditEntries)
    .leftJoin(accounts, eq(accounts.id, auditEntries.actorId))
    .where(and(eq(auditEntries.subject, 'order'), eq(auditEntries.subjectId, id)))
    .orderBy(desc(auditEntries.id))
  return entries.map(({ at, by, before, after }) => ({
    what: eventOf(after, returned),
    at,
    by,
    changes: Object.keys(after).flatMap((column) => changeOf(column, before?.[column], after[column])),
  }))
}

function eventOf(after: object, returned: AdminOrderDetail['returned']): OrderEvent['what'] {
  if ('pieces_back_at' in after) return returned?.how === 'lost' ? 'lost' : 'returned'
  if ('deleted_at' in after) return 'deleted'
  if ('status' in after) return 'moved'
  return 'payment' in after ? 'settled' : 'readdressed'
}

const named = (names: Readonly<Record<string, string>>) => (value: unknown) => names[value as string] ?? null
const asText = (value: unknown) => (value === null || value === undefined ? null : String(value))

const TEXTS: Readonly<Record<string, readonly [TextField, (value: unknown) => string | null]>> = {
  status: ['status', named(STATUS_NAMES satisfies Record<OrderStatus, string>)],
  cancel_reason: ['reason', named(REASON_NAMES satisfies Record<CancelReason, string>)],
  payment: ['payment', named(PAYMENT_NAMES satisfies Record<PaymentStatus, string>)],
  name: ['name', asText],
  phone: ['phone', asText],
  address: ['address', asText],
  city: ['city', asText],
}

const AMOUNTS = ['delivery', 'collected'] as const

type EventChange = OrderEvent['changes'][number]
type TextField = Exclude<EventChange['field'], (typeof AMOUNTS)[number]>

/** A column's change for pages; none for a column that the event itself stands for. */
function changeOf(column: string, from: unknown, to: unknown): EventChange[] {
  const text = TEXTS[column]
  if (text) return [{ field: text[0], from: text[1](from), to: text[1](to) }]
  const amount = AMOUNTS.find((each) => each === column)
  return amount ? [{ field: amount, from: from as Centimes, to: to as Centimes }] : []
}
