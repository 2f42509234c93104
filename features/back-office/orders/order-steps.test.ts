import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

const asAdmin = async (method: string, path: string, body?: unknown) =>
  (await shop.call(method, `/api/admin/orders${path}`, { token: shop.tokens.admin, ...(body ? { body } : {}) })).json

async function place(phone = '0661000001'): Promise<number> {
  const product = await shop.addProduct({})
  const body = {
    product_ids: [product],
    prices: [149.5],
    priceGain: [149.5],
    quantities: [1],
    customer_id: await shop.addCustomer({ phone }),
  }
  return (await shop.call('POST', '/api/orders/create', { body })).json.order.OrderID
}

const move = (id: number, CurrentStatus: string, Reason?: string) =>
  asAdmin('PUT', `/${id}/tracking`, { CurrentStatus, Reason })
const pay = (id: number, PaymentStatus: string) => asAdmin('PUT', `/${id}/payment-status`, { PaymentStatus })
const idsOf = async (query: string): Promise<number[]> =>
  (await asAdmin('GET', `?per_page=100&sort=created_at&${query}`)).data.map((row: { OrderID: number }) => row.OrderID)

test('an order is counted at the step where it waits, and at none once it is finished', async () => {
  const counts = () => asAdmin('GET', '/counts')
  const calls = {
    to_call: 0,
    none: 0,
    promised: 0,
    later: 0,
    tomorrow: 0,
    unreachable: 0,
    wrong_number: 0,
    confirmed: 0,
  }
  const none = { to_confirm: 0, to_hand_over: 0, on_the_way: 0, to_collect: 0, ...calls }
  expect(await counts()).toEqual(none)
  const id = await place()
  const deleted = await place()
  expect(await counts()).toEqual({ ...none, to_confirm: 2, to_call: 2, none: 2 })
  await asAdmin('DELETE', `/${deleted}`)
  expect(await counts()).toEqual({ ...none, to_confirm: 1, to_call: 1, none: 1 })
  await move(id, 'attribué')
  expect(await counts()).toEqual({ ...none, to_hand_over: 1 })
  await move(id, 'en transit')
  expect(await counts()).toEqual({ ...none, on_the_way: 1 })
  await move(id, 'livré')
  expect(await counts()).toEqual({ ...none, to_collect: 1 })
  const collect = `status=${encodeURIComponent('livré')}&payment=${encodeURIComponent('en attente')}`
  const finished = `status=${encodeURIComponent('livré')}&settled=1`
  expect([await idsOf(collect), await idsOf(finished)]).toEqual([[id], []])
  await pay(id, 'payé')
  expect(await counts()).toEqual(none)
  expect([await idsOf(collect), await idsOf(finished)]).toEqual([[], [id]])
  const cancelled = await place()
  await move(cancelled, 'annulé')
  expect(await counts()).toEqual(none)
})

test('rows that are shown already are read again wherever they have moved to, but not once they are deleted', async () => {
  const [first, second, third] = [await place(), await place(), await place()]
  await move(second, 'en transit')
  await asAdmin('DELETE', `/${third}`)
  expect(await idsOf(`ids=${first},${second},${third}`)).toEqual([first, second])
  for (const ids of ['', '0', 'x', '1,', '1;2', Array(101).fill(7).join()])
    expect((await shop.call('GET', `/api/admin/orders?ids=${ids}`, { token: shop.tokens.admin })).status).toBe(422)
})

test('a row says how many orders of its phone were refused at the door, and counts no other', async () => {
  const phone = '0661000077'
  const [refused, again, unreachable, fresh] = [
    await place(phone),
    await place(phone),
    await place(phone),
    await place(phone),
  ]
  const other = await place('0661000078')
  for (const id of [refused, again]) await move(id, 'annulé', 'refusé à la livraison')
  await move(unreachable, 'annulé', 'injoignable')
  const rows = (await asAdmin('GET', `?ids=${fresh},${other}&sort=created_at`)).data
  expect(rows.map((row: { OrderID: number; refusals: number }) => [row.OrderID, row.refusals])).toEqual([
    [fresh, 2],
    [other, 0],
  ])
})
