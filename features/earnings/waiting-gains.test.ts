import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { GAIN_CHOICES, type GainChoice } from '#features/settings/model.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { isWaitingForPayment } from './rules.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

const asAdmin = (method: string, path: string, body?: object) =>
  shop.call(method, path, { token: shop.tokens.admin, body })

const choose = async (gainsWithdrawable: GainChoice) =>
  expect((await asAdmin('PUT', '/api/admin/settings', { gainsWithdrawable })).status).toBe(200)

/** A delivered order of Sara's with a gain of 39.50 DH. */
async function delivered(): Promise<OrderId> {
  const token = shop.tokens.sara
  const goods = await shop.addProduct({ stock: 5 })
  const customer_id = await shop.addCustomer({}, { token })
  const body = { product_ids: [goods], prices: [110], quantities: [1], priceGain: [149.5], customer_id }
  const { order } = (await shop.call('POST', '/api/orders/create', { token, body })).json
  await asAdmin('PUT', `/api/admin/orders/${order.OrderID}/tracking`, { CurrentStatus: 'livré' })
  return order.OrderID
}

const settle = (id: OrderId, PaymentStatus: string) =>
  asAdmin('PUT', `/api/admin/orders/${id}/payment-status`, { PaymentStatus })

const dashboard = async () =>
  (await shop.call('GET', '/api/supplier/get-ordersAdmin', { token: shop.tokens.sara })).json
const withdraw = (gain: number) => shop.call('POST', '/api/withdraw', { token: shop.tokens.sara, body: { gain } })

/** What was earned is what can be withdrawn, what waits, and what was asked for. */
async function identity() {
  const { userGain, stats, retraite } = await dashboard()
  expect(Math.round(100 * (stats.withdrawable + stats.waiting + retraite))).toBe(Math.round(100 * userGain))
  return { withdrawable: stats.withdrawable, waiting: stats.waiting, withdrawn: retraite }
}

test('a gain waits for its order’s payment only where the shop chose that, and a request takes what does not wait', async () => {
  const [paid, unpaid] = [await delivered(), await delivered()]
  await settle(paid, 'payé')
  expect(await identity()).toEqual({ withdrawable: 79, waiting: 0, withdrawn: 0 })
  await choose('paid')
  expect(await identity()).toEqual({ withdrawable: 39.5, waiting: 39.5, withdrawn: 0 })
  const rows: { orderId: OrderId; waiting: number }[] = (await dashboard()).orders
  expect(rows.filter(({ waiting }) => waiting === 1).map(({ orderId }) => orderId)).toEqual([unpaid])
  expect((await withdraw(79)).status).toBe(422)
  expect((await withdraw(39.5)).status).toBe(200)
  expect(await identity()).toEqual({ withdrawable: 0, waiting: 39.5, withdrawn: 39.5 })
  await settle(unpaid, 'payé')
  expect(await identity()).toEqual({ withdrawable: 39.5, waiting: 0, withdrawn: 39.5 })
})

test('another choice never touches a request that was made', async () => {
  await choose('delivered')
  await delivered()
  const { stats } = await dashboard()
  const { id } = (await withdraw(stats.withdrawable)).json.withdrawal
  const orders = async () =>
    (await shop.db.execute(sql`select id from orders where withdrawal_id = ${id} order by id`)).rows
  const before = await orders()
  await choose('paid')
  expect(await orders()).toEqual(before)
  await identity()
})

test('the gains of any orders add up under both choices, whatever is done', async () => {
  const act = fc.constantFrom('deliver', 'pay', 'void', 'withdraw', ...GAIN_CHOICES)
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), async (acts) => {
      let last = await delivered()
      for (const each of acts) {
        if (each === 'deliver') last = await delivered()
        else if (each === 'pay') await settle(last, 'payé')
        else if (each === 'void') await settle(last, 'annulé')
        else if (each === 'withdraw') await withdraw((await dashboard()).stats.withdrawable)
        else await choose(each)
        await identity()
      }
      expect(await shop.brokenInvariants()).toEqual([])
    }),
    { numRuns: 3 },
  )
})

test('no gain waits where gains can be requested from the delivery on', () => {
  expect(isWaitingForPayment({ payment: 'pending', isWithdrawn: false }, 'delivered')).toBe(false)
  expect(isWaitingForPayment({ payment: 'pending', isWithdrawn: false }, 'paid')).toBe(true)
  expect(isWaitingForPayment({ payment: 'pending', isWithdrawn: true }, 'paid')).toBe(false)
  expect(isWaitingForPayment({ payment: 'paid', isWithdrawn: false }, 'paid')).toBe(false)
})
