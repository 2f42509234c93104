import { and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { connectBesidePool, type Db, inTransaction, type Queries, type Tx } from '#platform/db/database.ts'
import type { AccountId, CustomerId, OrderId, ProductId, WithdrawalId } from '#platform/kernel/ids.ts'
import { fold } from '#platform/kernel/text.ts'
import { localDay } from '#platform/kernel/time.ts'
import type { DeliveryNote } from './delivery-note.ts'
import type { CancelReason, OrderStatus, PaymentStatus, Recipient } from './names.ts'
import type { Figures } from './rules.ts'
import { customers, orderLines, orderMoves, orders, trackingKeys } from './tables.ts'

export interface Customer extends Recipient {
  id: CustomerId
}

const searchOf = ({ name, phone, city }: Recipient): string => fold(`${name} ${phone} ${city}`)

export async function storeCustomer(
  db: Queries,
  recipient: Recipient,
  { email, supplierId }: { email: string | null; supplierId: AccountId | null },
  now: Date,
): Promise<Customer> {
  const search = searchOf(recipient)
  const [row] = await db
    .insert(customers)
    .values({ ...recipient, email, supplierId, createdAt: now, search })
    .returning({ id: customers.id })
  return { id: row!.id, ...recipient }
}

export interface HeldOrder {
  id: OrderId
  status: OrderStatus
  payment: PaymentStatus
  /** The withdrawal that its gain is in. */
  heldBy: WithdrawalId | null
}

/** Locks an order that is not deleted; null when there is none. */
export async function holdOrder(tx: Tx, id: OrderId): Promise<HeldOrder | null> {
  const [row] = await tx
    .select({ id: orders.id, status: orders.status, payment: orders.payment, heldBy: orders.heldBy })
    .from(orders)
    .where(and(eq(orders.id, id), isNull(orders.deletedAt)))
    .for('no key update')
  return row ?? null
}

export const listPieces = (db: Queries, id: OrderId): Promise<{ productId: ProductId; quantity: number }[]> =>
  db
    .select({ productId: orderLines.productId, quantity: orderLines.quantity })
    .from(orderLines)
    .where(eq(orderLines.orderId, id))
    .orderBy(asc(orderLines.productId))

export async function storeMove(
  tx: Tx,
  id: OrderId,
  { status, reason, by }: { status: OrderStatus; reason: CancelReason | null; by: AccountId | null },
  now: Date,
): Promise<void> {
  await tx.update(orders).set({ status, cancelReason: reason, updatedAt: now }).where(eq(orders.id, id))
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
        isNull(orders.heldBy),
        isNull(orders.deletedAt),
      ),
    )
    .orderBy(asc(orders.id))
    .for('no key update')

export const markHeld = (tx: Tx, ids: readonly OrderId[], withdrawalId: WithdrawalId) =>
  tx
    .update(orders)
    .set({ heldBy: withdrawalId })
    .where(inArray(orders.id, [...ids]))

export const releaseHeld = (tx: Tx, withdrawalId: WithdrawalId) =>
  tx.update(orders).set({ heldBy: null }).where(eq(orders.heldBy, withdrawalId))

/** An order that this supplier has, whoever placed it; locked. */
export async function holdOrderOfSupplier(tx: Tx, id: OrderId, supplierId: AccountId) {
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.supplierId, supplierId), isNull(orders.deletedAt)))
    .for('no key update')
  return row ?? null
}

export const listPricedLines = (db: Queries, id: OrderId) =>
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
  await tx
    .update(orders)
    .set({ ...recipient, delivery, total, collected, updatedAt: now })
    .where(eq(orders.id, id))
  await tx
    .update(customers)
    .set({ ...recipient, search: searchOf(recipient) })
    .where(eq(customers.id, customerId))
}

/** Folds the differences into the tallies, so that few rows are left to add up. One process at a time. */
export const foldTallies = (db: Db): Promise<void> =>
  inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('tallies of orders'), 0)`)
    await tx.execute(sql`
      with moved as (delete from order_tally_changes returning *), of_suppliers as (
        insert into order_tallies (supplier_id, placed_on, status, payment, is_held, orders, collected, gain)
          select supplier_id, placed_on, status, payment, is_held, sum(orders), sum(collected), sum(gain)
          from moved
          group by grouping sets ((supplier_id, placed_on, status, payment, is_held), (supplier_id, status, payment, is_held))
        on conflict on constraint a_tally_is_kept_once do update set
          orders = order_tallies.orders + excluded.orders,
          collected = order_tallies.collected + excluded.collected,
          gain = order_tallies.gain + excluded.gain
      )
      insert into shop_tallies (placed_on, status, payment, orders, collected)
        select placed_on, status, payment, sum(orders), sum(collected)
        from moved
        group by grouping sets ((placed_on, status, payment), (status, payment))
      on conflict on constraint a_shop_tally_is_kept_once do update set
        orders = shop_tallies.orders + excluded.orders,
        collected = shop_tallies.collected + excluded.collected`)
  })

/** Beyond what a statement may usually take: it reads every order. */
const COUNTING_MS = 60_000

/** Counts anew what became of the orders of the months until now. Whoever reads the counts meanwhile sees the last ones. */
export async function refreshOutcomes(db: Db, now: Date): Promise<void> {
  const client = await connectBesidePool(db, { statement: COUNTING_MS })
  try {
    await client.query("select set_config('shop.day', $1, false)", [localDay(now)])
    await client.query('refresh materialized view concurrently order_outcomes')
  } finally {
    await client.end()
  }
}

/** The status of an order that is not deleted; null when there is none. */
export async function findStatus(db: Queries, id: OrderId): Promise<OrderStatus | null> {
  const [row] = await db
    .select({ status: orders.status })
    .from(orders)
    .where(and(eq(orders.id, id), isNull(orders.deletedAt)))
  return row?.status ?? null
}

/** What a link to an order shows, and the key that such links are signed with; null when there is no such order. */
export async function findTraces(db: Queries, id: OrderId) {
  const [order] = await db
    .select({
      status: orders.status,
      payment: orders.payment,
      collected: orders.collected,
      name: orders.name,
      phone: orders.phone,
      city: orders.city,
      createdAt: orders.createdAt,
      key: trackingKeys.key,
    })
    .from(orders)
    .crossJoin(trackingKeys)
    .where(and(eq(orders.id, id), isNull(orders.deletedAt)))
  if (!order) return null
  const lines = await db
    .select({ name: orderLines.name, quantity: orderLines.quantity })
    .from(orderLines)
    .where(eq(orderLines.orderId, id))
    .orderBy(asc(orderLines.id))
  const [move] = await db
    .select({ at: orderMoves.movedAt })
    .from(orderMoves)
    .where(eq(orderMoves.orderId, id))
    .orderBy(desc(orderMoves.id))
    .limit(1)
  const { key, ...known } = order
  return { key, order: known, lines, movedAt: move?.at ?? null }
}

/** What the notes of those orders say that are still to be delivered, or were; in the order of their numbers. */
export async function listDeliveryNotes(db: Queries, ids: readonly OrderId[]): Promise<DeliveryNote[]> {
  const found = await db
    .select()
    .from(orders)
    .where(and(inArray(orders.id, [...ids]), isNull(orders.deletedAt), ne(orders.status, 'cancelled')))
    .orderBy(asc(orders.id))
  const lines = await db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, [...ids]))
    .orderBy(asc(orderLines.id))
  const linesOf = Map.groupBy(lines, (line) => line.orderId)
  return found.map(({ id, createdAt, name, phone, address, city, discount, delivery, collected, payment }) => ({
    id,
    createdAt,
    recipient: { name, phone, address, city },
    lines: linesOf.get(id) ?? [],
    discount,
    delivery,
    collected,
    payment,
  }))
}
