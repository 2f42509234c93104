import { and, desc, eq, isNull, lt, lte, notExists, notInArray, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import { forgetAnswers } from '#platform/http/idempotency.ts'
import { ANONYMOUS_PHONE, ANONYMOUS_RECIPIENT } from '#platform/kernel/anonymised.ts'
import type { AccountId, CustomerId, OrderId } from '#platform/kernel/ids.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import { customerAnswerPrefix } from './contract.ts'
import { forgetCustomerNotes, knownBy } from './customer-notes/queries.ts'
import { forgetNotes } from './notes/queries.ts'
import { isFinal } from './rules.ts'
import { customers, orders } from './tables.ts'

/** The records and orders of the person with a phone number, who has no account. */
export interface RecordsOfPerson {
  customers: CustomerId[]
  orders: OrderId[]
}

const { name: ANONYMOUS_NAME } = ANONYMOUS_RECIPIENT

const ANONYMOUS_ORDER = {
  ...ANONYMOUS_RECIPIENT,
  note: null,
  lossNote: null,
  search: normaliseForSearch(`${ANONYMOUS_NAME} ${ANONYMOUS_PHONE}`),
}
const ANONYMOUS_RECORD = {
  ...ANONYMOUS_RECIPIENT,
  search: ANONYMOUS_ORDER.search,
  email: null,
  keyHash: null,
  ipHash: null,
}

/**
 * Matches the records and orders with this number, the orders of these records and the records of these orders: a number that
 * was corrected on the way is the same person's.
 */
const withPhone = (phone: string) => ({
  customers: sql`${customers.id} in (
    select id from customers where phone = ${phone} and ${isNotAnonymised(customers)}
    union select customer_id from orders where phone = ${phone} and ${isNotAnonymised(orders)})`,
  orders: sql`${orders.id} in (
    select id from orders where phone = ${phone} and ${isNotAnonymised(orders)}
    union select orders.id from customers join orders on orders.customer_id = customers.id
      where customers.phone = ${phone} and ${isNotAnonymised(customers)})`,
})

/**
 * The records and orders of a phone number. People have typed `ANONYMOUS_PHONE` too: it finds theirs, and no anonymised one.
 */
export async function findRecords(db: DbOrTx, phone: string): Promise<RecordsOfPerson> {
  const where = withPhone(phone)
  const records = await db.select({ id: customers.id }).from(customers).where(where.customers).orderBy(customers.id)
  const placed = await db.select({ id: orders.id }).from(orders).where(where.orders).orderBy(orders.id)
  return { customers: records.map(({ id }) => id), orders: placed.map(({ id }) => id) }
}

/** Locks the records and orders of a phone number. Returns them, and the orders among them that are not final yet. */
export async function holdRecords(tx: Tx, phone: string): Promise<RecordsOfPerson & { running: OrderId[] }> {
  const before = await findRecords(tx, phone)
  // Orders are locked before their records, as in `storeRecipient`.
  await holdAllOrders(tx, before.orders)
  await tx
    .select({ id: customers.id })
    .from(customers)
    .where(isOneOf(customers.id, before.customers))
    .orderBy(customers.id)
    .for('no key update')
  // An order that was being placed with one of the records is stored by now, and found as well.
  const found = await findRecords(tx, phone)
  const held = await holdAllOrders(tx, found.orders)
  const running = held.filter(({ status, deletedAt }) => deletedAt === null && !isFinal(status)).map(({ id }) => id)
  return { ...found, running }
}

const holdAllOrders = (tx: Tx, ids: readonly OrderId[]) =>
  tx
    .select({ id: orders.id, status: orders.status, deletedAt: orders.deletedAt })
    .from(orders)
    .where(isOneOf(orders.id, ids))
    .orderBy(orders.id)
    .for('no key update')

/** Counts a supplier's orders that are not final yet. */
export const countRunningOrdersOf = (db: DbOrTx, supplierId: AccountId): Promise<number> =>
  db.$count(
    orders,
    and(
      eq(orders.supplierId, supplierId),
      isNull(orders.deletedAt),
      notInArray(orders.status, ['delivered', 'cancelled']),
    ),
  )

/** Anonymises these records and orders; notes about their person go. City, lines and amounts stay: the books need them. */
export async function anonymiseRecipients(tx: Tx, records: RecordsOfPerson): Promise<void> {
  const person = await knownBy(tx, records)
  await forgetAnswers(tx, 'POST /api/customers/create', records.customers.map(customerAnswerPrefix))
  await tx.update(orders).set(ANONYMOUS_ORDER).where(isOneOf(orders.id, records.orders))
  await forgetNotes(tx, records.orders)
  await tx.update(customers).set(ANONYMOUS_RECORD).where(isOneOf(customers.id, records.customers))
  await forgetCustomerNotes(tx, person)
}

/** Replaces an erased supplier's promo code in its orders. */
export const replacePromoCode = (tx: Tx, supplierId: AccountId, code: string) =>
  tx
    .update(orders)
    .set({ promoCode: code })
    .where(and(eq(orders.supplierId, supplierId), eq(orders.origin, 'promo')))

const isNotAnonymised = (table: typeof orders | typeof customers): SQL =>
  sql`(${table.name}, ${table.phone}) is distinct from (${ANONYMOUS_NAME}, ${ANONYMOUS_PHONE})`

const isOver = sql`(${orders.status} in ('delivered', 'cancelled') or ${orders.deletedAt} is not null)`

/** Matches orders placed before a moment, final and not anonymised yet. */
const isToForget = (before: Date) => and(lt(orders.createdAt, before), isNotAnonymised(orders), isOver)

/** Counts the orders that `anonymiseRecipientsBefore` would anonymise. */
export const countRecipientsBefore = (db: DbOrTx, before: Date): Promise<number> =>
  db.$count(orders, isToForget(before))

/** Counts all orders, deleted ones as well. */
export const countOrders = (db: DbOrTx): Promise<number> => db.$count(orders)

/**
 * The moment of the newest order; with `since`, of the newest that follows it without a pause of more than so many days: an
 * order beyond such a pause may come from a clock that jumped. Null when there is neither an order nor a `since`.
 */
export async function findNewestOrder(db: DbOrTx, since: Date | null, longestPauseDays: number): Promise<Date | null> {
  const from = since?.toISOString() ?? null
  const { rows } = await db.execute<{ newest: string | null }>(sql`
    with moments as (
      select created_at as at, lag(created_at, 1, ${from}::timestamptz) over (order by created_at) as before
      from orders where deleted_at is null and created_at > coalesce(${from}::timestamptz, '-infinity')
    )
    select coalesce(
      min(before) filter (where ${from}::timestamptz is not null and at - before > make_interval(days => ${longestPauseDays})),
      max(at),
      ${from}::timestamptz
    )::text as newest from moments`)
  const newest = rows[0]!.newest
  return newest === null ? null : new Date(newest)
}

/**
 * Anonymises `limit` final orders that were placed before a moment, and the records that no other order needs. Returns these
 * orders, none when all are done.
 */
export async function anonymiseRecipientsBefore(tx: Tx, before: Date, limit: number): Promise<OrderId[]> {
  // Numbers grow with time, so that older orders are found by the table's own key. The last may be a deleted one.
  const [last] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(lt(orders.createdAt, before))
    .orderBy(desc(orders.id))
    .limit(1)
  if (!last) return []
  const old = await tx
    .select({ id: orders.id, customerId: orders.customerId })
    .from(orders)
    .where(and(lte(orders.id, last.id), isToForget(before)))
    .orderBy(orders.id)
    .limit(limit)
    .for('no key update', { skipLocked: true })
  if (old.length === 0) return []
  const ids = old.map(({ id }) => id)
  const recordIds = [...new Set(old.map(({ customerId }) => customerId))]
  const people = await knownBy(tx, { customers: recordIds, orders: ids })
  await tx.update(orders).set(ANONYMOUS_ORDER).where(isOneOf(orders.id, ids))
  await forgetNotes(tx, ids)
  // A locked record is skipped: an order is being placed with it.
  const records = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(isOneOf(customers.id, recordIds), lt(customers.createdAt, before)))
    .for('no key update', { skipLocked: true })
  const stillNeeded = tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.customerId, customers.id), isNotAnonymised(orders)))
  const held = records.map(({ id }) => id)
  await tx
    .update(customers)
    .set(ANONYMOUS_RECORD)
    .where(and(isOneOf(customers.id, held), notExists(stillNeeded)))
  await forgetCustomerNotes(tx, people)
  return ids
}

/** One statement deletes no more; the next round goes on. */
const RECORDS_AT_ONCE = 5_000

/**
 * Deletes records that were made before a moment and never ordered with; a visitor's key would still open its own. Notes about
 * somebody whose last record it was go with it.
 */
export async function forgetUnusedCustomers(tx: Tx, before: Date): Promise<void> {
  const isUnused = notExists(tx.select({ id: orders.id }).from(orders).where(eq(orders.customerId, customers.id)))
  // A locked record is skipped: an order is being placed with it.
  const unused = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(lt(customers.createdAt, before), isUnused))
    .limit(RECORDS_AT_ONCE)
    .for('update', { skipLocked: true })
  const ids = unused.map(({ id }) => id)
  const people = await knownBy(tx, { customers: ids, orders: [] })
  // A statement of its own sees an order that was stored just before the lock.
  await tx.delete(customers).where(and(isOneOf(customers.id, ids), isUnused))
  await forgetCustomerNotes(tx, people)
}
