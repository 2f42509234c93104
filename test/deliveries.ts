import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db/database.ts'
import { DAY_MS } from '#platform/kernel/durations.ts'

export interface Deliveries {
  count: number
  city: string
  placed: Date
  days: number
  status?: 'delivered' | 'in_transit'
}

/** Stores orders of a city that each reached a status so many days after they were placed. */
export async function addDeliveries(db: Db, deliveries: Deliveries): Promise<void> {
  const { count, city, placed, days, status = 'delivered' } = deliveries
  const at = placed.toISOString()
  const then = new Date(placed.getTime() + days * DAY_MS).toISOString()
  await db.execute(sql`
    with customer as (
      insert into customers (name, phone, address, city, created_at, search)
      values ('Nadia', '0612345678', 'Rue', ${city}, ${at}, 'nadia') returning id
    ), placed as (
      insert into orders (customer_id, origin, name, phone, address, city, subtotal, discount, delivery, total, collected,
        gain, status, left_at, created_at, updated_at, search)
      select customer.id, 'direct', 'Nadia', '0612345678', 'Rue', ${city}, 1000, 0, 3500, 4500, 4500, 0, ${status}, ${at},
        ${at}, ${then}, 'nadia' from customer, generate_series(1, ${count}::int)
      returning id
    )
    insert into order_moves (order_id, status, moved_at)
    select id, step, case step when 'in_transit' then ${at}::timestamptz else ${then}::timestamptz end
    from placed, unnest(array['in_transit', ${status}]) as step`)
}
