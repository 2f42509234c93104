import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop
let oil: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

beforeEach(async () => {
  oil = await shop.addProduct({ name: 'Huile', stock: 10 })
})

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

async function placed(): Promise<OrderId> {
  const token = shop.tokens.sara
  const customer_id = await shop.addCustomer({}, { token })
  const body = { product_ids: [oil], prices: [110], quantities: [2], priceGain: [149.5], customer_id }
  return (await shop.call('POST', '/api/orders/create', { token, body })).json.order.OrderID
}

const asAdmin = (method: string, path: string, body?: object) =>
  shop.call(method, path, { token: shop.tokens.admin, body })

async function moved(id: OrderId, ...names: string[]): Promise<OrderId> {
  for (const CurrentStatus of names) {
    expect((await asAdmin('PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus })).status).toBe(200)
  }
  return id
}

const stateOf = async (id: OrderId) =>
  (await shop.db.execute<{ state: string }>(sql`select state from parcels where order_id = ${id}`)).rows[0]?.state ??
  null

const pastOf = async (id: OrderId) =>
  (
    await shop.db.execute<{ state: string }>(sql`select state from parcel_events where order_id = ${id} order by id`)
  ).rows.map(({ state }) => state)

test('an order that is moved by hand has the parcel that its status speaks of', async () => {
  const id = await placed()
  expect(await stateOf(id)).toBeNull()
  await moved(id, 'attribué')
  expect(await stateOf(id)).toBeNull()
  await moved(id, 'en transit')
  expect(await stateOf(id)).toBe('handed')
  await moved(id, 'attribué')
  expect(await stateOf(id)).toBeNull()
  await moved(id, 'en transit', 'livré')
  expect([await stateOf(id), await pastOf(id)]).toEqual(['delivered', ['handed', 'handed', 'delivered']])
})

test('a parcel whose order is cancelled on the way comes back once somebody has it in his hands', async () => {
  const id = await moved(await placed(), 'en transit', 'annulé')
  expect([await stateOf(id), await shop.stockOf(oil)]).toEqual(['returning', 8])
  expect((await asAdmin('POST', '/api/admin/returns', { OrderID: id })).status).toBe(200)
  expect([await stateOf(id), await shop.stockOf(oil)]).toEqual(['back', 10])
  expect(await pastOf(id)).toEqual(['handed', 'returning', 'back'])
})

test('a parcel that is received before its order was cancelled ends as one that came back', async () => {
  const id = await moved(await placed(), 'en transit')
  expect((await asAdmin('POST', '/api/admin/returns', { OrderID: id })).status).toBe(200)
  expect([await stateOf(id), await pastOf(id)]).toEqual(['back', ['handed', 'returning', 'back']])
})

test('a parcel whose order its supplier deletes is on its way back, one that never left is none', async () => {
  const id = await moved(await placed(), 'en transit')
  const other = await placed()
  for (const path of [id, other].map((number) => `/api/supplier/orders/${number}`)) {
    expect((await shop.call('DELETE', path, { token: shop.tokens.sara })).status).toBe(200)
  }
  expect([await stateOf(id), await stateOf(other)]).toEqual(['returning', null])
})

test('a parcel that is given up is lost', async () => {
  const id = await moved(await placed(), 'en transit')
  await shop.db.execute(sql`update orders set left_at = left_at - interval '20 days' where id = ${id}`)
  expect((await asAdmin('POST', `/api/admin/orders/${id}/lost`, { note: 'Perdu' })).status).toBe(200)
  expect([await stateOf(id), await pastOf(id)]).toEqual(['lost', ['handed', 'returning', 'lost']])
})

test('a parcel that came back stays so when its cancelled order is deleted', async () => {
  const id = await moved(await placed(), 'en transit', 'annulé')
  await asAdmin('POST', '/api/admin/returns', { OrderID: id })
  const deleted = await shop.call('DELETE', `/api/supplier/orders/${id}`, { token: shop.tokens.sara })
  expect([deleted.status, await stateOf(id)]).toEqual([200, 'back'])
})
