import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dh } from '#platform/kernel/money.ts'
import { type Statements, settlementsOf } from '#test/settlements.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { withShares } from './failures.ts'

let shop: TestShop
let money: Statements

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  money = await settlementsOf(shop)
})

afterAll(() => shop.close())

test('what failures cost is the tariff of their day, by city, product and supplier', async () => {
  const delivered = await money.delivered()
  const refused = await money.parcel()
  await money.move(refused.id, 'annulé')
  const { rows } = await shop.db.execute<{ city: string }>(sql`select city from orders where id = ${delivered.id}`)
  const failuresBy = async (by: string) =>
    (await money.asAdmin('GET', `/api/admin/failures?by=${by}&days=30`)).json.failures
  const figures = {
    shipped: 2,
    delivered: 1,
    refused: 1,
    low: 9,
    high: 91,
    cost: 15,
    cost_per_delivered: 15,
    sure: false,
  }
  expect(await failuresBy('city')).toEqual([{ key: rows[0]!.city, ...figures }])
  expect(await failuresBy('supplier')).toEqual([{ key: String(shop.ids.sara), ...figures }])
  expect(await failuresBy('product')).toEqual([{ key: expect.any(String), ...figures }])
})

test('an order that had left is refused or came back, whatever the reason; what never left was cancelled before', async () => {
  const product = await shop.addProduct({ user: 100, distributor: 60 })
  const placed = async () => {
    const customer_id = await shop.addCustomer({ city: 'Taza' })
    const body = { product_ids: [product], prices: [100], priceGain: [100], quantities: [1], customer_id }
    return (await shop.call('POST', '/api/orders/create', { body })).json.order.OrderID
  }
  const [sent, other, early] = [await placed(), await placed(), await placed()]
  for (const id of [sent, other]) await money.move(id, 'en transit')
  const cancel = (id: number, Reason: string) =>
    money.asAdmin('PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus: 'annulé', Reason })
  for (const id of [sent, other]) expect((await cancel(id, 'injoignable')).status).toBe(200)
  expect((await cancel(early, 'refusé à la livraison')).status).toBe(200)
  const rowOf = async (call: string, rows: string) =>
    (await money.asAdmin('GET', `/api/admin/${call}?by=city&days=30`)).json[rows].find(
      ({ key }: { key: string }) => key === 'Taza',
    )
  expect(await rowOf('delivery-rates', 'data')).toMatchObject({ orders: 3, delivered: 0, cancelled: 3, refused: 2 })
  expect(await rowOf('failures', 'failures')).toMatchObject({ shipped: 2, refused: 2 })
})

test('thirty parcels are enough to say something, twenty-nine are not', () => {
  const of = (delivered: number) => withShares({ key: 'Fès', delivered, refused: 10, cost: dh(100) })
  expect([of(19).sure, of(20).sure]).toEqual([false, true])
  expect(of(20)).toMatchObject({ shipped: 30, low: 49, high: 81, cost_per_delivered: dh(5) })
  expect(of(0).cost_per_delivered).toBeNull()
})
