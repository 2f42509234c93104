import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { checkInvariants } from '#server/books/check-invariants.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

const NB = '\u00A0'
/** Rabat has a fee of its own and the code gives more. */
const AFTER = { cityFees: 'Casablanca 20; Rabat 25', discountPercent: '7' }

let shop: TestShop
let cream: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  cream = await shop.addProduct({ user: 200, distributor: 150 })
})

afterAll(() => shop.close())

beforeEach(() => change({ deliveryFee: null, cityFees: null, discountPercent: null }))

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

const change = async (settings: object) => {
  const { status } = await shop.call('PUT', '/api/admin/settings', { token: shop.tokens.admin, body: settings })
  expect(status).toBe(200)
}

type Supplier = 'sara' | 'youssef'

interface Wanted {
  by?: Supplier
  promoCode?: string
  total?: number
  price?: number
}

async function order({ by, promoCode, total, price = by ? 150 : 200 }: Wanted = {}) {
  const call = by ? { token: shop.tokens[by] } : {}
  const customer_id = await shop.addCustomer({ city: 'Rabat' }, call)
  const lines = { product_ids: [cream], prices: [price], priceGain: [200], quantities: [1] }
  const body = { ...lines, customer_id, promo_code: promoCode, total }
  return shop.call('POST', '/api/orders/create', { ...call, body })
}

const placed = async (wanted: Wanted = {}): Promise<OrderId> => (await order(wanted)).json.order.OrderID

async function figuresOf(id: OrderId) {
  const { rows } = await shop.db.execute(sql`
    select discount_percent, delivery::int, discount::int, collected::int from orders where id = ${id}`)
  return rows[0]
}

const edit = (id: OrderId, by: Supplier, City: string) =>
  shop.call('PUT', `/api/supplier/orders/${id}`, {
    token: shop.tokens[by],
    body: { CustomerID: 1, Name: 'Nadia', Phone: '0612345678', Address: '2, rue', City },
  })

const correction = (id: OrderId, city: string, digest?: string) => {
  const body = { Name: 'Nadia', Phone: '0612345678', Address: '2, rue', City: city, digest }
  const query = digest === undefined ? '?preview=1' : ''
  return shop.call('PUT', `/api/confirmation/${id}/order${query}`, { token: shop.tokens.admin, body })
}

async function deliver(id: OrderId): Promise<void> {
  const body = { CurrentStatus: 'livré' }
  await shop.call('PUT', `/api/admin/orders/${id}/tracking`, { token: shop.tokens.admin, body })
}

const withdraw = (by: Supplier, gain: number) =>
  shop.call('POST', '/api/withdraw', { token: shop.tokens[by], body: { gain } })

const check = () => checkInvariants({ db: shop.db, now: () => shop.now })

/** One of yesterday's rates and one of today's. */
async function oldAndYoung(wanted: Wanted): Promise<[OrderId, OrderId]> {
  const old = await placed(wanted)
  await change(AFTER)
  return [old, await placed(wanted)]
}

test('orders keep the fee and the percentage that they were made with; the next ones have today’s', async () => {
  const [old, young] = await oldAndYoung({ promoCode: 'SARA10' })
  expect(await figuresOf(old)).toEqual({ discount_percent: 5, delivery: 3500, discount: 1000, collected: 22500 })
  expect(await figuresOf(young)).toEqual({ discount_percent: 7, delivery: 2500, discount: 1400, collected: 21100 })
})

test('a city without a fee of its own costs the general one, which may be nothing', async () => {
  await change({ deliveryFee: '0', cityFees: 'Fès 12,5' })
  expect(await figuresOf(await placed())).toMatchObject({ delivery: 0, collected: 20000 })
  await change({ deliveryFee: '40' })
  expect(await figuresOf(await placed())).toMatchObject({ delivery: 4000, collected: 24000 })
})

test('old and new ones add up, and the money of both is paid out', async () => {
  for (const id of await oldAndYoung({ by: 'youssef' })) await deliver(id)
  expect(await check()).toEqual([])
  expect((await withdraw('youssef', 100)).status).toBe(200)
})

test('an edit that leaves the city leaves its fee; another city costs today’s', async () => {
  const id = await placed({ by: 'sara' })
  await change(AFTER)
  expect((await edit(id, 'sara', 'rabat')).status).toBe(200)
  expect(await figuresOf(id)).toMatchObject({ delivery: 3500, collected: 23500 })
  await edit(id, 'sara', 'Casablanca')
  expect(await figuresOf(id)).toMatchObject({ delivery: 2000, collected: 22000 })
  await edit(id, 'sara', 'Rabat')
  expect(await figuresOf(id)).toMatchObject({ delivery: 2500, collected: 22500 })
})

test('a correction that leaves the city leaves its fee and its percentage; another city costs today’s fee', async () => {
  const id = await placed({ promoCode: 'SARA10' })
  await change(AFTER)
  const correct = async (city: string) => {
    const { json } = await correction(id, city)
    expect((await correction(id, city, json.digest)).status).toBe(200)
  }
  await correct('Rabat')
  expect(await figuresOf(id)).toMatchObject({ discount_percent: 5, delivery: 3500, discount: 1000, collected: 22500 })
  await correct('Casablanca')
  expect(await figuresOf(id)).toMatchObject({ discount_percent: 5, delivery: 2000, discount: 1000, collected: 21000 })
  await correct('Rabat')
  expect(await figuresOf(id)).toMatchObject({ discount_percent: 5, delivery: 2500, discount: 1000, collected: 21500 })
})

test('a correction that was shown at yesterday’s fee is not stored at today’s', async () => {
  const id = await placed()
  const shown = await correction(id, 'Agadir')
  await change({ cityFees: 'Agadir 90' })
  expect((await correction(id, 'Agadir', shown.json.digest)).status).toBe(409)
  expect(await figuresOf(id)).toMatchObject({ delivery: 3500 })
})

test('an order that is broken stops the withdrawals of its supplier, and of nobody else', async () => {
  const [hers, his] = [await placed({ by: 'sara' }), await placed({ by: 'youssef' })]
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
  await change(AFTER)
  const [old, young] = [await order({ total: 235 }), await order({ total: 225 })]
  expect([old.status, old.json.errors]).toEqual([422, { total: [`Le total a changé${NB}: 225,00${NB}DH.`] }])
  expect([young.status, young.json.order.total]).toEqual([201, 225])
  expect(await shop.stockOf(cream)).toBe(stock - 1)
})

test('a supplier’s cart shows its own total; a code’s, what is left of it', async () => {
  await change(AFTER)
  expect((await order({ by: 'sara', total: 175 })).status).toBe(201)
  expect((await order({ by: 'sara', total: 225 })).json.errors).toEqual({
    total: [`Le total a changé${NB}: 175,00${NB}DH.`],
  })
  expect((await order({ promoCode: 'SARA10', total: 211 })).status).toBe(201)
})

test('a price that changed has a message of its own', async () => {
  await change(AFTER)
  const { json } = await order({ price: 190, total: 225 })
  expect(Object.keys(json.errors)).toEqual(['prices.0'])
})

describe('the owner’s own words for them:', () => {
  const settings = async () =>
    (await shop.call('GET', '/api/admin/settings', { token: shop.tokens.admin })).json.settings
  const put = (body: object) => shop.call('PUT', '/api/admin/settings', { token: shop.tokens.admin, body })

  test('cities are written as in the list and in its order, amounts as people write them', async () => {
    await change({ cityFees: ' rabat 25.50;;AGADIR   030 ; fes 0', deliveryFee: '35,00', discountPercent: ' 07 % ' })
    const { cityFees, deliveryFee, discountPercent } = await settings()
    expect(cityFees.value).toBe('Agadir 30; Fès 0; Rabat 25,50')
    expect([deliveryFee.value, discountPercent.value]).toEqual(['35', '7'])
  })

  test.each([
    ['deliveryFee', '500', null],
    ['deliveryFee', '500,01', 'fee'],
    ['deliveryFee', '-1', 'fee'],
    ['deliveryFee', '', 'fee'],
    ['deliveryFee', '12,345', 'fee'],
    ['discountPercent', '0', null],
    ['discountPercent', '50', null],
    ['discountPercent', '51', 'discount_percent'],
    ['discountPercent', '7,5', 'discount_percent'],
    ['discountPercent', '', 'required'],
    ['cityFees', '', null],
    ['cityFees', 'Agadir 500; autre 40', null],
    ['cityFees', 'Agadir 501', 'city_fee'],
    ['cityFees', 'Agadir', 'city_fee'],
    ['cityFees', 'Paris 20', 'city_fee'],
    ['cityFees', 'Agadir 20; AGADIR 30', 'city_fee'],
    ['cityFees', '__proto__ 20', 'city_fee'],
  ])('%s %j', async (name, value, code) => {
    const { status, json } = await put({ [name]: value })
    expect([status, json.codes]).toEqual(code === null ? [200, undefined] : [422, { [name]: [code] }])
  })
})
