import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { orders } from '#features/orders/tables.ts'
import type { Queries } from '#platform/db/database.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { type Centimes, ZERO } from '#platform/kernel/money.ts'

/** What a supplier has earned for good: gains of delivered orders whose money was not lost. */
export async function deliveredGains(db: Queries, supplierId: AccountId): Promise<Centimes> {
  const [row] = await db
    .select({ gains: sql<Centimes>`coalesce(sum(${orders.gain}), 0)::bigint`.mapWith(Number) })
    .from(orders)
    .where(
      and(
        eq(orders.supplierId, supplierId),
        eq(orders.status, 'delivered'),
        ne(orders.payment, 'void'),
        isNull(orders.deletedAt),
      ),
    )
  return (row?.gains as Centimes | undefined) ?? ZERO
}

/** What a supplier is told of an order that was placed with its code. */
export async function findPromoOrder(
  db: Queries,
  id: OrderId,
): Promise<{ code: string; city: string; gain: Centimes } | null> {
  const [row] = await db
    .select({ code: orders.promoCode, city: orders.city, gain: orders.gain })
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.origin, 'promo')))
  return row ? { ...row, code: row.code! } : null
}
