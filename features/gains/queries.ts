import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { orders } from '#features/orders/tables.ts'
import type { Queries } from '#platform/db/database.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
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
