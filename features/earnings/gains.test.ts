import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dh } from '#platform/kernel/money.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { gradeOf, nextGradeOf, nextPayday } from './rules.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

test.each([
  [0, 'Bronze'],
  [1_999.99, 'Bronze'],
  [2_000, 'Argent'],
  [9_999.99, 'Argent'],
  [10_000, 'Or'],
  [49_999.99, 'Or'],
  [50_000, 'Diamant'],
])('%d DH of delivered gains make a supplier %s', (gains, grade) => {
  expect(gradeOf(dh(gains))).toBe(grade)
})

async function orderWith(promoCode: string | null, quantity: number) {
  const product = await shop.addProduct({ user: 100, distributor: 60, stock: 10 })
  const body = {
    product_ids: [product],
    prices: [100],
    priceGain: [100],
    quantities: [quantity],
    customer_id: await shop.addCustomer({ name: 'Nadia Benali', city: 'Fès' }),
    promo_code: promoCode,
  }
  return shop.call('POST', '/api/orders/create', { body })
}

async function letters(): Promise<{ to: { address: string }; text: string }[]> {
  const { rows } = await shop.db.execute<{ data: { to: { address: string }; text: string } }>(
    sql`select data from pgboss.job where name = 'mail' order by created_on`,
  )
  return rows.map(({ data }) => data)
}

test('whose code an order is placed with is told its gain by mail, and not who ordered', async () => {
  const { json } = await orderWith('sara10', 2)
  const [letter, ...others] = await letters()
  expect(others).toEqual([])
  expect(letter?.to.address).toBe('sara@shop.example')
  expect(letter?.text).toContain(`Commande\u00A0: ${json.order.OrderID}`)
  expect(letter?.text).toContain('Gain prévu\u00A0: 70,00\u00A0DH')
  expect(letter?.text).not.toContain('Benali')
  expect(letter?.text).not.toContain('0612345678')
})

test('an order that is refused, or has no code, writes to nobody', async () => {
  const before = (await letters()).length
  expect((await orderWith('sara10', 11)).status).toBe(422)
  expect((await orderWith(null, 1)).status).toBe(201)
  expect(await letters()).toHaveLength(before)
})

test.each([
  [0, { grade: 'Argent', missing: dh(2_000) }],
  [1_999.99, { grade: 'Argent', missing: dh(0.01) }],
  [2_000, { grade: 'Or', missing: dh(8_000) }],
  [50_000, null],
])('after %d DH of gains the next grade is so far away', (gains, next) => {
  expect(nextGradeOf(dh(gains))).toEqual(next)
})

test.each([
  ['2026-11-22', '2026-11-26'],
  ['2026-11-26', '2026-11-26'],
  ['2026-11-27', '2026-12-03'],
  ['2026-12-31', '2026-12-31'],
  ['2027-01-01', '2027-01-07'],
])('from %s on, the next transfers are made on Thursday %s', (today, payday) => {
  expect(nextPayday(today)).toBe(payday)
})
