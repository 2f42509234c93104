import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { accounts } from '#features/accounts/tables.ts'
import { listLines } from '#features/orders/index.ts'
import { orders } from '#features/orders/tables.ts'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { callAttempts } from '../tables.ts'

/** An order as its customer's page needs it; null for none that is not deleted. */
export async function findCustomerOrder(db: DbOrTx, id: OrderId) {
  const { id: own, name, phone, address, city, collected, delivery, status, leftAt, createdAt, updatedAt } = orders
  const [order] = await db
    .select({ id: own, name, phone, address, city, collected, delivery, status, leftAt, createdAt, updatedAt })
    .from(orders)
    .where(and(eq(orders.id, id), isNull(orders.deletedAt)))
  if (!order) return null
  const products = (await listLines(db, id)).map(({ name, quantity }) => ({ name, quantity }))
  return { ...order, products }
}

/** Locks the tries at the last digits of an order's phone, so that each counts all before it. */
export const holdDigits = (tx: Tx, id: OrderId) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('last digits of an order'), ${id})`)

/** When the link of an order was sent last; null when it never was. */
export async function findLinkSentAt(db: DbOrTx, id: OrderId): Promise<Date | null> {
  const [sent] = await db
    .select({ at: callAttempts.at })
    .from(callAttempts)
    .where(and(eq(callAttempts.orderId, id), eq(callAttempts.outcome, 'link_sent')))
    .orderBy(desc(callAttempts.id))
    .limit(1)
  return sent?.at ?? null
}

/** The supplier who placed an order itself; null for a visitor's order, and for a supplier who is banned. */
export async function findPlacingSupplier(db: DbOrTx, id: OrderId) {
  const [supplier] = await db
    .select({ id: accounts.id, name: accounts.name, email: accounts.email })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.supplierId))
    .where(and(eq(orders.id, id), eq(orders.origin, 'supplier'), isNull(accounts.bannedAt)))
  return supplier ?? null
}
