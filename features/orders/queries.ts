import { and, asc, count, eq, gt, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import { ANONYMOUS_PHONE } from '#platform/kernel/anonymised.ts'
import type { AccountId, CustomerId, OrderId, ProductId, WithdrawalId } from '#platform/kernel/ids.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import type { DeliveryNote } from './delivery-note.ts'
import type { CancelReason, OrderStatus, PaymentStatus, Recipient } from './model.ts'
import type { Figures, OrderedProduct, OrderOrigin, Whereabouts } from './rules.ts'
import { customers, orderLines, orderMoves, orders } from './tables.ts'

export interface Customer extends Recipient {
  id: CustomerId
}

/** What a customer and an order are searched by. */
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

/** By what an order's customer may be known as the caller's. */
export type CustomerClaim =
  | { supplierId: AccountId }
  | { keyHash: Buffer }
  /** Made from there since a moment. */
  | { ipHash: Buffer; since: Date }

/**
 * Locks the caller's customer: of many orders at once, one takes a visitor's record, and nobody forgets the person before
 * the order is stored. Null when it is not the caller's, or was forgotten.
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

/** A visitor's record serves one order. */
export const markOrdered = (tx: Tx, id: CustomerId) =>
  tx.update(customers).set({ keyHash: null, ipHash: null }).where(eq(customers.id, id))

/** Orders of one phone take turns until their transactions end: each counts all before it. */
export const holdPhone = (tx: Tx, phone: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('orders of a phone'), hashtext(${phone}))`)

/** Visitors' orders of a phone since a moment. */
export async function countOrdersOfPhone(tx: Tx, phone: string, since: Date): Promise<number> {
  const [row] = await tx
    .select({ orders: count() })
    .from(orders)
    .where(and(eq(orders.phone, phone), gt(orders.createdAt, since), ne(orders.origin, 'supplier')))
  return row!.orders
}

export interface OrderToStore extends Figures {
  origin: OrderOrigin
  supplierId: AccountId | null
  promoCode: string | null
  customer: Customer
  note: string | null
  isFlagged: boolean
  hidesRecipient: boolean
}

/** Draws the order's number, and answers with the key that links to it are signed with. */
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
  /** The withdrawal that its gain is in. */
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

export const listPieces = (db: DbOrTx, id: OrderId): Promise<{ productId: ProductId; quantity: number }[]> =>
  db
    .select({ productId: orderLines.productId, quantity: orderLines.quantity })
    .from(orderLines)
    .where(eq(orderLines.orderId, id))
    .orderBy(asc(orderLines.productId))

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

export const markDeleted = (tx: Tx, id: OrderId, by: AccountId, now: Date) =>
  tx.update(orders).set({ deletedAt: now, deletedBy: by, updatedAt: now }).where(eq(orders.id, id))

export const storePayment = (tx: Tx, id: OrderId, payment: PaymentStatus, now: Date) =>
  tx
    .update(orders)
    .set({ payment, paidAt: payment === 'paid' ? now : null, updatedAt: now })
    .where(eq(orders.id, id))

/** Gains of a supplier that can be withdrawn: delivered, not lost in payment, in no withdrawal. Locked in ascending id. */
export const holdWithdrawableOrders = (tx: Tx, supplierId: AccountId) =>
  tx
    .select({ id: orders.id, gain: orders.gain })
    .from(orders)
    .where(
      and(
        eq(orders.supplierId, supplierId),
        eq(orders.status, 'delivered'),
        ne(orders.payment, 'void'),
        isNull(orders.withdrawalId),
        isNull(orders.deletedAt),
      ),
    )
    .orderBy(asc(orders.id))
    .for('no key update')

export const putInWithdrawal = (tx: Tx, ids: readonly OrderId[], withdrawalId: WithdrawalId) =>
  tx.update(orders).set({ withdrawalId }).where(isOneOf(orders.id, ids))

export const takeOutOfWithdrawal = (tx: Tx, withdrawalId: WithdrawalId) =>
  tx.update(orders).set({ withdrawalId: null }).where(eq(orders.withdrawalId, withdrawalId))

/** An order that this supplier has, whoever placed it; locked. */
export async function holdOrderOfSupplier(tx: Tx, id: OrderId, supplierId: AccountId) {
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.supplierId, supplierId), isNull(orders.deletedAt)))
    .for('no key update')
  return row ?? null
}

export const listPricedLines = (db: DbOrTx, id: OrderId) =>
  db
    .select({
      quantity: orderLines.quantity,
      userPrice: orderLines.userPrice,
      distributorPrice: orderLines.distributorPrice,
    })
    .from(orderLines)
    .where(eq(orderLines.orderId, id))

/** Where an order goes to from now on, and what that makes of its figures. Its customer's record follows. */
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

/** What the notes of those orders say that are still to be delivered, or were; in the order of their numbers. */
export async function listDeliveryNotes(db: DbOrTx, ids: readonly OrderId[]): Promise<DeliveryNote[]> {
  const found = await db
    .select()
    .from(orders)
    .where(and(isOneOf(orders.id, ids), isNull(orders.deletedAt), ne(orders.status, 'cancelled')))
    .orderBy(asc(orders.id))
  const lines = await db.select().from(orderLines).where(isOneOf(orderLines.orderId, ids)).orderBy(asc(orderLines.id))
  const linesOf = Map.groupBy(lines, (line) => line.orderId)
  return found.map(({ id, createdAt, name, phone, address, city, note, discount, delivery, collected, payment }) => ({
    id,
    createdAt,
    recipient: { name, phone, address, city },
    note,
    lines: linesOf.get(id) ?? [],
    discount,
    delivery,
    collected,
    payment,
  }))
}
