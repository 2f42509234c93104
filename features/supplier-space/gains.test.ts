import { afterAll, beforeAll, expect, test } from 'vitest'
import { localDay, localMoment } from '#platform/kernel/time.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { GAIN_STEPS } from './model.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

test("a supplier's gains are told by where they stand, and by the days of the period", async () => {
  const cream = await shop.addProduct({ name: 'Crème', user: 100, distributor: 60 })
  const token = shop.tokens.sara
  const customer_id = await shop.addCustomer({ city: 'Rabat' }, { token })
  const body = { product_ids: [cream], prices: [60], priceGain: [100], quantities: [1], customer_id }
  expect((await shop.call('POST', '/api/orders/create', { token, body })).status).toBe(201)
  const { status, json } = await shop.call('GET', '/api/supplier/gains?days=30', { token })
  expect([status, json.pipeline?.ordered]).toEqual([200, 40])
  expect(json.perDay).toEqual([{ day: localDay(shop.now), orders: 1, gain: 40 }])
})

test('the account says its codes, its masked RIB, the way to the next grade and the next payday', async () => {
  const token = shop.tokens.youssef
  await shop.call('PUT', '/api/supplier/code', { token, body: { code: 'youssefsoin' } })
  const { status, json } = await shop.call('GET', '/api/supplier/account', { token })
  expect([status, json]).toEqual([
    200,
    {
      promo_code: 'YOUSSEFSOIN',
      former_codes: ['YOUSSEF5'],
      code_changeable_from: localMoment('2026-12-20', '00:00').toISOString(),
      rib: '•••• •••• •••• •••• •••• 0042',
      grade: 'Bronze',
      next_grade: { grade: 'Argent', missing: 2000 },
      next_payday: '2026-11-26',
    },
  ])
})

test('each stage of the gains leads to the orders that it sums up', async () => {
  const cream = await shop.addProduct({ name: 'Baume', user: 100, distributor: 60 })
  const token = shop.tokens.youssef
  const place = async (...statuses: string[]): Promise<number> => {
    const customer_id = await shop.addCustomer({ city: 'Rabat' }, { token })
    const body = { product_ids: [cream], prices: [60], priceGain: [100], quantities: [1], customer_id }
    const id: number = (await shop.call('POST', '/api/orders/create', { token, body })).json.order.OrderID
    for (const CurrentStatus of statuses)
      await shop.call('PUT', `/api/admin/orders/${id}/tracking`, { token: shop.tokens.admin, body: { CurrentStatus } })
    return id
  }
  const withdraw = async (): Promise<number> =>
    (await shop.call('POST', '/api/withdraw', { token, body: { gain: 40 } })).json.withdrawal.id
  const waiting = await place()
  const assigned = await place('attribué')
  const away = await place('en transit')
  await place('annulé')
  const paid = await place('livré')
  await shop.call('POST', `/api/admin/withdrawals/${await withdraw()}/approve`, { token: shop.tokens.admin, body: {} })
  const requested = await place('livré')
  await withdraw()
  const available = await place('livré')
  const listed: Record<string, number[]> = {}
  const sums: Record<string, number> = {}
  for (const step of GAIN_STEPS) {
    const { json } = await shop.call('GET', `/api/supplier/get-ordersAdmin?page=1&step=${step}`, { token })
    listed[step] = json.orders.map(({ orderId }: { orderId: number }) => orderId)
    sums[step] = json.orders.reduce((sum: number, { gain }: { gain: number }) => sum + gain, 0)
  }
  expect(listed).toEqual({
    ordered: [assigned, waiting],
    onTheWay: [away],
    delivered: [available, requested, paid],
    // Gains wait for nobody while they may be withdrawn at the delivery.
    waiting: [],
    available: [available],
    requested: [requested],
    paid: [paid],
  })
  const { json } = await shop.call('GET', '/api/supplier/gains', { token })
  expect(json.pipeline).toEqual(sums)
  expect((await shop.call('GET', '/api/supplier/get-ordersAdmin?page=1&step=x', { token })).status).toBe(422)
})

test('gains that wait for the courier’s payment are a stage of their own, with their orders', async () => {
  const asAdmin = (method: string, path: string, body: object) =>
    shop.call(method, path, { token: shop.tokens.admin, body })
  expect((await asAdmin('PUT', '/api/admin/settings', { gainsWithdrawable: 'paid' })).status).toBe(200)
  const token = shop.tokens.youssef
  const { pipeline } = (await shop.call('GET', '/api/supplier/gains', { token })).json
  const listOf = async (step: string): Promise<number[]> =>
    (await shop.call('GET', `/api/supplier/get-ordersAdmin?page=1&step=${step}`, { token })).json.orders.map(
      ({ orderId }: { orderId: number }) => orderId,
    )
  const [id] = await listOf('waiting')
  expect([pipeline.waiting, pipeline.available, await listOf('available')]).toEqual([40, 0, []])
  await asAdmin('PUT', `/api/admin/orders/${id}/payment-status`, { PaymentStatus: 'payé' })
  expect([await listOf('waiting'), await listOf('available')]).toEqual([[], [id]])
})
