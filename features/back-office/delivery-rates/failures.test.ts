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

test('thirty parcels are enough to say something, twenty-nine are not', () => {
  const of = (delivered: number) => withShares({ key: 'Fès', delivered, refused: 10, cost: dh(100) })
  expect([of(19).sure, of(20).sure]).toEqual([false, true])
  expect(of(20)).toMatchObject({ shipped: 30, low: 49, high: 81, cost_per_delivered: dh(5) })
  expect(of(0).cost_per_delivered).toBeNull()
})
