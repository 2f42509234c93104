import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TRACKING_PATH } from '#features/orders/model.ts'
import { DAY_MS, HOUR_MS } from '#platform/kernel/durations.ts'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { findTrackedOrder } from './index.ts'

let shop: TestShop
let cream: ProductId

beforeAll(async () => {
  shop = await openTestShop({ rateLimits: true })
  await shop.addPeople()
  cream = await shop.addProduct({ stock: 1000 })
})

afterAll(() => shop.close())

/** Another hour, and every counter begins anew. */
beforeEach(() => shop.pass(2 * HOUR_MS))

async function placed(phone: string): Promise<{ OrderID: OrderId; tracking: string }> {
  const body = {
    product_ids: [cream],
    prices: [149.5],
    priceGain: [149.5],
    quantities: [1],
    customer_id: await shop.addCustomer({ phone }),
  }
  return (await shop.call('POST', '/api/orders/create', { body })).json.order
}

const follow = (OrderID: number, Phone: string, from?: string) =>
  shop.call('POST', '/api/orders/follow', { body: { OrderID, Phone }, from })

test.each(['0661234567', '06 61 23 45 67', '+212 661-234567', '00212661234567', '661234567', '\u200E06.61.23.45.67'])(
  'the number of an order and its phone, typed as %j, give its link',
  async (typed) => {
    const { OrderID } = await placed('0661234567')
    const { status, json } = await follow(OrderID, typed)
    const opened = await findTrackedOrder(shop.db, json.tracking.slice(TRACKING_PATH.length), shop.now)
    expect([status, opened?.id]).toEqual([200, OrderID])
  },
)

test('until both match, one and the same answer', async () => {
  const [mine, deleted, old] = [await placed('0661000001'), await placed('0661000001'), await placed('0661000001')]
  await shop.call('DELETE', `/api/admin/orders/${deleted.OrderID}`, { token: shop.tokens.admin })
  shop.pass(90 * DAY_MS)
  const fresh = await placed('0661000002')
  const answers = await Promise.all([
    follow(fresh.OrderID, '0661000009'),
    follow(999_999, '0661000002'),
    follow(999_999, '0661000009'),
    follow(fresh.OrderID, '0000000000'),
    follow(fresh.OrderID, 'abc'),
    follow(mine.OrderID, '0661000001'),
    follow(deleted.OrderID, '0661000001'),
    follow(old.OrderID, '0661000002'),
  ])
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set([`404 ${answers[0]!.text}`]))
  const headersOf = ({ headers }: (typeof answers)[number]) =>
    Object.keys(headers).filter((name) => name !== 'x-request-id')
  for (const answer of answers) expect(headersOf(answer)).toEqual(headersOf(answers[0]!))
  expect(answers[0]!.json.code).toBe('no_order_of_phone')
  expect((await follow(fresh.OrderID, '0661000002')).status).toBe(200)
})

describe('from one address', () => {
  test('ten tries an hour of one order: the eleventh is refused, were it the right one', async () => {
    const { OrderID } = await placed('0662000000')
    for (let nth = 1; nth <= 10; nth++) expect((await follow(OrderID, `06620000${nth + 10}`)).status).toBe(404)
    const [wrong, right] = [await follow(OrderID, '0662000099'), await follow(OrderID, '0662000000')]
    expect([wrong.status, right.status]).toEqual([429, 429])
    expect(right.text).toBe(wrong.text)
    // Whoever's order it is still finds it from where no stranger used it up.
    expect((await follow(OrderID, '0662000000', '192.0.2.7')).status).toBe(200)
    shop.pass(HOUR_MS)
    expect((await follow(OrderID, '0662000000')).status).toBe(200)
  })

  test('ten tries an hour of one phone, however it is spelled', async () => {
    const { OrderID } = await placed('0663000000')
    const spellings = ['0663000000', '+212663000000', '663000000']
    for (let nth = 0; nth < 10; nth++) expect((await follow(900_000 + nth, spellings[nth % 3]!)).status).toBe(404)
    expect((await follow(OrderID, '0663000000')).status).toBe(429)
    expect((await follow(OrderID, '0663000000', '192.0.2.8')).status).toBe(200)
  })

  test('a hundred tries in ten minutes', async () => {
    const statuses: number[] = []
    for (let nth = 0; nth < 102; nth++)
      statuses.push((await follow(800_000 + nth, `06640${String(nth).padStart(5, '0')}`)).status)
    expect(statuses).toEqual([...Array(100).fill(404), 429, 429])
  })
})
