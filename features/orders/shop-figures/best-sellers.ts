import { sql } from 'drizzle-orm'
import type { DbOrTx } from '#platform/db/database.ts'
import { DAY_MS } from '#platform/kernel/durations.ts'
import type { ProductId } from '#platform/kernel/ids.ts'

const DAYS = 30

/** No more of the newest orders are read: a page for everybody must not cost more in a large shop. */
const MOST_ORDERS = 2_000

/** The products of which most pieces were ordered in the 30 days before `now`, but for cancelled orders; the most ordered first. */
export async function listBestSellers(db: DbOrTx, now: Date, limit: number): Promise<ProductId[]> {
  const since = new Date(now.getTime() - DAYS * DAY_MS).toISOString()
  const { rows } = await db.execute<{ id: ProductId }>(sql`
    -- As an array, their lines are looked up in the index; a join would read those of all orders.
    select product_id as id from order_lines where order_id = any(array(
      select id from orders
      where deleted_at is null and status <> 'cancelled' and created_at >= ${since}::timestamptz
      order by created_at desc, id desc limit ${MOST_ORDERS}))
    group by product_id order by sum(quantity) desc, product_id limit ${limit}`)
  return rows.map(({ id }) => id)
}
