import { sql } from 'drizzle-orm'
import type { DbOrTx } from '#platform/db/database.ts'
import { DAY_MS } from '#platform/kernel/durations.ts'
import type { ProductId } from '#platform/kernel/ids.ts'

const DAYS = 90

/** No more of the newest orders are read: a page for everybody must not cost more in a large shop. */
const MOST_ORDERS = 5_000

/** Fewer orders with both products are chance. */
const LEAST_ORDERS = 2

/**
 * The products that stood most often in one order with this product in the 90 days before `now`, but for cancelled orders;
 * the most frequent first.
 */
export async function listOrderedWith(db: DbOrTx, product: ProductId, now: Date, limit: number): Promise<ProductId[]> {
  const since = new Date(now.getTime() - DAYS * DAY_MS).toISOString()
  const { rows } = await db.execute<{ id: ProductId }>(sql`
    -- As an array, their lines are looked up in the index; a join would read those of all orders.
    select other.product_id as id from order_lines as own join order_lines as other using (order_id)
    where own.product_id = ${product} and other.product_id <> own.product_id and order_id = any(array(
      select id from orders
      where deleted_at is null and status <> 'cancelled' and created_at >= ${since}::timestamptz
      order by created_at desc, id desc limit ${MOST_ORDERS}))
    group by other.product_id having count(*) >= ${LEAST_ORDERS}
    order by count(*) desc, other.product_id limit ${limit}`)
  return rows.map(({ id }) => id)
}
