import { asc, isNull } from 'drizzle-orm'
import { orders } from '#features/orders/tables.ts'
import type { Queries } from '#platform/db/database.ts'

/** Every order that is not deleted, oldest first. */
export const listAllOrders = (db: Queries) =>
  db
    .select({
      id: orders.id,
      status: orders.status,
      payment: orders.payment,
      createdAt: orders.createdAt,
      collected: orders.collected,
    })
    .from(orders)
    .where(isNull(orders.deletedAt))
    .orderBy(asc(orders.id))
