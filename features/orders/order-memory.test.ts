import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CustomerId, OrderId, ProductId } from '#platform/kernel/ids.ts'
import { type Answer, openTestShop, type TestShop } from '#server/test-app.ts'

let shop: TestShop
let customer: CustomerId
let cream: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

beforeEach(async () => {
  customer = await shop.addCustomer()
  cream = await shop.addProduct({ stock: 20 })
})

afterEach(async () => {
  expect(await shop.brokenPromises()).toEqual([])
})

interface Wanted {
  price?: number
  quantity?: number
  key?: string
}

const order = ({ price = 149.5, quantity = 1, key = randomUUID() }: Wanted = {}): Promise<Answer> =>
  shop.call('POST', '/api/orders/create', {
    headers: { 'idempotency-key': key },
    body: { product_ids: [cream], prices: [price], priceGain: [price], quantities: [quantity], customer_id: customer },
  })

/** Orders of one product at once: what they saw is remembered, and numbers are drawn ahead. */
async function rush(orders = 4, price = 149.5): Promise<void> {
  const answers = await Promise.all(Array.from({ length: orders }, () => order({ price })))
  expect(answers.map(({ status }) => status)).toEqual(Array(orders).fill(201))
}

async function highestDrawn(): Promise<number> {
  const { rows } = await shop.db.execute<{ highest: number }>(sql`select last_value::int as highest from orders_id_seq`)
  return rows[0]!.highest
}

const idOf = ({ json }: Answer): OrderId => json.order.OrderID

test('an order of a rush is stored without looking', async () => {
  await rush()
  const drawn = await highestDrawn()
  const answer = await order()
  expect(answer.status).toBe(201)
  expect(idOf(answer)).toBeLessThanOrEqual(drawn)
})

test('numbers of a rush are not used later, and a quiet shop skips none', async () => {
  await rush()
  await sleep(1_100)
  const drawn = await highestDrawn()
  const quiet = [await order(), await order(), await order()].map(idOf)
  expect(quiet).toEqual([drawn + 1, drawn + 2, drawn + 3])
  expect(await highestDrawn()).toBe(drawn + 3)
})

test('a price that changed meanwhile is told, and the new one is taken', async () => {
  await rush()
  await shop.db.execute(sql`update products set user_price = 16000 where id = ${cream}`)
  expect((await order()).json.errors).toEqual({
    'prices.0': [expect.stringMatching(/a changé/)],
    'priceGain.0': [expect.stringMatching(/a changé/)],
  })
  await rush(2, 160)
  expect((await order({ price: 160 })).json.order.subtotal).toBe(160)
})

test('a product that was renamed meanwhile is sold under its new name', async () => {
  await rush()
  await shop.db.execute(sql`update products set name = 'Crème de nuit' where id = ${cream}`)
  const id = idOf(await order())
  const { rows } = await shop.db.execute(sql`select name from order_lines where order_id = ${id}`)
  expect(rows).toEqual([{ name: 'Crème de nuit' }])
})

test('a product that was taken away meanwhile is not sold', async () => {
  await rush()
  await shop.db.execute(sql`update products set deleted_at = now() where id = ${cream}`)
  expect((await order()).json.errors).toEqual({ 'product_ids.0': ['Ce produit n’est plus en vente.'] })
})

test('pieces that went meanwhile are not sold twice, and the last ones are', async () => {
  await rush()
  await setStock(3)
  expect((await order({ quantity: 4 })).json.errors).toEqual({
    'quantities.0': ['Il ne reste que 3 unités en stock.'],
  })
  await rush(2)
  expect((await order()).status).toBe(201)
  expect(await shop.stockOf(cream)).toBe(0)
})

test('pieces that came meanwhile are sold', async () => {
  await rush()
  await setStock(0)
  expect((await order()).status).toBe(422)
  await setStock(40)
  expect((await order({ quantity: 30 })).status).toBe(201)
})

const setStock = (stock: number) =>
  shop.db.execute(sql`
    with entered as (
      insert into stock_entries (product_id, quantity, entered_at)
      select id, ${stock} - stock, now() from products where id = ${cream} and stock <> ${stock})
    update products set stock = ${stock} where id = ${cream}`)

test('the parcel goes to whom the customer is now', async () => {
  await rush()
  await shop.db.execute(sql`update customers set address = '9, rue Neuve' where id = ${customer}`)
  const id = idOf(await order())
  const { rows } = await shop.db.execute(sql`select address from orders where id = ${id}`)
  expect(rows).toEqual([{ address: '9, rue Neuve' }])
})

test('a key that was answered is answered the same, whatever is remembered', async () => {
  const key = randomUUID()
  const first = await order({ key })
  await rush()
  const again = await order({ key })
  expect([again.headers['idempotent-replayed'], again.json]).toEqual(['true', first.json])
  expect(await shop.stockOf(cream)).toBe(15)
})

test('twins of a rush are one order', async () => {
  await rush()
  const key = randomUUID()
  const answers = await Promise.all([order({ key }), order({ key }), order({ key })])
  expect(new Set(answers.map(idOf)).size).toBe(1)
  expect(await shop.stockOf(cream)).toBe(15)
})
