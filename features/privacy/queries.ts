import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm'
import { listCodesOf } from '#features/accounts/index.ts'
import { accounts, knownPlaces, sessions } from '#features/accounts/tables.ts'
import { historyOf } from '#features/audit/index.ts'
import { purchases, saleDeclarations, sales } from '#features/buyers/tables.ts'
import { withdrawals } from '#features/earnings/tables.ts'
import { notifications } from '#features/notifications/tables.ts'
import { customerNotesOf, knownBy, type RecordsOfPerson } from '#features/orders/index.ts'
import { customers, orderLines, orderMoves, orderNotes, orders } from '#features/orders/tables.ts'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import type { AccountData, AccountOrder, CustomerData } from './contract.ts'
import type { Retention } from './rules.ts'
import { dataRequests, retention } from './tables.ts'

type DataRequest = Omit<typeof dataRequests.$inferInsert, 'id'>

/** Stores a request for personal data; a trigger copies it into the journal. */
export const logDataRequest = (tx: Tx, act: DataRequest) => tx.insert(dataRequests).values(act)

/** Reads the state of the rounds; empty before the first. */
export async function findRetention(db: DbOrTx): Promise<Retention> {
  const { lastRoundAt, waiting, lastCertainAt, dueOrders, allOrders, confirmedOrders } = retention
  const [row] = await db
    .select({ lastRoundAt, waiting, lastCertainAt, dueOrders, allOrders, confirmedOrders })
    .from(retention)
  return (
    row ?? {
      lastRoundAt: null,
      waiting: null,
      lastCertainAt: null,
      dueOrders: null,
      allOrders: null,
      confirmedOrders: null,
    }
  )
}

export const storeRetention = (tx: Tx, state: Retention) =>
  tx.insert(retention).values(state).onConflictDoUpdate({ target: retention.isOnlyRow, set: state })

/** Counts an account's requests for money or stock that nobody has decided. */
export const countRequests = async (db: DbOrTx, id: AccountId) => ({
  withdrawals: await db.$count(withdrawals, and(eq(withdrawals.accountId, id), eq(withdrawals.status, 'pending'))),
  purchases: await db.$count(purchases, and(eq(purchases.buyerId, id), eq(purchases.status, 'pending'))),
  sales: await db.$count(
    saleDeclarations,
    and(eq(saleDeclarations.buyerId, id), eq(saleDeclarations.status, 'pending')),
  ),
})

type OrderData = CustomerData['orders'][number] & AccountOrder

/** Loads orders with their lines, moves and notes, oldest first. */
async function ordersWhere(db: DbOrTx, where: SQL): Promise<OrderData[]> {
  const found = await db.select().from(orders).where(where).orderBy(asc(orders.id))
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const lines = await db.select().from(orderLines).where(isOneOf(orderLines.orderId, ids)).orderBy(asc(orderLines.id))
  const moves = await db.select().from(orderMoves).where(isOneOf(orderMoves.orderId, ids)).orderBy(asc(orderMoves.id))
  const notes = await db.select().from(orderNotes).where(isOneOf(orderNotes.orderId, ids)).orderBy(asc(orderNotes.id))
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId)
  const movesOf = Map.groupBy(moves, ({ orderId }) => orderId)
  const notesOf = Map.groupBy(notes, ({ orderId }) => orderId)
  return found.map((order) => ({
    number: order.id,
    placed_at: order.createdAt,
    name: order.name,
    phone: order.phone,
    address: order.address,
    city: order.city,
    note: order.note,
    status: order.status,
    cancel_reason: order.cancelReason,
    payment: order.payment,
    paid_at: order.paidAt,
    deleted_at: order.deletedAt,
    subtotal: order.subtotal,
    discount: order.discount,
    delivery: order.delivery,
    to_pay: order.collected,
    gain: order.gain,
    lines: (linesOf.get(order.id) ?? []).map(({ name, quantity, userPrice }) => ({
      product: name,
      quantity,
      unit_price: userPrice,
    })),
    moves: (movesOf.get(order.id) ?? []).map(({ movedAt, status }) => ({ at: movedAt, status })),
    staff_notes: (notesOf.get(order.id) ?? []).map(({ writtenAt, staffNote }) => ({ at: writtenAt, note: staffNote })),
  }))
}

const notificationsWhere = async (db: DbOrTx, where: SQL): Promise<CustomerData['notifications']> =>
  (await db.select().from(notifications).where(where).orderBy(asc(notifications.id))).map(({ createdAt, message }) => ({
    at: createdAt,
    message,
  }))

/** Collects the records and orders of a person, its notifications and its entries in the journal. */
export async function collectCustomer(
  db: DbOrTx,
  phone: string,
  { customers: records, orders: placed }: RecordsOfPerson,
  now: Date,
): Promise<CustomerData> {
  const rows = await db.select().from(customers).where(isOneOf(customers.id, records)).orderBy(asc(customers.id))
  const found = await ordersWhere(db, isOneOf(orders.id, placed))
  const notes = await customerNotesOf(db, await knownBy(db, { customers: records, orders: placed }))
  return {
    exported_at: now,
    phone,
    records: rows.map(({ id, name, phone, address, city, email, createdAt }) => ({
      number: id,
      name,
      phone,
      address,
      city,
      email,
      created_at: createdAt,
    })),
    orders: found.map(({ gain: _, ...order }) => order),
    notes: notes.map(({ writtenAt, text }) => ({ at: writtenAt, text })),
    notifications: await notificationsWhere(
      db,
      sql`${notifications.link} = any(${sql.param(placed.map(linkOfOrder))}::text[])`,
    ),
    history: [...(await historyOf(db, 'customer', records)), ...(await historyOf(db, 'order', placed))],
  }
}

const linkOfOrder = (id: OrderId): string => `/order-admin/${id}`

/** Lists the orders credited to a supplier, deleted ones too, oldest first. */
export const listOrderIdsOf = async (db: DbOrTx, id: AccountId): Promise<OrderId[]> =>
  (await db.select({ id: orders.id }).from(orders).where(eq(orders.supplierId, id)).orderBy(asc(orders.id))).map(
    (row) => row.id,
  )

/** Loads orders as their supplier may read them, without name, phone, address and notes about the recipient. */
export const listOwnOrders = async (db: DbOrTx, ids: readonly OrderId[]): Promise<AccountOrder[]> =>
  (await ordersWhere(db, isOneOf(orders.id, ids))).map(
    ({ name: _, phone: _p, address: _a, note: _n, staff_notes: _s, ...order }) => order,
  )

/** Collects all data of an account but its orders, which may be many; null when there is no such account. */
export async function collectAccount(
  db: DbOrTx,
  id: AccountId,
  now: Date,
): Promise<Omit<AccountData, 'orders'> | null> {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, id))
  if (!account) return null
  const withdrawn = await db
    .select()
    .from(withdrawals)
    .where(eq(withdrawals.accountId, id))
    .orderBy(asc(withdrawals.id))
  const bought = await db.select().from(purchases).where(eq(purchases.buyerId, id)).orderBy(asc(purchases.id))
  const sold = await db.select().from(sales).where(eq(sales.buyerId, id)).orderBy(asc(sales.id))
  const declared = await db
    .select()
    .from(saleDeclarations)
    .where(eq(saleDeclarations.buyerId, id))
    .orderBy(asc(saleDeclarations.id))
  const open = await db.select().from(sessions).where(eq(sessions.accountId, id)).orderBy(asc(sessions.createdAt))
  const places = await db
    .select()
    .from(knownPlaces)
    .where(eq(knownPlaces.accountId, id))
    .orderBy(knownPlaces.lastUsedAt)
  const numbers = <Row extends { id: number }>(rows: readonly Row[]) => rows.map((row) => row.id)
  return {
    exported_at: now,
    account: {
      custom_id: account.customId,
      role: account.role,
      name: account.name,
      email: account.email,
      phone: account.phone,
      address: account.address,
      rib: account.rib,
      rib_changed_at: account.ribChangedAt,
      promo_code: account.promoCode,
      promo_codes: await listCodesOf(db, id),
      created_at: account.createdAt,
      banned_at: account.bannedAt,
      has_password: account.passwordHash !== null,
    },
    sessions: open.map(({ createdAt, lastUsedAt, browser, ipAddress }) => ({
      created_at: createdAt,
      seen_at: lastUsedAt,
      browser,
      address: ipAddress,
    })),
    known_places: places.map(({ lastUsedAt }) => ({ seen_at: lastUsedAt })),
    withdrawals: withdrawn.map(({ id, amount, status, rib, reference, reason, requestedAt, decidedAt }) => ({
      number: id,
      amount,
      status,
      rib,
      reference,
      reason,
      requested_at: requestedAt,
      decided_at: decidedAt,
    })),
    purchases: bought.map(({ id, amount, status, reason, requestedAt, decidedAt }) => ({
      number: id,
      amount,
      status,
      reason,
      requested_at: requestedAt,
      decided_at: decidedAt,
    })),
    sales: sold.map(({ amount, recordedAt }) => ({ amount, recorded_at: recordedAt })),
    declared_sales: declared.map(({ id, amount, note, status, reason, declaredAt, decidedAt }) => ({
      number: id,
      amount,
      note,
      status,
      reason,
      declared_at: declaredAt,
      decided_at: decidedAt,
    })),
    notifications: await notificationsWhere(db, containsCustomId(account.customId)),
    history: [
      ...(await historyOf(db, 'account', [id])),
      ...(await historyOf(db, 'withdrawal', numbers(withdrawn))),
      ...(await historyOf(db, 'purchase', numbers(bought))),
      ...(await historyOf(db, 'sale', numbers(sold))),
      ...(await historyOf(db, 'declaration', numbers(declared))),
    ],
  }
}

/** Matches a custom id as a whole word of a notification: `F-100` is not `F-1001`. */
const containsCustomId = (customId: string): SQL =>
  or(
    sql`position(${`${customId}\u00A0`} in ${notifications.message}) > 0`,
    sql`right(${notifications.message}, ${customId.length + 2}) = ${`, ${customId}`}`,
  )!
