import { and, eq, sql } from 'drizzle-orm'
import { orders } from '#features/orders/tables.ts'
import type { Queries } from '#platform/db/database.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { type Centimes, ZERO } from '#platform/kernel/money.ts'

/** What suppliers have earned for good: gains of delivered orders whose money was not lost. Who earned nothing is left out. */
export async function deliveredGainsOf(
  db: Queries,
  supplierIds: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, Centimes>> {
  const { rows } = await db.execute<{ id: AccountId; gains: Centimes }>(sql`
    select supplier_id as id, sum(gain)::bigint as gains from orders
    where supplier_id = any(${sql.param(supplierIds)}::int[]) and status = 'delivered' and payment <> 'void'
      and deleted_at is null
    group by 1`)
  return new Map(rows.map(({ id, gains }) => [id, gains]))
}

/** The same of one. */
export async function deliveredGains(db: Queries, supplierId: AccountId): Promise<Centimes> {
  return (await deliveredGainsOf(db, [supplierId])).get(supplierId) ?? ZERO
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
