import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#platform/kernel/durations.ts'
import { openTestShop, PASSWORD, type TestShop } from '#test/test-app.ts'
import { isRibRecent } from './rules.ts'

let shop: TestShop

const RIB = '007780000123456789012345'

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  const cream = await shop.addProduct({ user: 150, distributor: 110 })
  const token = shop.tokens.sara
  const customer = await shop.addCustomer({}, { token })
  const order = {
    product_ids: [cream],
    prices: [110],
    priceGain: [150],
    quantities: [1],
    customer_id: customer,
  }
  const placed = await shop.call('POST', '/api/orders/create', { token, body: order })
  await asAdmin('PUT', `/api/admin/orders/${placed.json.order.OrderID}/tracking`, { CurrentStatus: 'livré' })
  const bought = await shop.call('POST', '/api/buyer/request-stock', {
    token: shop.tokens.karim,
    body: { amount: 5000 },
  })
  await asAdmin('PUT', `/api/approve-request/${bought.json.purchase.id}`)
  await asAdmin('PUT', '/api/admin/sell-stock', { buyer_id: shop.ids.karim, amount: 100 })
})

beforeEach(() => shop.db.execute(sql`update accounts set rib = null`))

afterAll(() => shop.close())

const asAdmin = (method: string, path: string, body: object = {}) =>
  shop.call(method, path, { token: shop.tokens.admin, body })

const ASKS = [
  ['a supplier', () => shop.call('POST', '/api/withdraw', { token: shop.tokens.sara, body: { gain: 40 } })],
  ['a buyer', () => shop.call('POST', '/api/buyer/request-withdrawal', { token: shop.tokens.karim, body: {} })],
] as const

test.each(ASKS)('%s without a RIB asks for nothing: nobody promises a transfer without an account', async (_, ask) => {
  const before = await shop.rowCounts()
  const answer = await ask()
  expect([answer.status, answer.json]).toEqual([
    422,
    {
      message: "Ajoutez d'abord votre RIB dans votre profil.",
      code: 'rib_missing',
      errors: { RIB: ["Ajoutez d'abord votre RIB dans votre profil."] },
      codes: { RIB: ['rib_missing'] },
    },
  ])
  expect(await shop.rowCounts()).toEqual(before)

  await shop.db.execute(sql`update accounts set rib = ${RIB}`)
  expect((await ask()).status).toBe(200)
})

test('the admin reads beside a withdrawal when its RIB was changed', async () => {
  const token = shop.tokens.sara
  const body = { name: 'Nom sara', email: 'sara@shop.example', phone: '0600000000', address: 'Rabat' }
  const change = { ...body, rib: RIB, current_password: PASSWORD }
  expect((await shop.call('PUT', '/api/user/update', { token, body: change })).status).toBe(200)
  const { json } = await shop.call('GET', '/api/withdrawals', { token: shop.tokens.admin })
  const changed = Object.fromEntries(
    json.data.map((row: { user: { name: string }; rib_changed_at: string | null }) => [
      row.user.name,
      row.rib_changed_at,
    ]),
  )
  expect(changed).toEqual({ 'Nom sara': shop.now.toISOString(), 'Nom karim': null })
})

test('a RIB is new for seven days', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  expect(isRibRecent(null, now)).toBe(false)
  expect(isRibRecent(new Date(now.getTime() - 7 * DAY_MS), now)).toBe(true)
  expect(isRibRecent(new Date(now.getTime() - 7 * DAY_MS - 1), now)).toBe(false)
})
