import { and, asc, eq, gt, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { imagesOf } from '#features/catalogue/index.ts'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import { ANONYMOUS_PHONE } from '#platform/kernel/anonymised.ts'
import type { AccountId, CustomerId, OrderId, WithdrawalId } from '#platform/kernel/ids.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import type { DeliveryNote } from './delivery-note.ts'
import type { CancelReason, OrderStatus, PaymentStatus, Recipient } from './model.ts'
import type { Figures, OrderedProduct, OrderOrigin, Whereabouts } from './rules.ts'
import { customers, orderLines, orderMoves, orders, trackingKeys } from './tables.ts'

export interface Customer extends Recipient {
  id: CustomerId
}

/** The `search` column of a customer and of an order. */
const searchOf = ({ name, phone, city }: Recipient): string => normaliseForSearch(`${name} ${phone} ${city}`)

export async function storeCustomer(
  db: DbOrTx,
  recipient: Recipient,
  made: { email: string | null; supplierId: AccountId | null; keyHash?: Buffer; ipHash?: Buffer },
  now: Date,
): Promise<Customer> {
  const search = searchOf(recipient)
  const [row] = await db
    .insert(customers)
    .values({ ...recipient, ...made, createdAt: now, search })
    .returning({ id: customers.id })
  return { id: row!.id, ...recipient }
}

/** The caller's claim on a customer: as its supplier, by the record's key, or by the address that has just made the record. */
export type CustomerClaim = { supplierId: AccountId } | { keyHash: Buffer } | { ipHash: Buffer; since: Date }

/**
 * Locks the caller's customer: of concurrent orders one alone takes a visitor's record, and no erasure overtakes the order.
 * Null for a customer that is not the caller's, or was anonymised.
 */
export async function holdCustomer(tx: Tx, id: CustomerId, claim: CustomerClaim): Promise<Customer | null> {
  const { name, phone, address, city } = customers
  const [row] = await tx
    .select({ id: customers.id, name, phone, address, city })
    .from(customers)
    .where(and(eq(customers.id, id), isClaimed(claim), ne(phone, ANONYMOUS_PHONE)))
    .for('no key update')
  return row ?? null
}

function isClaimed(claim: CustomerClaim): SQL | undefined {
  if ('supplierId' in claim) return eq(customers.supplierId, claim.supplierId)
  if ('keyHash' in claim) return eq(customers.keyHash, claim.keyHash)
  return and(eq(customers.ipHash, claim.ipHash), gt(customers.createdAt, claim.since))
}

/** Ends the claims on a visitor's record: it serves one order. */
export const markOrdered = (tx: Tx, id: CustomerId) =>
  tx.update(customers).set({ keyHash: null, ipHash: null }).where(eq(customers.id, id))

/** Locks a phone number, so that each order counts all orders of it before. */
export const holdPhone = (tx: Tx, phone: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('orders of a phone'), hashtext(${phone}))`)

/** Counts visitors' orders with a phone since a moment. */
export const countOrdersOfPhone = (tx: Tx, phone: string, since: Date): Promise<number> =>
  tx.$count(orders, and(eq(orders.phone, phone), gt(orders.createdAt, since), ne(orders.origin, 'supplier')))

export interface OrderToStore extends Figures {
  origin: OrderOrigin
  supplierId: AccountId | null
  promoCode: string | null
  customer: Customer
  note: string | null
  isFlagged: boolean
  hidesRecipient: boolean
}

/** Stores an order and its lines. Its number is drawn here. Returns it with the key that signs tracking links. */
export async function storeOrder(
  tx: Tx,
  { customer: { id: customerId, ...recipient }, ...order }: OrderToStore,
  lines: readonly OrderedProduct[],
  now: Date,
): Promise<{ id: OrderId; trackingKey: Buffer }> {
  const search = searchOf(recipient)
  const dates = { createdAt: now, updatedAt: now }
  const [row] = await tx
    .insert(orders)
    .values({ ...order, ...recipient, customerId, search, ...dates })
    .returning({ id: orders.id, trackingKey: sql<Buffer>`(select key from tracking_keys)` })
  const { id } = row!
  await tx.insert(orderLines).values(
    lines.map(({ id: productId, name, quantity, userPrice, distributorPrice }) => ({
      orderId: id,
      productId,
      name,
      quantity,
      userPrice,
      distributorPrice,
    })),
  )
  return row!
}

export interface HeldOrder extends Whereabouts {
  id: OrderId
  payment: PaymentStatus
  /** The withdrawal, not refused, that the gain is in. */
  withdrawalId: WithdrawalId | null
}

/** Locks an order that is not deleted; null when there is none. */
export async function holdOrder(tx: Tx, id: OrderId): Promise<HeldOrder | null> {
  const [row] = await tx
    .select({
      id: orders.id,
      status: orders.status,
      payment: orders.payment,
      withdrawalId: orders.withdrawalId,
      leftAt: orders.leftAt,
      piecesBackAt: orders.piecesBackAt,
    })
    .from(orders)
    .where(and(eq(orders.id, id), isNull(orders.deletedAt)))
    .for('no key update')
  return row ?? null
}

/** Locks those of the orders that are not deleted, from the smallest id on. */
export const holdOrders = (tx: Tx, ids: readonly OrderId[]) => {
  const { id, status, leftAt, piecesBackAt, updatedAt } = orders
  return tx
    .select({ id, status, leftAt, piecesBackAt, updatedAt })
    .from(orders)
    .where(and(isOneOf(orders.id, ids), isNull(orders.deletedAt)))
    .orderBy(asc(orders.id))
    .for('no key update')
}

/** The lines of an order, in the order in which they came into it. */
export const listLines = async (db: DbOrTx, id: OrderId) => (await linesOf(db, [id])).get(id) ?? []

/** The lines of each of these orders. */
export async function linesOf(db: DbOrTx, ids: readonly OrderId[]) {
  const rows = await db.select().from(orderLines).where(isOneOf(orderLines.orderId, ids)).orderBy(asc(orderLines.id))
  return Map.groupBy(rows, (row) => row.orderId)
}

/** The lines of an order with the picture of each product as it is today; null once the product is deleted. */
export async function listLinesWithImages(db: DbOrTx, id: OrderId) {
  const lines = await listLines(db, id)
  const images = await imagesOf(
    db,
    lines.map(({ productId }) => productId),
  )
  return lines.map((line) => ({ ...line, image: images.get(line.productId) ?? null }))
}

export async function storeMove(
  tx: Tx,
  id: OrderId,
  move: { status: OrderStatus; reason: CancelReason | null; leftAt: Date | null; by: AccountId | null },
  now: Date,
): Promise<void> {
  const { status, reason, leftAt, by } = move
  await tx.update(orders).set({ status, cancelReason: reason, leftAt, updatedAt: now }).where(eq(orders.id, id))
  await tx.insert(orderMoves).values({ orderId: id, status, movedBy: by, movedAt: now })
}

/** Stores that orders were delivered. */
export async function storeDeliveries(tx: Tx, ids: readonly OrderId[], by: AccountId | null, now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(orders)
    .set({ status: 'delivered', cancelReason: null, updatedAt: now })
    .where(isOneOf(orders.id, ids))
  await tx
    .insert(orderMoves)
    .values(ids.map((orderId) => ({ orderId, status: 'delivered' as const, movedBy: by, movedAt: now })))
}

export const markDeleted = (tx: Tx, id: OrderId, by: AccountId, now: Date) =>
  tx.update(orders).set({ deletedAt: now, deletedBy: by, updatedAt: now }).where(eq(orders.id, id))

/** Stores the payment of a delivered order, dated now when it is paid. The caller has checked it (`settlePayment`). */
export const storePayment = (tx: Tx, id: OrderId, payment: PaymentStatus, now: Date) =>
  tx
    .update(orders)
    .set({ payment, paidAt: payment === 'paid' ? now : null, updatedAt: now })
    .where(eq(orders.id, id))

/** Marks delivered orders as paid on one day. The caller has locked and checked them (`payDelivered`). */
export const storePaymentsOf = (tx: Tx, ids: readonly OrderId[], paidAt: Date, now: Date) =>
  tx.update(orders).set({ payment: 'paid', paidAt, updatedAt: now }).where(isOneOf(orders.id, ids))

/**
 * Locks a supplier's orders whose gains can be withdrawn: delivered, not void in payment (or paid, where gains wait for
 * that), in no withdrawal. Gains in centimes.
 */
export const holdWithdrawableOrders = (tx: Tx, supplierId: AccountId, isPaidOnly: boolean) =>
  tx
    .select({ id: orders.id, gain: orders.gain })
    .from(orders)
    .where(
      and(
        eq(orders.supplierId, supplierId),
        eq(orders.status, 'delivered'),
        isPaidOnly ? eq(orders.payment, 'paid') : ne(orders.payment, 'void'),
        isNull(orders.withdrawalId),
        isNull(orders.deletedAt),
      ),
    )
    .orderBy(asc(orders.id))
    .for('no key update')

/** Links orders to the withdrawal of their gains. Constraints refuse an order that is not delivered or is void. */
export const putInWithdrawal = (tx: Tx, ids: readonly OrderId[], withdrawalId: WithdrawalId) =>
  tx.update(orders).set({ withdrawalId }).where(isOneOf(orders.id, ids))

/** Frees the orders of a refused withdrawal: their gains can be withdrawn again. */
export const takeOutOfWithdrawal = (tx: Tx, withdrawalId: WithdrawalId) =>
  tx.update(orders).set({ withdrawalId: null }).where(eq(orders.withdrawalId, withdrawalId))

/** Locks a supplier's order, placed by itself or with its code; null when it has none of that number. */
export async function holdOrderOfSupplier(tx: Tx, id: OrderId, supplierId: AccountId) {
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.supplierId, supplierId), isNull(orders.deletedAt)))
    .for('no key update')
  return row ?? null
}

/** Stores an order's new recipient and the figures that follow from it, and updates the customer's record. */
export async function storeRecipient(
  tx: Tx,
  { id, customerId }: { id: OrderId; customerId: CustomerId },
  recipient: Recipient,
  { delivery, total, collected }: Figures,
  now: Date,
): Promise<void> {
  const search = searchOf(recipient)
  await tx
    .update(orders)
    .set({ ...recipient, search, delivery, total, collected, updatedAt: now })
    .where(eq(orders.id, id))
  await tx
    .update(customers)
    .set({ ...recipient, search })
    .where(eq(customers.id, customerId))
}

/** The status of an order that is not deleted; null when there is none. */
export async function findStatus(db: DbOrTx, id: OrderId): Promise<OrderStatus | null> {
  const [row] = await db
    .select({ status: orders.status })
    .from(orders)
    .where(and(eq(orders.id, id), isNull(orders.deletedAt)))
  return row?.status ?? null
}

/** The shop's key, with which links and codes of orders are signed. */
export async function findSigningKey(db: DbOrTx): Promise<Buffer> {
  const [row] = await db.select({ key: trackingKeys.key }).from(trackingKeys)
  return row!.key
}

/** The notes of those orders that are neither cancelled nor deleted, in ascending number. */
export async function listDeliveryNotes(db: DbOrTx, ids: readonly OrderId[]): Promise<DeliveryNote[]> {
  const found = await db
    .select()
    .from(orders)
    .where(and(isOneOf(orders.id, ids), isNull(orders.deletedAt), ne(orders.status, 'cancelled')))
    .orderBy(asc(orders.id))
  const lines = await linesOf(db, ids)
  return found.map(({ id, createdAt, name, phone, address, city, note, discount, delivery, collected, payment }) => ({
    id,
    createdAt,
    recipient: { name, phone, address, city },
    note,
    lines: lines.get(id) ?? [],
    discount,
    delivery,
    collected,
    payment,
  }))
}
