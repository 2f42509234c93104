import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

const get = (path: string, token = shop.tokens.admin) => shop.call('GET', `/api/admin/suppliers${path}`, { token })

/** An order of Sara's own, or with her code by a visitor, and its status. */
async function order(status: string | null, promo_code?: string): Promise<number> {
  const token = promo_code ? undefined : shop.tokens.sara
  const cream = await shop.addProduct({ user: 150, distributor: 110 })
  const customer_id = await shop.addCustomer({}, token ? { token } : {})
  const body = {
    product_ids: [cream],
    prices: [token ? 110 : 150],
    priceGain: [150],
    quantities: [1],
    customer_id,
    promo_code,
  }
  const { OrderID } = (await shop.call('POST', '/api/orders/create', { ...(token && { token }), body })).json.order
  const CurrentStatus = status
  if (status)
    await shop.call('PUT', `/api/admin/orders/${OrderID}/tracking`, {
      token: shop.tokens.admin,
      body: { CurrentStatus },
    })
  return OrderID
}

const rowOfSara = async () =>
  (await get('?search=F-1001')).json.data[0] as { orders: number; delivery_rate: number | null; last_order_at: string }

test('a supplier who has no orders has no rate; then orders, rate and the last one are counted', async () => {
  expect(await rowOfSara()).toMatchObject({ orders: 0, delivery_rate: null, last_order_at: null })
  await order(null)
  expect(await rowOfSara()).toMatchObject({ orders: 1, delivery_rate: null })
  for (const status of ['livré', 'livré', 'annulé']) await order(status)
  const deleted = await order(null)
  await shop.call('DELETE', `/api/admin/orders/${deleted}`, { token: shop.tokens.admin })
  expect(await rowOfSara()).toMatchObject({ orders: 4, delivery_rate: 67, last_order_at: shop.now.toISOString() })
})

test('a supplier’s page says what the supplier sees itself, masked visitors and all', async () => {
  const { json: own } = await shop.call('GET', '/api/supplier/get-ordersAdmin', { token: shop.tokens.sara })
  await order('livré', own.promo_code)
  const call = { token: shop.tokens.sara, body: { gain: 0 } }
  const { stats } = (await shop.call('GET', '/api/supplier/get-ordersAdmin', call)).json
  await shop.call('POST', '/api/withdraw', { token: shop.tokens.sara, body: { gain: stats.withdrawable } })
  const dashboard = (
    await shop.call('GET', '/api/supplier/get-ordersAdmin?page=1&per_page=100', { token: shop.tokens.sara })
  ).json
  const profile = (await get(`/${shop.ids.sara}`)).json
  expect(profile.stats).toEqual(dashboard.stats)
  expect(profile.promo_code).toBe(dashboard.promo_code)
  expect(profile.rib).toMatch(/^[• ]+\d{4}$/)
  expect(profile.supplier).toMatchObject({ custom_id: 'F-1001', gainsUser: dashboard.userGain })
  expect(profile.withdrawals).toEqual([
    {
      id: expect.any(Number),
      amount: stats.withdrawable,
      status: 'en attente',
      reference: null,
      reason: null,
      created_at: shop.now.toISOString(),
    },
  ])
  const orders = (await get(`/${shop.ids.sara}/orders?page=1&per_page=100`)).json
  expect(orders.data).toEqual(dashboard.orders)
  expect(orders.total).toBe(dashboard.total)
})

test('nobody else has such a page, and nobody else reads it', async () => {
  for (const id of [shop.ids.karim, shop.ids.admin, 999_999]) expect((await get(`/${id}`)).status).toBe(404)
  expect((await get(`/${shop.ids.sara}`, shop.tokens.sara)).status).toBe(403)
})
