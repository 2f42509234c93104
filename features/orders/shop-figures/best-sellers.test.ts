import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#platform/kernel/durations.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { listBestSellers } from './best-sellers.ts'

let shop: TestShop
let cream: ProductId
let serum: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  cream = await shop.addProduct({ name: 'Crème', user: 100, distributor: 60 })
  serum = await shop.addProduct({ name: 'Sérum', user: 100, distributor: 60 })
})

/** Orders of a test before are too old to count. */
beforeEach(() => shop.pass(31 * DAY_MS))

afterAll(() => shop.close())

let placed = 0

const order = async (product: ProductId, quantity: number): Promise<number> => {
  const customer_id = await shop.addCustomer({ phone: `06${10_000_000 + placed++}` })
  const body = { product_ids: [product], prices: [100], priceGain: [100], quantities: [quantity], customer_id }
  return (await shop.call('POST', '/api/orders/create', { body })).json.order.OrderID
}

const bestSellers = (limit = 10) => listBestSellers(shop.db, shop.now, limit)

test('of a shop without orders nothing sells best', async () => {
  expect(await bestSellers()).toEqual([])
})

test('the product of which most pieces were ordered comes first, at most as many as asked for', async () => {
  await order(serum, 1)
  await order(cream, 2)
  await order(serum, 2)
  expect(await bestSellers()).toEqual([serum, cream])
  expect(await bestSellers(1)).toEqual([serum])
})

test('cancelled, deleted and old orders count for nothing', async () => {
  await order(serum, 5)
  shop.pass(29 * DAY_MS)
  await order(cream, 1)
  const [cancelled, deleted] = [await order(serum, 3), await order(serum, 3)]
  expect(await bestSellers()).toEqual([serum, cream])
  await shop.db.execute(sql`update orders set status = 'cancelled' where id = ${cancelled}`)
  await shop.db.execute(sql`update orders set deleted_at = created_at where id = ${deleted}`)
  expect(await bestSellers()).toEqual([serum, cream])
  shop.pass(2 * DAY_MS)
  expect(await bestSellers()).toEqual([cream])
})
