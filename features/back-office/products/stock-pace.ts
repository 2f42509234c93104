import { sql } from 'drizzle-orm'
import type { DbOrTx } from '#platform/db/database.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { startOfDays } from '#platform/kernel/time.ts'
import { PACE_DAYS } from '../model.ts'
import { firstOrderSince } from '../orders/first-order.ts'

/** Pieces of these products in the orders of the last days that were neither cancelled nor deleted. */
export async function listPaces(db: DbOrTx, ids: readonly ProductId[], now: Date) {
  const since = startOfDays(now, PACE_DAYS)
  const { rows } = await db.execute<{ id: ProductId; pieces: number }>(sql`
    select product_id as id, sum(quantity)::int as pieces from order_lines join orders on orders.id = order_id
    where product_id = any(${sql.param(ids)}::int[])
      -- Lines of older orders are passed over in their index.
      and order_id >= ${firstOrderSince(since)}
      and created_at >= ${since.toISOString()}::timestamptz and deleted_at is null and status <> 'cancelled'
    group by product_id order by product_id`)
  return rows
}
