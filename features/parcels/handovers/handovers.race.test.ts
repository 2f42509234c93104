import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CourierId, OrderId, ProductId } from '#platform/kernel/ids.ts'
import { whileLocked } from '#test/locks.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop
let oil: ProductId
let ozon: CourierId

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  oil = await shop.addProduct({ name: 'Huile', stock: 1000 })
  const { rows } = await shop.db.execute<{ id: CourierId }>(
    sql`insert into couriers (name, created_at) values ('Ozon Express', now()) returning id`,
  )
  ozon = rows[0]!.id
})

afterAll(() => shop.close())

const asAdmin = (method: string, path: string, body?: object) =>
  shop.call(method, path, { token: shop.tokens.admin, body })

async function placed(count: number): Promise<OrderId[]> {
  const ids: OrderId[] = []
  for (let nth = 0; nth < count; nth++) {
    const customer_id = await shop.addCustomer({ phone: `06612${String(10_000 + ids.length + nth)}` })
    const body = { product_ids: [oil], prices: [149.5], priceGain: [149.5], quantities: [1], customer_id }
    ids.push((await shop.call('POST', '/api/orders/create', { body })).json.order.OrderID)
  }
  return ids
}

const make = (ids: readonly OrderId[]) => asAdmin('POST', '/api/admin/handovers', { courier_id: ozon, ids })
const move = (id: OrderId, CurrentStatus: string) =>
  asAdmin('PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus })
const cancel = (id: OrderId) => move(id, 'annulé')

test('lists that are made at once, some of the same orders, are numbered without a gap, and no parcel is on two', async () => {
  const ids = await placed(8)
  const gone = ids.at(-1)!
  await cancel(gone)
  // Overlapping, in every order, and one that is refused as a whole.
  const answers = await Promise.all([
    make(ids.slice(0, 3)),
    make(ids.slice(2, 5).toReversed()),
    make([gone]),
    make(ids.slice(4, 7)),
    make(ids.slice(0, 7).toReversed()),
  ])
  const made = answers.filter(({ status }) => status === 201)
  expect(answers.map(({ status }) => status)).toEqual(answers.map(({ status }) => (status === 201 ? 201 : 409)))
  const numbers = made.map(({ json }) => Number(json.number.slice(-4))).sort((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, nth) => nth + 1))
  const prepared = made.flatMap(({ json }) => json.results.filter(({ ok }: { ok: boolean }) => ok))
  expect(prepared.map(({ OrderID }: { OrderID: number }) => OrderID).sort((a: number, b: number) => a - b)).toEqual(
    ids.slice(0, 7),
  )
  expect(await shop.brokenInvariants()).toEqual([])
})

test('of a hand-over and a cancellation one wins: the parcel is on its way back, or its row says why it stayed', async () => {
  for (let round = 0; round < 6; round++) {
    const [first, second] = (await placed(2)) as [OrderId, OrderId]
    const { id } = (await make([first, second])).json
    const stock = await shop.stockOf(oil)
    const hand = () => asAdmin('POST', `/api/admin/handovers/${id}/hand-over`, { ids: [first, second] })
    const [handed, again, cancelled] = await Promise.all([hand(), hand(), cancel(second)])
    expect(cancelled.status).toBe(200)
    expect([handed.status, again.status].sort()).toEqual([200, 409])
    const { results } = (handed.status === 200 ? handed : again).json
    expect(results).toHaveLength(2)
    const { rows } = await shop.db.execute<{ state: string }>(sql`select state from parcels where order_id = ${second}`)
    const left = results.find(({ OrderID }: { OrderID: number }) => OrderID === second).ok
    expect(rows).toEqual(left ? [{ state: 'returning' }] : [])
    expect(await shop.stockOf(oil)).toBe(left ? stock : stock + 1)
    expect(await shop.brokenInvariants()).toEqual([])
  }
})

test('an order that is set back to « en attente » while its list is handed over stays in the house', async () => {
  const [first, second] = (await placed(2)) as [OrderId, OrderId]
  const { id } = (await make([first, second])).json
  const [back, handed] = await whileLocked(
    shop.db,
    `select from orders where id = ${second} for update`,
    async ({ query, untilWaiting }) => {
      const setting = move(second, 'en attente')
      await untilWaiting(1)
      const handing = asAdmin('POST', `/api/admin/handovers/${id}/hand-over`, { ids: [first, second] })
      await untilWaiting(2)
      await query('commit')
      return Promise.all([setting, handing])
    },
  )
  expect([back.status, handed.status]).toEqual([200, 200])
  const message = 'Elle n’est plus sur ce bordereau\u00A0: retirez ce colis.'
  expect(handed.json.results).toEqual([
    { OrderID: first, ok: true },
    { OrderID: second, ok: false, message },
  ])
  const { rows } = await shop.db.execute(sql`
    select status, left_at, parcels.state from orders left join parcels on order_id = id where id = ${second}`)
  expect(rows).toEqual([{ status: 'pending', left_at: null, state: null }])
  expect(await shop.brokenInvariants()).toEqual([])
})
