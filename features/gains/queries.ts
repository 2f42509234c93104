import { and, eq, sql } from 'drizzle-orm'
import { orders } from '#features/orders/tables.ts'
import type { Queries } from '#platform/db/database.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'

/** What a supplier has earned for good: gains of delivered orders whose money was not lost. From the tallies. */
export async function deliveredGains(db: Queries, supplierId: AccountId): Promise<Centimes> {
  const { rows } = await db.execute<{ gains: Centimes }>(sql`
    select coalesce(sum(gain), 0)::bigint as gains from order_total_rows
    where supplier_id = ${supplierId} and status = 'delivered' and payment <> 'void'`)
  return rows[0]!.gains
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
