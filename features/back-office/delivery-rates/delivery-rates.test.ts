import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { DeliveryRates } from './delivery-rates.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await addOrders(3)
})

afterAll(() => shop.close())

const addOrders = (count: number) =>
  shop.db.execute(sql`
    with customer as (
      insert into customers (name, phone, address, city, created_at, search)
      values ('Nadia', '0612345678', 'Rue', 'Rabat', ${shop.now.toISOString()}, 'nadia') returning id
    )
    insert into orders (customer_id, origin, name, phone, address, city, subtotal, discount, delivery, total, collected,
      gain, created_at, updated_at, search)
    select customer.id, 'direct', 'Nadia', '0612345678', 'Rue', 'Rabat', 1000, 0, 3500, 4500, 4500, 0,
      ${shop.now.toISOString()}, ${shop.now.toISOString()}, 'nadia' from customer, generate_series(1, ${count}::int)`)

const later = (ms: number) => new Date(shop.now.getTime() + ms)

/** How many orders of Rabat a series of questions finds, ten more placed after the first. */
async function countedBy(rates: DeliveryRates, before: number): Promise<number[]> {
  const filter = { by: 'city', days: 30 } as const
  const ordersOf = async (sort: 'name' | '-orders', now: Date) =>
    (await rates.list({ ...filter, sort }, now))[0]!.orders
  const first = await ordersOf('name', shop.now)
  await addOrders(10)
  const next = await ordersOf('-orders', later(9_999))
  const last = await ordersOf('name', later(10_000))
  return [first, next, last].map((orders) => orders - before)
}

test('of a usual shop are counted at each call', async () => {
  expect(await countedBy(new DeliveryRates(shop.db), 3)).toEqual([0, 10, 10])
})

test('of a very large one serve every page and sort for ten seconds', async () => {
  expect(await countedBy(new DeliveryRates(shop.db, 12), 13)).toEqual([0, 0, 10])
})
