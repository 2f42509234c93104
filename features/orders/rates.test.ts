import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'
import { checkInvariants } from '#server/books/check-invariants.ts'
import { type Instance, openTestShop, type TestShop } from '#test/test-app.ts'
import type { Rates } from './rates.ts'

const NB = '\u00A0'
const BEFORE: Rates = { fees: { Casablanca: dh(20) }, otherFee: dh(35), discountPercent: 5 }
/** Rabat has a fee of its own and the code gives more: a line each. */
const AFTER: Rates = { ...BEFORE, fees: { ...BEFORE.fees, Rabat: dh(25) }, discountPercent: 7 }

let shop: TestShop
/** The same shop, started again with the rates of the day after. */
let later: Instance
let cream: ProductId

beforeAll(async () => {
  shop = await openTestShop({ rates: BEFORE })
  await shop.addPeople()
  cream = await shop.addProduct({ user: 200, distributor: 150 })
  later = await shop.another({ rates: AFTER })
})

afterAll(() => shop.close())

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

type Supplier = 'sara' | 'youssef'

interface Wanted {
  by?: Supplier
  promoCode?: string
  total?: number
  price?: number
}

async function order(instance: Instance, { by, promoCode, total, price = by ? 150 : 200 }: Wanted = {}) {
  const call = by ? { token: shop.tokens[by] } : {}
  const customer_id = await shop.addCustomer({ city: 'Rabat' }, call)
  const lines = { product_ids: [cream], prices: [price], priceGain: [200], quantities: [1] }
  const body = { ...lines, customer_id, promo_code: promoCode, total }
  return shop.call('POST', '/api/orders/create', { ...call, body }, instance)
}

const placed = async (instance: Instance, wanted: Wanted = {}): Promise<OrderId> =>
  (await order(instance, wanted)).json.order.OrderID

async function figuresOf(id: OrderId) {
  const { rows } = await shop.db.execute(sql`
    select discount_percent, delivery::int, discount::int, collected::int from orders where id = ${id}`)
  return rows[0]
}

const edit = (id: OrderId, by: Supplier, City: string) =>
  shop.call(
    'PUT',
    `/api/supplier/orders/${id}`,
    { token: shop.tokens[by], body: { CustomerID: 1, Name: 'Nadia', Phone: '0612345678', Address: '2, rue', City } },
    later,
  )

async function deliver(id: OrderId): Promise<void> {
  const body = { CurrentStatus: 'livré' }
  await shop.call('PUT', `/api/admin/orders/${id}/tracking`, { token: shop.tokens.admin, body }, later)
}

const withdraw = (by: Supplier, gain: number) =>
  shop.call('POST', '/api/withdraw', { token: shop.tokens[by], body: { gain } }, later)

const check = () => checkInvariants({ db: shop.db, now: () => shop.now })

test('orders keep the fee and the percentage that they were made with; the next ones have today’s', async () => {
  const old = await placed(shop.first, { promoCode: 'SARA10' })
  const young = await placed(later, { promoCode: 'SARA10' })
  expect(await figuresOf(old)).toEqual({ discount_percent: 5, delivery: 3500, discount: 1000, collected: 22500 })
  expect(await figuresOf(young)).toEqual({ discount_percent: 7, delivery: 2500, discount: 1400, collected: 21100 })
})

test('old and new ones add up, and the money of both is paid out', async () => {
  const [old, young] = [await placed(shop.first, { by: 'youssef' }), await placed(later, { by: 'youssef' })]
  await deliver(old)
  await deliver(young)
  expect(await check()).toEqual([])
  expect((await withdraw('youssef', 100)).status).toBe(200)
})

test('an edit that leaves the city leaves its fee; another city costs today’s', async () => {
  const id = await placed(shop.first, { by: 'sara' })
  expect((await edit(id, 'sara', 'rabat')).status).toBe(200)
  expect(await figuresOf(id)).toMatchObject({ delivery: 3500, collected: 23500 })
  await edit(id, 'sara', 'Casablanca')
  expect(await figuresOf(id)).toMatchObject({ delivery: 2000, collected: 22000 })
  await edit(id, 'sara', 'Rabat')
  expect(await figuresOf(id)).toMatchObject({ delivery: 2500, collected: 22500 })
})

test('an order that is broken stops the withdrawals of its supplier, and of nobody else', async () => {
  const [hers, his] = [await placed(later, { by: 'sara' }), await placed(later, { by: 'youssef' })]
  await deliver(hers)
  await deliver(his)
  await shop.db.execute(sql`update order_lines set user_price = user_price + 100 where order_id = ${hers}`)
  expect((await check()).map(({ accounts }) => accounts)).toEqual([[shop.ids.sara]])
  const ready = async () => (await shop.call('GET', '/readyz')).json.books
  await expect.poll(ready).toMatchObject({ broken: [expect.any(String)], stopped: 1 })
  const { json: bell } = await shop.call('GET', '/api/admin/notifications', { token: shop.tokens.admin })
  expect(bell[0].message).toBe(
    `Comptes à vérifier, retraits de F-1001 suspendus${NB}– ne tient plus${NB}: «${NB}Les montants d’une commande découlent de ses lignes, de sa remise et de ses frais${NB}»`,
  )
  const refused = await withdraw('sara', 50)
  expect([refused.status, refused.json.message]).toEqual([409, expect.stringMatching(/^Les retraits sont suspendus/)])
  expect((await withdraw('youssef', 50)).status).toBe(200)
  await shop.db.execute(sql`update order_lines set user_price = user_price - 100 where order_id = ${hers}`)
  await check()
  expect((await withdraw('sara', 50)).status).toBe(200)
})

test('of two carts, the one that shows yesterday’s total is told today’s and orders nothing', async () => {
  const stock = await shop.stockOf(cream)
  const [old, young] = [await order(later, { total: 235 }), await order(later, { total: 225 })]
  expect([old.status, old.json.errors]).toEqual([422, { total: [`Le total a changé${NB}: 225,00${NB}DH.`] }])
  expect([young.status, young.json.order.total]).toEqual([201, 225])
  expect(await shop.stockOf(cream)).toBe(stock - 1)
})

test('a supplier’s cart shows its own total; a code’s, what is left of it', async () => {
  expect((await order(later, { by: 'sara', total: 175 })).status).toBe(201)
  expect((await order(later, { by: 'sara', total: 225 })).json.errors).toEqual({
    total: [`Le total a changé${NB}: 175,00${NB}DH.`],
  })
  expect((await order(later, { promoCode: 'SARA10', total: 211 })).status).toBe(201)
})

test('a price that changed has a message of its own', async () => {
  const { json } = await order(later, { price: 190, total: 225 })
  expect(Object.keys(json.errors)).toEqual(['prices.0'])
})
