import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TRACKING_PATH } from '#features/orders/model.ts'
import { wishDays } from '#features/parcels/index.ts'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { findTrackedOrder } from './index.ts'

let shop: TestShop
let oil: ProductId

beforeAll(async () => {
  shop = await openTestShop({ rateLimits: true })
  await shop.addPeople()
  oil = await shop.addProduct({ name: 'Huile' })
})

afterAll(() => shop.close())

async function placed(): Promise<{ id: OrderId; token: string }> {
  const customer_id = await shop.addCustomer()
  const body = { product_ids: [oil], prices: [149.5], priceGain: [149.5], quantities: [1], customer_id }
  const { order } = (await shop.call('POST', '/api/orders/create', { body })).json
  return { id: order.OrderID, token: order.tracking.slice(TRACKING_PATH.length) }
}

const move = (id: OrderId, CurrentStatus: string) =>
  shop.call('PUT', `/api/admin/orders/${id}/tracking`, { token: shop.tokens.admin, body: { CurrentStatus } })

const wish = (token: string, day: string) => shop.call('POST', `/api/suivi/${token}/wish`, { body: { day } })

const opened = async (token: string) => (await findTrackedOrder(shop.db, token, shop.now))!.parcel

const refusalOf = ({ status, json }: Awaited<ReturnType<typeof wish>>) => [status, json.code]

test('a customer who will not be there names one of the next seven days, and staff find it to follow up', async () => {
  const { id, token } = await placed()
  expect(await opened(token)).toBeNull()
  await move(id, 'en transit')
  const { stage, days } = (await opened(token))!
  expect([stage, days.length]).toEqual(['handed', 7])
  const { status, json } = await wish(token, days[2]!.day)
  expect([status, json.message]).toEqual([200, `C’est noté\u00A0: nous demandons une livraison le ${days[2]!.words}.`])
  expect((await opened(token))!.wish).toBe(days[2]!.words)
  const { rows } = await shop.db.execute(sql`
    select source, parcel_note, follow_up_at is not null as is_followed
    from parcel_events join parcels using (order_id) where order_id = ${id} order by id desc limit 1`)
  expect(rows).toEqual([{ source: 'customer', parcel_note: `Souhaite le ${days[2]!.words}`, is_followed: true }])
})

test('the days are the next seven of the calendar, also when Ramadan moves the clocks meanwhile', () => {
  // 00:30 in Casablanca, an hour ahead of UTC until 15 February 2026.
  const days = wishDays(new Date('2026-02-09T23:30:00Z')).map(({ day }) => day)
  expect([days[0], days.at(-1), days.length]).toEqual(['2026-02-11', '2026-02-17', 7])
})

test('today, a day too far, no day at all and a parcel that nobody brings any more are refused', async () => {
  const { id, token } = await placed()
  const day = (ahead: number) => new Date(shop.now.getTime() + ahead * 86_400_000).toISOString().slice(0, 10)
  expect(refusalOf(await wish(token, day(2)))).toEqual([409, 'no_other_day'])
  await move(id, 'en transit')
  for (const wrong of [day(0), day(8), 'demain'])
    expect(refusalOf(await wish(token, wrong))).toEqual([422, 'wish_day_not_offered'])
  expect(refusalOf(await wish(`${token}x`, day(2)))).toEqual([404, 'link_dead'])
  await move(id, 'livré')
  expect(refusalOf(await wish(token, day(2)))).toEqual([409, 'no_other_day'])
  expect((await opened(token))!.days).toEqual([])
})

test('eleven wishes in an hour are one too many', async () => {
  const { id, token } = await placed()
  await move(id, 'en transit')
  const { days } = (await opened(token))!
  const answers = []
  for (let nth = 0; nth < 11; nth++) answers.push((await wish(token, days[nth % 7]!.day)).status)
  expect(answers).toEqual([...Array(10).fill(200), 429])
})
