import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import { accounts } from '#features/accounts/tables.ts'
import { auditEntries } from '#features/audit/tables.ts'
import { readCalls } from '#features/calls/index.ts'
import { OUTCOME_NAMES } from '#features/calls/model.ts'
import { isWaitingForPayment } from '#features/earnings/index.ts'
import { withdrawals } from '#features/earnings/tables.ts'
import { findSettledReturn, isMergeable, listLinesWithImages } from '#features/orders/index.ts'
import {
  type CancelReason,
  type OrderStatus,
  PAYMENT_NAMES,
  type PaymentStatus,
  REASON_NAMES,
  STATUS_NAMES,
} from '#features/orders/model.ts'
import { customers, orderLineChanges, orderLines, orderNotes, orders, returnedPieces } from '#features/orders/tables.ts'
import { findParcel } from '#features/parcels/index.ts'
import { PARCEL_STATE_NAMES } from '#features/parcels/model.ts'
import type { GainChoice } from '#features/settings/model.ts'
import type { DbOrTx } from '#platform/db/database.ts'
import type { AccountId, OrderId, WithdrawalId } from '#platform/kernel/ids.ts'
import { type Centimes, times } from '#platform/kernel/money.ts'
import type { AdminOrderDetail, OrderEvent, OrderOfPhone } from '../contract.ts'
import { supplierOfRow } from './order-list.ts'

type Order = typeof orders.$inferSelect
type Actor = OrderEvent['by']

/** An order with everything about it, deleted or not; null when there is none of that number. */
export async function findAdminOrder(
  db: DbOrTx,
  id: OrderId,
  when: GainChoice,
  now: Date,
): Promise<AdminOrderDetail | null> {
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
  const { order, email, supplier } = found
  const returned = await findReturn(db, order)
  return {
    ...order,
    reason: order.cancelReason,
    supplier: supplier && supplierOfRow(order.supplierId, supplier),
    recipient: { ...order, email },
    lines: (await listLinesWithImages(db, id)).map((line) => ({
      ...line,
      total: times(line.userPrice, line.quantity),
    })),
    withdrawal: order.withdrawalId === null ? null : await findWithdrawal(db, order.withdrawalId),
    isGainWaiting: isGainWaiting(order, when),
    ordersOfPhone: await db.$count(orders, othersOfPhone(order)),
    others: await listOthersOfPhone(db, order),
    notes: await listNotes(db, id),
    returned,
    confirmation: await readCalls(db, id, now),
    parcel: await findParcel(db, id),
    history: [
      ...withLineChanges(await journalEvents(db, order, returned), await lineEvents(db, id)),
      await placedEvent(db, order),
    ],
  }
}

const isGainWaiting = ({ status, supplierId, deletedAt, payment, withdrawalId }: Order, when: GainChoice): boolean =>
  status === 'delivered' &&
  supplierId !== null &&
  deletedAt === null &&
  isWaitingForPayment({ payment, isWithdrawn: withdrawalId !== null }, when)

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

const othersOfPhone = ({ id, phone }: Order) =>
  and(eq(orders.phone, phone), ne(orders.id, id), isNull(orders.deletedAt))

const OTHERS_SHOWN = 10

async function listOthersOfPhone(db: DbOrTx, order: Order): Promise<OrderOfPhone[]> {
  const others = await db
    .select()
    .from(orders)
    .where(othersOfPhone(order))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(OTHERS_SHOWN)
  return others.map((other) => ({
    ...other,
    isMergeable: order.deletedAt === null && isMergeable(order, other),
  }))
}

const actorColumns = { custom_id: accounts.customId, name: accounts.name, role: accounts.role }

const NOTES_SHOWN = 100

/** The newest hundred notes on an order with their authors, newest first. */
const listNotes = (db: DbOrTx, id: OrderId): Promise<AdminOrderDetail['notes']> =>
  db
    .select({ id: orderNotes.id, note: orderNotes.staffNote, at: orderNotes.writtenAt, by: actorColumns })
    .from(orderNotes)
    .innerJoin(accounts, eq(accounts.id, orderNotes.writtenBy))
    .where(eq(orderNotes.orderId, id))
    .orderBy(desc(orderNotes.id))
    .limit(NOTES_SHOWN)

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
    // Notes on lines of statements are about a courier's money: the statement shows them.
    .where(
      and(
        eq(auditEntries.subject, 'order'),
        eq(auditEntries.subjectId, id),
        sql`not ${auditEntries.after} ? 'line_note'`,
      ),
    )
    .orderBy(desc(auditEntries.id))
  return joinCorrections(
    entries.map(({ at, by, before, after }) => ({
      what: eventOf(after, by, returned),
      at,
      by,
      changes: Object.keys(after).flatMap((column) => changeOf(column, before?.[column], after[column])),
    })),
  )
}

function eventOf(after: object, by: Actor, returned: AdminOrderDetail['returned']): OrderEvent['what'] {
  if ('pieces_back_at' in after) return returned?.how === 'lost' ? 'lost' : 'returned'
  if ('deleted_at' in after) return 'deleted'
  if ('status' in after) return 'moved'
  if ('staff_note' in after) return 'noted'
  if ('outcome' in after) return 'called'
  if ('state' in after || 'parcel_note' in after) return 'parcel'
  if ('payment' in after) return 'settled'
  return by?.role === 'admin' || by?.role === 'agent' ? 'corrected' : 'readdressed'
}

/** Corrections of so many pieces of each product, newest first. */
async function lineEvents(db: DbOrTx, id: OrderId): Promise<OrderEvent[]> {
  const { name: product, piecesBefore: from, piecesAfter: to, changedAt: at } = orderLineChanges
  const rows = await db
    .select({ product, from, to, at, by: actorColumns })
    .from(orderLineChanges)
    .leftJoin(accounts, eq(accounts.id, orderLineChanges.changedBy))
    .where(eq(orderLineChanges.orderId, id))
    .orderBy(desc(orderLineChanges.id))
  return joinCorrections(
    rows.map(({ at, by, ...pieces }) => ({
      what: 'corrected',
      at,
      by,
      changes: [{ field: 'pieces', ...pieces }],
    })),
  )
}

const isOneCorrection = (one: OrderEvent, other: OrderEvent): boolean =>
  one.what === 'corrected' &&
  other.what === 'corrected' &&
  one.at.getTime() === other.at.getTime() &&
  one.by?.custom_id === other.by?.custom_id

/** Makes one event of neighbours that one correction wrote: they have its moment. */
function joinCorrections(events: readonly OrderEvent[]): OrderEvent[] {
  const joined: OrderEvent[] = []
  for (const event of events) {
    const last = joined.at(-1)
    // The entries are newest first, and the changes of a correction stand in its order.
    if (last && isOneCorrection(last, event)) last.changes.unshift(...event.changes)
    else joined.push({ ...event, changes: [...event.changes] })
  }
  return joined
}

/** Puts corrected pieces beside the rest of their correction or, where nothing else changed, by their moment. */
function withLineChanges(events: readonly OrderEvent[], lines: readonly OrderEvent[]): OrderEvent[] {
  const all = [...events]
  for (const event of lines) {
    const nth = all.findIndex((each) => isOneCorrection(each, event))
    const earlier = all.findIndex(({ at }) => at < event.at)
    if (nth !== -1) all[nth] = { ...event, changes: [...event.changes, ...all[nth]!.changes] }
    else all.splice(earlier === -1 ? all.length : earlier, 0, event)
  }
  return all
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
  note: ['note', asText],
  outcome: ['outcome', named(OUTCOME_NAMES)],
  state: ['parcel_state', named(PARCEL_STATE_NAMES)],
  parcel_note: ['parcel_note', asText],
}

const AMOUNTS = ['delivery', 'collected'] as const

type EventChange = OrderEvent['changes'][number]
type TextField = Exclude<EventChange['field'], (typeof AMOUNTS)[number] | 'pieces'>

/** A column's change for pages; none for a column that the event itself stands for. */
function changeOf(column: string, from: unknown, to: unknown): EventChange[] {
  const text = TEXTS[column]
  if (text) return [{ field: text[0], from: text[1](from), to: text[1](to) }]
  const amount = AMOUNTS.find((each) => each === column)
  return amount ? [{ field: amount, from: from as Centimes, to: to as Centimes }] : []
}
