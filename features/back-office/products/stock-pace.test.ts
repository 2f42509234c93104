import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProductId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

const order = async (id: ProductId, quantity: number): Promise<number> => {
  const body = {
    product_ids: [id],
    prices: [149.5],
    priceGain: [149.5],
    quantities: [quantity],
    customer_id: await shop.addCustomer(),
  }
  return (await shop.call('POST', '/api/orders/create', { body })).json.order_id
}

const paces = async (ids: readonly number[]) =>
  shop.call('GET', `/api/admin/stock-paces?ids=${ids}`, { token: shop.tokens.admin })

test('the pace of a stock is what live orders of the last thirty days hold, and of no others', async () => {
  const [cream, oil, soap] = [await shop.addProduct(), await shop.addProduct(), await shop.addProduct()]
  await order(cream, 3)
  await order(cream, 2)
  await order(oil, 1)
  const rows = (await shop.db.execute<{ id: number }>(sql`select id from orders order by id`)).rows.map(({ id }) => id)
  await order(cream, 4)
  await order(cream, 5)
  const [cancelled, old] = (
    await shop.db.execute<{ id: number }>(sql`select id from orders where id > ${rows.at(-1)} order by id`)
  ).rows
  await shop.db.execute(sql`update orders set status = 'cancelled' where id = ${cancelled!.id}`)
  await shop.db.execute(sql`update orders set created_at = created_at - interval '31 days' where id = ${old!.id}`)
  expect((await paces([cream, oil, soap])).json).toEqual([
    { ProductID: cream, Quantity: 5 },
    { ProductID: oil, Quantity: 1 },
  ])
  expect((await paces([oil])).json).toEqual([{ ProductID: oil, Quantity: 1 }])
})

test('products are asked for by their numbers, a hundred at most', async () => {
  const asked = async (query: string) =>
    (await shop.call('GET', `/api/admin/stock-paces${query}`, { token: shop.tokens.admin })).status
  expect(await asked(`?ids=${Array.from({ length: 100 }, (_, nth) => nth + 1)}`)).toBe(200)
  expect(await asked(`?ids=${Array.from({ length: 101 }, (_, nth) => nth + 1)}`)).toBe(422)
  expect([await asked(''), await asked('?ids=x'), await asked('?ids=9999999999')]).toEqual([422, 422, 200])
})
