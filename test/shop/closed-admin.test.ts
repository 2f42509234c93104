import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { deliverOrders } from '#features/orders/index.ts'
import { inTransaction } from '#platform/db/database.ts'
import type { CourierId, OrderId, ProductId } from '#platform/kernel/ids.ts'
import { queuedBehindLock } from '../locks.ts'
import { settlementsOf } from '../settlements.ts'
import { openTestShop, type TestAnswer, type TestShop } from '../test-app.ts'

let shop: TestShop
let cream: ProductId
let courier: CourierId

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  cream = await shop.addProduct({ user: 150, distributor: 110 })
  courier = (await asAdmin('POST', '/admin/couriers', { name: 'Ozon' })).json.courier.id
})

afterAll(() => shop.close())

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
  await shop.db.execute(sql`update accounts set banned_at = null where id = ${shop.ids.admin}`)
})

const asAdmin = (method: string, path: string, body: object = {}) =>
  shop.call(method, `/api${path}`, { token: shop.tokens.admin, body })
const asBuyer = (path: string, body: object) =>
  shop.call('POST', `/api/buyer/${path}`, { token: shop.tokens.karim, body })

async function ordered(CurrentStatus?: string): Promise<OrderId> {
  const token = shop.tokens.sara
  const customer_id = await shop.addCustomer({}, { token })
  const body = { product_ids: [cream], prices: [110], priceGain: [150], quantities: [1], customer_id }
  const id: OrderId = (await shop.call('POST', '/api/orders/create', { token, body })).json.order.OrderID
  if (CurrentStatus) await asAdmin('PUT', `/admin/orders/${id}/tracking`, { CurrentStatus })
  return id
}

async function withdrawn(): Promise<number> {
  await ordered('livré')
  const token = shop.tokens.sara
  const { stats } = (await shop.call('GET', '/api/supplier/get-ordersAdmin', { token })).json
  return (await shop.call('POST', '/api/withdraw', { token, body: { gain: stats.withdrawable } })).json.withdrawal.id
}

const purchased = async (): Promise<number> => (await asBuyer('request-stock', { amount: 5000 })).json.purchase.id

async function declared(): Promise<number> {
  await asAdmin('PUT', `/approve-request/${await purchased()}`)
  return (await asBuyer('declare-sale', { amount: 10 })).json.declaration.id
}

/** Begins what the admin does, and has her account closed when the call is past the door. */
async function closedDuring(act: () => Promise<TestAnswer>): Promise<TestAnswer> {
  const closedAt = shop.now.toISOString()
  shop.pass(1000)
  const account = `select from accounts where id = ${shop.ids.admin} for update`
  const [answer] = await queuedBehindLock(
    shop.db,
    account,
    1,
    () => [act()],
    ({ query }) => query(`update accounts set banned_at = '${closedAt}' where id = ${shop.ids.admin}`),
  )
  return answer!
}

const TABLES = [
  'orders',
  'order_moves',
  'withdrawals',
  'purchases',
  'sales',
  'sale_declarations',
  'handovers',
  'parcels',
  'statements',
  'claims',
]

async function stored(): Promise<unknown[]> {
  const texts = TABLES.map((table) => `(select string_agg(row::text, ' ' order by row::text) from ${table} as row)`)
  return (await shop.db.execute(sql.raw(`select ${texts.map((text, nth) => `${text} as t${nth}`).join(', ')}`))).rows
}

test.each<[string, () => Promise<() => Promise<TestAnswer>>]>([
  [
    'moves an order',
    async () => {
      const id = await ordered()
      return () => asAdmin('PUT', `/admin/orders/${id}/tracking`, { CurrentStatus: 'livré' })
    },
  ],
  [
    'deletes an order',
    async () => {
      const id = await ordered()
      return () => asAdmin('DELETE', `/admin/orders/${id}`)
    },
  ],
  [
    'hands parcels over',
    async () => {
      const ids = [await ordered()]
      const { id } = (await asAdmin('POST', '/admin/handovers', { courier_id: courier, ids })).json
      return () => asAdmin('POST', `/admin/handovers/${id}/hand-over`, { ids })
    },
  ],
  [
    'approves a withdrawal',
    async () => {
      const id = await withdrawn()
      return () => asAdmin('POST', `/admin/withdrawals/${id}/approve`)
    },
  ],
  [
    'refuses a withdrawal',
    async () => {
      const id = await withdrawn()
      return () => asAdmin('POST', `/admin/withdrawals/${id}/reject`, { reason: 'RIB' })
    },
  ],
  [
    'settles a payment',
    async () => {
      const id = await ordered('livré')
      return () => asAdmin('PUT', `/admin/orders/${id}/payment-status`, { PaymentStatus: 'payé' })
    },
  ],
  [
    'closes a courier’s statement',
    async () => {
      const couriers = await settlementsOf(shop)
      const order = await couriers.delivered()
      const id = await couriers.created(couriers.list([order.line()]), { received: String(order.amount - 30) })
      return () => couriers.close(id)
    },
  ],
  [
    'approves a purchase',
    async () => {
      const id = await purchased()
      return () => asAdmin('PUT', `/approve-request/${id}`)
    },
  ],
  [
    'refuses a purchase',
    async () => {
      const id = await purchased()
      return () => asAdmin('PUT', `/admin/reject-request/${id}`, { reason: 'Virement non reçu' })
    },
  ],
  [
    'records a sale',
    async () => {
      await asAdmin('PUT', `/approve-request/${await purchased()}`)
      return () => asAdmin('PUT', '/admin/sell-stock', { buyer_id: shop.ids.karim, amount: 10 })
    },
  ],
  [
    'approves a declared sale',
    async () => {
      const id = await declared()
      return () => asAdmin('PUT', `/admin/sale-declarations/${id}/approve`)
    },
  ],
  [
    'refuses a declared sale',
    async () => {
      const id = await declared()
      return () => asAdmin('PUT', `/admin/sale-declarations/${id}/reject`, { reason: 'Doublon' })
    },
  ],
])('an admin whose account is closed while she %s is refused, and nothing is written', async (_, prepare) => {
  const act = await prepare()
  const before = await stored()
  const { status, json } = await closedDuring(act)
  expect([status, json.code]).toEqual([403, 'account_deleted'])
  expect(await stored()).toEqual(before)
})

test.each<[string, () => Promise<() => Promise<TestAnswer>>]>([
  [
    'moves several orders',
    async () => {
      const ids = [await ordered(), await ordered()]
      return () => asAdmin('PUT', '/admin/orders/tracking', { ids, CurrentStatus: 'livré' })
    },
  ],
  [
    'settles several payments',
    async () => {
      const ids = [await ordered('livré'), await ordered('livré')]
      return () => asAdmin('PUT', '/admin/orders/payment-status', { ids, PaymentStatus: 'payé' })
    },
  ],
  [
    'pays a pasted list',
    async () => {
      const numbers = `${await ordered('livré')} ${await ordered('livré')}`
      return () => asAdmin('PUT', '/admin/orders/payment-status', { numbers, PaymentStatus: 'payé' })
    },
  ],
  [
    'approves several withdrawals',
    async () => {
      const ids = [await withdrawn(), await withdrawn()]
      return () => asAdmin('POST', '/admin/withdrawals/approve', { ids })
    },
  ],
])('an admin whose account is closed while she %s is told of each that it was refused', async (_, prepare) => {
  const act = await prepare()
  const before = await stored()
  const { status, json } = await closedDuring(act)
  const results: { ok: boolean }[] = json.results ?? json.pasted
  expect([status, results.map(({ ok }) => ok)]).toEqual([200, [false, false]])
  expect(await stored()).toEqual(before)
})

test('a file of statuses delivers nothing for an admin whose account was closed', async () => {
  const id = await ordered('en transit')
  await shop.db.execute(sql`update accounts set banned_at = ${shop.now.toISOString()} where id = ${shop.ids.admin}`)
  shop.pass(1000)
  const delivering = inTransaction(shop.db, (tx) => deliverOrders(tx, [id], shop.ids.admin, shop.now))
  await expect(delivering).rejects.toMatchObject({ code: 'account_deleted' })
})
