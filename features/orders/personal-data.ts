import { and, count, eq, isNull, lt, lte, notExists, notInArray, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import { forgetAnswers } from '#platform/http/idempotency.ts'
import { ANONYMOUS_PHONE } from '#platform/kernel/anonymised.ts'
import type { AccountId, CustomerId, OrderId } from '#platform/kernel/ids.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import { customerAnswerPrefix } from './contract.ts'
import { ANONYMOUS_RECIPIENT, isFinal } from './rules.ts'
import { customers, orders } from './tables.ts'

/** What the shop holds about the person behind a phone number, who has no account. */
export interface RecordsOfPerson {
  customers: CustomerId[]
  orders: OrderId[]
}

const { name: NOBODY } = ANONYMOUS_RECIPIENT

const ANONYMOUS_ORDER = {
  ...ANONYMOUS_RECIPIENT,
  note: null,
  lossNote: null,
  search: normaliseForSearch(`${NOBODY} ${ANONYMOUS_PHONE}`),
}
const ANONYMOUS_RECORD = { ...ANONYMOUS_RECIPIENT, search: ANONYMOUS_ORDER.search, email: null }

/**
 * The records and orders with this number, the orders of these records and the records of these orders: a number that was
 * corrected on the way is the same person's.
 */
const withPhone = (phone: string) => ({
  customers: sql`${customers.id} in (
    select id from customers where phone = ${phone} and name <> ${NOBODY}
    union select customer_id from orders where phone = ${phone} and name <> ${NOBODY})`,
  orders: sql`${orders.id} in (
    select id from orders where phone = ${phone} and name <> ${NOBODY}
    union select orders.id from customers join orders on orders.customer_id = customers.id
      where customers.phone = ${phone} and customers.name <> ${NOBODY})`,
})

/** Whose data it is. People have typed the number that stands for nobody: theirs is found, and no forgotten one's. */
export async function findRecords(db: DbOrTx, phone: string): Promise<RecordsOfPerson> {
  const where = withPhone(phone)
  const records = await db.select({ id: customers.id }).from(customers).where(where.customers).orderBy(customers.id)
  const placed = await db.select({ id: orders.id }).from(orders).where(where.orders).orderBy(orders.id)
  return { customers: records.map(({ id }) => id), orders: placed.map(({ id }) => id) }
}

/** The same, held until the transaction ends, with the orders that are not final yet. */
export async function holdRecords(tx: Tx, phone: string): Promise<RecordsOfPerson & { running: OrderId[] }> {
  const known = await findRecords(tx, phone)
  // Orders before their records, as whoever changes where one goes.
  await holdOrders(tx, known.orders)
  await tx
    .select({ id: customers.id })
    .from(customers)
    .where(isOneOf(customers.id, known.customers))
    .orderBy(customers.id)
    .for('no key update')
  // Whoever was ordering with one of the records is through by now: the order is found as well.
  const found = await findRecords(tx, phone)
  const held = await holdOrders(tx, found.orders)
  const running = held.filter(({ status, deletedAt }) => deletedAt === null && !isFinal(status)).map(({ id }) => id)
  return { ...found, running }
}

const holdOrders = (tx: Tx, ids: readonly OrderId[]) =>
  tx
    .select({ id: orders.id, status: orders.status, deletedAt: orders.deletedAt })
    .from(orders)
    .where(isOneOf(orders.id, ids))
    .orderBy(orders.id)
    .for('no key update')

/** How many orders that a supplier brought are not final yet. */
export async function countRunningOrdersOf(db: DbOrTx, supplierId: AccountId): Promise<number> {
  const [row] = await db
    .select({ running: count() })
    .from(orders)
    .where(
      and(
        eq(orders.supplierId, supplierId),
        isNull(orders.deletedAt),
        notInArray(orders.status, ['delivered', 'cancelled']),
      ),
    )
  return row!.running
}

/** Puts nobody in the place of the person; the city, the lines and every amount stay. */
export async function anonymiseRecipients(tx: Tx, records: RecordsOfPerson): Promise<void> {
  await forgetAnswers(tx, 'POST /api/customers/create', records.customers.map(customerAnswerPrefix))
  await tx.update(orders).set(ANONYMOUS_ORDER).where(isOneOf(orders.id, records.orders))
  await tx.update(customers).set(ANONYMOUS_RECORD).where(isOneOf(customers.id, records.customers))
}

/** The orders that an erased supplier's code brought name the code that stands in its place. */
export const replacePromoCode = (tx: Tx, supplierId: AccountId, code: string) =>
  tx
    .update(orders)
    .set({ promoCode: code })
    .where(and(eq(orders.supplierId, supplierId), eq(orders.origin, 'promo')))

const isNotAnonymised = (table: typeof orders | typeof customers): SQL =>
  sql`(${table.name}, ${table.phone}) is distinct from (${NOBODY}, ${ANONYMOUS_PHONE})`

const isOver = sql`(${orders.status} in ('delivered', 'cancelled') or ${orders.deletedAt} is not null)`

/** Placed before a moment, final and not anonymised yet. */
const isToForget = (before: Date) => and(lt(orders.createdAt, before), isNotAnonymised(orders), isOver)

export async function countRecipientsBefore(db: DbOrTx, before: Date): Promise<number> {
  const [row] = await db.select({ due: count() }).from(orders).where(isToForget(before))
  return row!.due
}

export async function countOrders(db: DbOrTx): Promise<number> {
  const [row] = await db.select({ all: count() }).from(orders)
  return row!.all
}

/**
 * The moment of the newest order. Since a known moment, of the newest that follows it without a pause of so many days:
 * what was ordered beyond one does not prove that the clock was right. Null when nothing is known.
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
 * Anonymises final orders that were placed before a moment, `limit` of them, and the records that no other order needs.
 * Answers which orders they were.
 */
export async function anonymiseRecipientsBefore(tx: Tx, before: Date, limit: number): Promise<OrderId[]> {
  // Numbers grow with time: what is older stands before it, where the table's own key finds it.
  const [newest] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(lt(orders.createdAt, before), isNull(orders.deletedAt)))
    .orderBy(sql`${orders.createdAt} desc, ${orders.id} desc`)
    .limit(1)
  if (!newest) return []
  const old = await tx
    .select({ id: orders.id, customerId: orders.customerId })
    .from(orders)
    .where(and(lte(orders.id, newest.id), isToForget(before)))
    .orderBy(orders.id)
    .limit(limit)
    .for('no key update', { skipLocked: true })
  if (old.length === 0) return []
  const ids = old.map(({ id }) => id)
  await tx.update(orders).set(ANONYMOUS_ORDER).where(isOneOf(orders.id, ids))
  // A record that somebody is ordering with is left alone: it is needed.
  const records = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(
      and(
        isOneOf(customers.id, [...new Set(old.map(({ customerId }) => customerId))]),
        lt(customers.createdAt, before),
      ),
    )
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
  return ids
}

const RECORDS_PER_CALL = 20_000

/**
 * Removes the records that visitors made before a moment and never ordered with. Looks at so many records below the given
 * number (null: from the newest on) and answers where to go on; null once it has come to the oldest.
 */
export async function forgetUnusedCustomers(
  db: DbOrTx,
  before: Date,
  below: CustomerId | null,
): Promise<CustomerId | null> {
  const part = db
    .select({ id: customers.id })
    .from(customers)
    .where(below === null ? undefined : lt(customers.id, below))
    .orderBy(sql`${customers.id} desc`)
    .limit(RECORDS_PER_CALL)
    .as('part')
  const [{ oldest, looked } = { oldest: null, looked: 0 }] = await db
    .select({ oldest: sql<CustomerId | null>`min(${part.id})`, looked: count() })
    .from(part)
  if (oldest === null) return null
  const live = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.customerId, customers.id), isNull(orders.deletedAt)))
  const unused = await db
    .select({ id: customers.id })
    .from(customers)
    .where(
      and(
        sql`${customers.id} >= ${oldest}`,
        below === null ? undefined : lt(customers.id, below),
        isNull(customers.supplierId),
        lt(customers.createdAt, before),
        notExists(live),
      ),
    )
  if (unused.length > 0) {
    const ids = unused.map(({ id }) => id)
    const deleted = db.select({ id: orders.id }).from(orders).where(eq(orders.customerId, customers.id))
    await db.delete(customers).where(and(isOneOf(customers.id, ids), notExists(deleted)))
  }
  return looked < RECORDS_PER_CALL ? null : oldest
}
