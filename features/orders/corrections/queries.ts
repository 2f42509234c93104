import { and, asc, eq, isNull } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { listLines, listLinesWithImages } from '../queries.ts'
import type { Figures } from '../rules.ts'
import { orderLineChanges, orderLines, orders } from '../tables.ts'
import type { CorrectableOrderShown } from './contract.ts'
import type { CorrectableLine } from './rules.ts'

export type WholeOrder = typeof orders.$inferSelect

/** Locks orders that are not deleted, lowest number first; all columns. */
export const holdWholeOrders = (tx: Tx, ids: readonly OrderId[]): Promise<WholeOrder[]> =>
  tx
    .select()
    .from(orders)
    .where(and(isOneOf(orders.id, ids), isNull(orders.deletedAt)))
    .orderBy(asc(orders.id))
    .for('no key update')

/** The lines of an order without their ids: a merge writes them into another order. */
export const listCorrectableLines = async (db: DbOrTx, id: OrderId): Promise<CorrectableLine[]> =>
  (await listLines(db, id)).map(({ id: _, orderId: __, ...line }) => line)

/** An order that is not deleted, as its correction begins; null when there is none. */
export async function findCorrectable(db: DbOrTx, id: OrderId): Promise<CorrectableOrderShown | null> {
  const { origin, name, phone, address, city, note, discountPercent, delivery, collected } = orders
  const recipient = { name, phone, address, city }
  const [order] = await db
    .select({ id: orders.id, origin, recipient, note, discountPercent, delivery, collected })
    .from(orders)
    .where(and(eq(orders.id, id), isNull(orders.deletedAt)))
  return order ? { ...order, lines: await listLinesWithImages(db, id) } : null
}

/** Puts the lines of an order in the place of its former ones, and writes down which pieces changed. */
export async function replaceLines(
  tx: Tx,
  id: OrderId,
  before: readonly CorrectableLine[],
  after: readonly CorrectableLine[],
  by: AccountId | null,
  now: Date,
): Promise<void> {
  const was = new Map(before.map((line) => [line.productId, line]))
  const stays = new Set(after.map(({ productId }) => productId))
  const removed = before.filter(({ productId }) => !stays.has(productId))
  const added = after.filter(({ productId }) => !was.has(productId))
  const changed = after.filter(({ productId, quantity }) => (was.get(productId)?.quantity ?? quantity) !== quantity)
  const isOf = (line: CorrectableLine) => and(eq(orderLines.orderId, id), eq(orderLines.productId, line.productId))
  for (const line of removed) await tx.delete(orderLines).where(isOf(line))
  for (const line of changed) await tx.update(orderLines).set({ quantity: line.quantity }).where(isOf(line))
  if (added.length > 0) await tx.insert(orderLines).values(added.map((line) => ({ orderId: id, ...line })))
  const changes = [
    ...removed.map((line) => ({ ...line, from: line.quantity, to: 0 })),
    ...changed.map((line) => ({ ...line, from: was.get(line.productId)!.quantity, to: line.quantity })),
    ...added.map((line) => ({ ...line, from: 0, to: line.quantity })),
  ]
  if (changes.length === 0) return
  await tx.insert(orderLineChanges).values(
    changes.map(({ productId, name, from, to }) => ({
      orderId: id,
      productId,
      name,
      piecesBefore: from,
      piecesAfter: to,
      changedBy: by,
      changedAt: now,
    })),
  )
}

/** Stores the figures of an order from now on. */
export const storeFigures = (
  tx: Tx,
  id: OrderId,
  { subtotal, discount, delivery, total, collected, gain }: Figures,
  note: string | null,
  now: Date,
) =>
  tx
    .update(orders)
    .set({ subtotal, discount, delivery, total, collected, gain, note, updatedAt: now })
    .where(eq(orders.id, id))

/** Names the order into which another one went. It is flagged from then on when the other one was. */
export async function storeMerge(tx: Tx, { id, isFlagged }: WholeOrder, into: WholeOrder): Promise<void> {
  await tx.update(orders).set({ mergedInto: into.id }).where(eq(orders.id, id))
  if (isFlagged) await tx.update(orders).set({ isFlagged }).where(eq(orders.id, into.id))
}
