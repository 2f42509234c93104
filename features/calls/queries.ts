import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, ne, notInArray, sql } from 'drizzle-orm'
import { accounts } from '#features/accounts/tables.ts'
import { listLines, type MergeableOrder } from '#features/orders/index.ts'
import { orderLines, orders } from '#features/orders/tables.ts'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import { ERASED } from '#platform/kernel/anonymised.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import type { OrderOfPhone } from './light/rules.ts'
import { type Attempt, type Confirmation, NEVER_CALLED } from './rules.ts'
import { callAttempts, confirmations, skippedCards } from './tables.ts'

/** Locks a pending order, unless somebody else is about to change it; false then, and of one that is pending no more. */
export async function tryHoldPending(tx: Tx, id: OrderId): Promise<boolean> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.status, 'pending'), isNull(orders.deletedAt)))
    .for('no key update', { skipLocked: true })
  return rows.length > 0
}

/** An order as somebody's card, until a moment. */
export interface Hold {
  heldBy: AccountId | null
  heldUntil: Date | null
}

export const NOBODYS: Hold = { heldBy: null, heldUntil: null }

export type StoredConfirmation = Confirmation & Hold

/** The state of an order's confirmation; that of one never called when nothing is stored. */
export async function findConfirmation(db: DbOrTx, id: OrderId): Promise<StoredConfirmation> {
  const [row] = await db.select().from(confirmations).where(eq(confirmations.orderId, id))
  if (!row) return { ...NEVER_CALLED, ...NOBODYS }
  const { orderId: _, ...state } = row
  return state
}

/** Stores the state of an order's confirmation and whose card it is, or that alone. */
export const storeConfirmation = (tx: Tx, id: OrderId, state: StoredConfirmation | Hold) =>
  tx
    .insert(confirmations)
    .values({ orderId: id, ...state })
    .onConflictDoUpdate({ target: confirmations.orderId, set: state })

/** Ends whatever cards somebody has but these, and returns their orders. */
export async function endHolds(tx: Tx, heldBy: AccountId, but: readonly OrderId[]): Promise<OrderId[]> {
  const rows = await tx
    .update(confirmations)
    .set(NOBODYS)
    .where(and(eq(confirmations.heldBy, heldBy), notInArray(confirmations.orderId, but as OrderId[])))
    .returning({ id: confirmations.orderId })
  return rows.map(({ id }) => id)
}

/** Writes down that somebody gave the card of an order back by hand. */
export const storeSkip = (tx: Tx, orderId: OrderId, by: AccountId, at: Date) =>
  tx.insert(skippedCards).values({ orderId, by, at })

export interface StoredAttempt extends Attempt {
  note: string | null
}

/** Stores an attempt; a trigger copies its outcome into the journal. */
export const storeAttempt = (tx: Tx, orderId: OrderId, { note, by, ...attempt }: StoredAttempt) =>
  tx.insert(callAttempts).values({ orderId, by: by as AccountId | null, callNote: note, ...attempt })

/** The attempts of an order, oldest first, with the names of those who made them. */
export const listAttempts = (db: DbOrTx, id: OrderId) =>
  db
    .select({
      at: callAttempts.at,
      outcome: callAttempts.outcome,
      via: callAttempts.via,
      reason: callAttempts.reason,
      dueAt: callAttempts.dueAt,
      wishDay: callAttempts.wishDay,
      note: callAttempts.callNote,
      by: callAttempts.by,
      name: accounts.name,
    })
    .from(callAttempts)
    .leftJoin(accounts, eq(accounts.id, callAttempts.by))
    .where(eq(callAttempts.orderId, id))
    .orderBy(asc(callAttempts.id))

/** When an order or its confirmation changed last; null when there is no such order. */
export async function findLastChange(db: DbOrTx, id: OrderId): Promise<Date | null> {
  const [row] = await db
    .select({ order: orders.updatedAt, call: confirmations.lastAt })
    .from(orders)
    .leftJoin(confirmations, eq(confirmations.orderId, orders.id))
    .where(eq(orders.id, id))
  if (!row) return null
  return row.call !== null && row.call > row.order ? row.call : row.order
}

/** The newest attempt of an order, with the name of who made it; null before the first. */
export async function findLastAttempt(db: DbOrTx, id: OrderId) {
  const [last] = await db
    .select({ at: callAttempts.at, outcome: callAttempts.outcome, by: callAttempts.by, name: accounts.name })
    .from(callAttempts)
    .leftJoin(accounts, eq(accounts.id, callAttempts.by))
    .where(eq(callAttempts.orderId, id))
    .orderBy(desc(callAttempts.id))
    .limit(1)
  return last ?? null
}

/** The notes of calls about these orders, oldest first, for the person whom they are about. */
export const notesOfCalls = async (db: DbOrTx, ids: readonly OrderId[]) => {
  const { orderId, at, callNote } = callAttempts
  const rows = await db
    .select({ orderId, at, note: sql<string>`${callNote}` })
    .from(callAttempts)
    .where(and(isOneOf(orderId, ids), isNotNull(callNote)))
    .orderBy(asc(callAttempts.id))
  return Map.groupBy(rows, (row) => row.orderId)
}

/** Customers' own answers on their pages about these orders, oldest first. */
export const answersOfCustomers = async (db: DbOrTx, ids: readonly OrderId[]) => {
  const { orderId, at, outcome, wishDay, by } = callAttempts
  const rows = await db
    .select({ orderId, at, outcome, wishDay })
    .from(callAttempts)
    .where(and(isOneOf(orderId, ids), isNull(by)))
    .orderBy(asc(callAttempts.id))
  return Map.groupBy(rows, (row) => row.orderId)
}

/** All that somebody wrote down of calls, oldest first; the notes are about the customers. */
export const listCallsBy = (db: DbOrTx, by: AccountId) =>
  db
    .select({ at: callAttempts.at, order: callAttempts.orderId, outcome: callAttempts.outcome })
    .from(callAttempts)
    .where(eq(callAttempts.by, by))
    .orderBy(asc(callAttempts.id))

/** All cards that somebody gave back by hand, oldest first. */
export const listSkipsBy = (db: DbOrTx, by: AccountId) =>
  db
    .select({ at: skippedCards.at, order: skippedCards.orderId })
    .from(skippedCards)
    .where(eq(skippedCards.by, by))
    .orderBy(asc(skippedCards.id))

/** Blanks the notes of calls about orders whose person is anonymised; a trigger refuses it of others. */
export const forgetCallNotes = (tx: Tx, ids: readonly OrderId[]) =>
  tx
    .update(callAttempts)
    .set({ callNote: ERASED })
    .where(and(isOneOf(callAttempts.orderId, ids), isNotNull(callAttempts.callNote)))

/** An order as the light looks at it from another one of its phone. */
const OF_PHONE = {
  id: orders.id,
  phone: orders.phone,
  createdAt: orders.createdAt,
  end: sql<OrderOfPhone['end']>`case
    when ${orders.status} = 'delivered' then 'delivered'
    when ${orders.status} <> 'cancelled' then null
    when ${orders.cancelReason} in ('refused', 'wrong_number', 'unreachable') then ${orders.cancelReason}
    else 'cancelled' end`,
  // Names in full: of one table Drizzle writes a column's name alone, and a line has an `id` too.
  productIds: sql<
    number[]
  >`array(select line.product_id from ${orderLines} as line where line.order_id = ${orders}.id)`,
}

const isLiveSince = (since: Date) =>
  and(gt(orders.createdAt, since), isNull(orders.deletedAt), isNull(orders.mergedInto))

/** The newest hundred other orders of a phone since a moment, as the light and the merge look at them. */
export const listOrdersOfPhone = (
  db: DbOrTx,
  { id, phone }: { id: OrderId; phone: string },
  since: Date,
): Promise<(OrderOfPhone & MergeableOrder & { id: OrderId; collected: Centimes })[]> => {
  const { status, origin, supplierId, promoCode, collected } = orders
  return db
    .select({ ...OF_PHONE, status, origin, supplierId, promoCode, collected })
    .from(orders)
    .where(and(eq(orders.phone, phone), ne(orders.id, id), isLiveSince(since)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(100)
}

/** All orders of each of these phones since a moment, the newest first. */
export async function ordersOfPhones(db: DbOrTx, phones: readonly string[], since: Date) {
  const rows = await db
    .select(OF_PHONE)
    .from(orders)
    .where(and(sql`${orders.phone} = any(${sql.param(phones)}::text[])`, isLiveSince(since)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
  return Map.groupBy(rows, (row) => row.phone)
}

/** An order as a card shows it; null when there is none that is not deleted. */
export async function findCardOrder(db: DbOrTx, id: OrderId) {
  const { name, phone, address, city, note, status, leftAt, collected, createdAt, updatedAt } = orders
  const { origin, supplierId, promoCode } = orders
  const [order] = await db
    .select({
      id: orders.id,
      name,
      phone,
      address,
      city,
      note,
      status,
      leftAt,
      collected,
      origin,
      supplierId,
      promoCode,
      createdAt,
      updatedAt,
      supplier: accounts.customId,
    })
    .from(orders)
    .leftJoin(accounts, eq(accounts.id, orders.supplierId))
    .where(and(eq(orders.id, id), isNull(orders.deletedAt)))
  return order ? { ...order, lines: await listLines(db, id) } : null
}

/** True for an order that was there and is deleted. */
export const isDeletedOrder = async (db: DbOrTx, id: OrderId): Promise<boolean> =>
  (await db.$count(orders, and(eq(orders.id, id), isNotNull(orders.deletedAt)))) > 0

/** Counts the calls that settled an order since a moment, but those of orders that were merged: their copies count. */
export const countSettled = async (db: DbOrTx, since: Date): Promise<number> => {
  const isSettling = inArray(callAttempts.outcome, ['confirmed', 'cancelled', 'wrong_number'])
  const [row] = await db
    .select({ calls: count() })
    .from(callAttempts)
    .innerJoin(orders, eq(orders.id, callAttempts.orderId))
    .where(and(gt(callAttempts.at, since), isSettling, isNull(orders.mergedInto)))
  return row!.calls
}
