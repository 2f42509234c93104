import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm'
import { listCodesOf } from '#features/accounts/index.ts'
import { accounts, knownPlaces, sessions } from '#features/accounts/tables.ts'
import { historyOf } from '#features/audit/index.ts'
import { purchases, saleDeclarations, sales } from '#features/buyers/tables.ts'
import { answersOfCustomers, listCallsBy, listSkipsBy, notesOfCalls } from '#features/calls/index.ts'
import { withdrawals } from '#features/earnings/tables.ts'
import { notifications } from '#features/notifications/tables.ts'
import { customerNotesOf, knownBy, linesOf, type RecordsOfPerson } from '#features/orders/index.ts'
import { customers, orderMoves, orderNotes, orders } from '#features/orders/tables.ts'
import { listParcelActsBy, notesOfParcels } from '#features/parcels/index.ts'
import { notesOfLines } from '#features/settlements/index.ts'
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

// Rows leave this file with all of their columns: the records of `contract.ts` drop what they do not name.

/** Loads orders with their lines, moves and notes, oldest first. */
async function ordersWhere(db: DbOrTx, where: SQL) {
  const found = await db.select().from(orders).where(where).orderBy(asc(orders.id))
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const lines = await linesOf(db, ids)
  const moves = await db.select().from(orderMoves).where(isOneOf(orderMoves.orderId, ids)).orderBy(asc(orderMoves.id))
  const notes = await db.select().from(orderNotes).where(isOneOf(orderNotes.orderId, ids)).orderBy(asc(orderNotes.id))
  const callsOf = await notesOfCalls(db, ids)
  const parcelsOf = await notesOfParcels(db, ids)
  const linesOfStatements = await notesOfLines(db, ids)
  const answersOf = await answersOfCustomers(db, ids)
  const movesOf = Map.groupBy(moves, ({ orderId }) => orderId)
  const notesOf = Map.groupBy(notes, ({ orderId }) => orderId)
  return found.map((order) => ({
    ...order,
    lines: lines.get(order.id) ?? [],
    moves: movesOf.get(order.id) ?? [],
    staffNotes: notesOf.get(order.id) ?? [],
    callNotes: callsOf.get(order.id) ?? [],
    parcelNotes: parcelsOf.get(order.id) ?? [],
    lineNotes: linesOfStatements.get(order.id) ?? [],
    ownAnswers: answersOf.get(order.id) ?? [],
  }))
}

const notificationsWhere = (db: DbOrTx, where: SQL) =>
  db.select().from(notifications).where(where).orderBy(asc(notifications.id))

/** Collects the records and orders of a person, its notifications and its entries in the journal. */
export const collectCustomer = async (
  db: DbOrTx,
  phone: string,
  { customers: records, orders: placed }: RecordsOfPerson,
  now: Date,
): Promise<CustomerData> => ({
  exportedAt: now,
  phone,
  records: await db.select().from(customers).where(isOneOf(customers.id, records)).orderBy(asc(customers.id)),
  orders: await ordersWhere(db, isOneOf(orders.id, placed)),
  notes: await customerNotesOf(db, await knownBy(db, { customers: records, orders: placed })),
  notifications: await notificationsWhere(
    db,
    sql`${notifications.link} = any(${sql.param(placed.map(linkOfOrder))}::text[])`,
  ),
  history: [...(await historyOf(db, 'customer', records)), ...(await historyOf(db, 'order', placed))],
})

const linkOfOrder = (id: OrderId): string => `/order-admin/${id}`

/** Lists the orders credited to a supplier, deleted ones too, oldest first. */
export const listOrderIdsOf = async (db: DbOrTx, id: AccountId): Promise<OrderId[]> =>
  (await db.select({ id: orders.id }).from(orders).where(eq(orders.supplierId, id)).orderBy(asc(orders.id))).map(
    (row) => row.id,
  )

/** Loads orders for their supplier's `accountOrder`. */
export const listOwnOrders = (db: DbOrTx, ids: readonly OrderId[]): Promise<AccountOrder[]> =>
  ordersWhere(db, isOneOf(orders.id, ids))

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
  const numbers = (rows: readonly { id: number }[]) => rows.map((row) => row.id)
  return {
    exportedAt: now,
    account: { ...account, codes: await listCodesOf(db, id), hasPassword: account.passwordHash !== null },
    sessions: await db.select().from(sessions).where(eq(sessions.accountId, id)).orderBy(asc(sessions.createdAt)),
    places: await db.select().from(knownPlaces).where(eq(knownPlaces.accountId, id)).orderBy(knownPlaces.lastUsedAt),
    withdrawals: withdrawn,
    purchases: bought,
    sales: sold,
    declarations: declared,
    calls: await listCallsBy(db, id),
    skippedCards: await listSkipsBy(db, id),
    parcelActs: await listParcelActsBy(db, id),
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
