import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#platform/kernel/durations.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { listOrderedWith } from './ordered-together.ts'

let shop: TestShop
let cream: ProductId
let serum: ProductId
let soap: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  cream = await shop.addProduct({ name: 'Crème', user: 100, distributor: 60 })
  serum = await shop.addProduct({ name: 'Sérum', user: 100, distributor: 60 })
  soap = await shop.addProduct({ name: 'Savon', user: 100, distributor: 60 })
})

/** Orders of a test before are too old to count. */
beforeEach(() => shop.pass(91 * DAY_MS))

afterAll(() => shop.close())

let placed = 0

async function order(...products: ProductId[]): Promise<number> {
  const customer_id = await shop.addCustomer({ phone: `06${20_000_000 + placed++}` })
  const each = <T>(value: T) => products.map(() => value)
  const body = { product_ids: products, prices: each(100), priceGain: each(100), quantities: each(1), customer_id }
  return (await shop.call('POST', '/api/orders/create', { body })).json.order.OrderID
}

const orderedWith = (product: ProductId, limit = 10) => listOrderedWith(shop.db, product, shop.now, limit)

test('the product that stands in most orders with another comes first, at most as many as asked for', async () => {
  for (const products of [[cream, soap], [cream, soap], [cream, serum, soap], [cream, serum], [serum]])
    await order(...products)
  expect(await orderedWith(cream)).toEqual([soap, serum])
  expect(await orderedWith(cream, 1)).toEqual([soap])
  expect(await orderedWith(soap)).toEqual([cream])
})

test('one order with both is chance', async () => {
  await order(cream, serum)
  expect(await orderedWith(cream)).toEqual([])
})

test('cancelled, deleted and old orders count for nothing', async () => {
  await order(cream, soap)
  shop.pass(89 * DAY_MS)
  await order(cream, soap)
  expect(await orderedWith(cream)).toEqual([soap])
  const [cancelled, deleted] = [await order(cream, serum), await order(cream, serum)]
  await order(cream, serum)
  expect(await orderedWith(cream)).toEqual([serum, soap])
  await shop.db.execute(sql`update orders set deleted_at = created_at where id = ${deleted}`)
  expect(await orderedWith(cream)).toEqual([serum, soap])
  await shop.db.execute(sql`update orders set status = 'cancelled' where id = ${cancelled}`)
  expect(await orderedWith(cream)).toEqual([soap])
  shop.pass(2 * DAY_MS)
  expect(await orderedWith(cream)).toEqual([])
})
