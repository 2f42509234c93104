import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop
let oil: ProductId
let soap: ProductId
let balm: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

beforeEach(async () => {
  oil = await shop.addProduct({ name: 'Huile', stock: 10 })
  soap = await shop.addProduct({ name: 'Savon', stock: 10 })
  balm = await shop.addProduct({ name: 'Baume', stock: 10 })
})

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

const asAdmin = (method: string, path: string, body?: object) =>
  shop.call(method, path, { token: shop.tokens.admin, body })

const stocks = () => Promise.all([oil, soap, balm].map((id) => shop.stockOf(id)))

/** Two oils and a soap, to Rabat: 8 and 9 are left. */
async function placed({
  token,
  phone = '0612345678',
  promo_code,
}: {
  token?: string
  phone?: string
  promo_code?: string
} = {}) {
  const customer_id = await shop.addCustomer({ phone, city: 'Rabat' }, { token })
  const lines = { product_ids: [oil, soap], prices: Array(2).fill(token ? 110 : 149.5), quantities: [2, 1] }
  const body = { ...lines, priceGain: [149.5, 149.5], customer_id, promo_code }
  const { status, json } = await shop.call('POST', '/api/orders/create', { token, body })
  expect(status).toBe(201)
  return json.order.OrderID as OrderId
}

const NADIA = { Name: 'Nadia El Fassi', Phone: '06 12 34 56 78', Address: '12, rue Ibn Batouta', City: 'Rabat' }
const want = (...lines: [ProductId, number][]) => lines.map(([ProductID, quantity]) => ({ ProductID, quantity }))

const preview = (id: OrderId, body: object) => asAdmin('PUT', `/api/confirmation/${id}/order?preview=1`, body)
const store = (id: OrderId, body: object) => asAdmin('PUT', `/api/confirmation/${id}/order`, body)

async function correct(id: OrderId, body: object) {
  const shown = await preview(id, body)
  expect(shown.status).toBe(200)
  return store(id, { ...body, digest: shown.json.digest })
}

const orderOf = async (id: OrderId) => (await asAdmin('GET', `/api/admin/orders/${id}`)).json

describe('a correction', () => {
  test('shows both sides before it is stored, and looking stores nothing', async () => {
    const id = await placed()
    const { json } = await preview(id, { ...NADIA, City: 'Casablanca', lines: want([oil, 1], [balm, 2]) })
    expect([json.before.Amount, json.after.Amount]).toEqual([483.5, 468.5])
    expect([json.before.delivery_fee, json.after.delivery_fee]).toEqual([35, 20])
    expect(json.after.lines.map(({ name, quantity }: { name: string; quantity: number }) => [name, quantity])).toEqual([
      ['Huile', 1],
      ['Baume', 2],
    ])
    expect((await orderOf(id)).payment.Amount).toBe(483.5)
    expect(await stocks()).toEqual([8, 9, 10])
  })

  test('takes and gives back pieces with the lines, and the figures are those of a new order', async () => {
    const id = await placed()
    const done = await correct(id, { ...NADIA, lines: want([oil, 1], [balm, 2]) })
    expect([done.status, done.json.order]).toEqual([200, { OrderID: id, Amount: 483.5 }])
    expect(await stocks()).toEqual([9, 10, 8])
    const { order_items, payment, customer_info } = await orderOf(id)
    expect(order_items).toHaveLength(2)
    expect(payment.Amount).toBe(483.5)
    expect(customer_info).toMatchObject({ Name: 'Nadia El Fassi', Phone: '0612345678' })
  })

  test('keeps the prices of lines that stay, and takes today’s for those that are new', async () => {
    const id = await placed()
    await shop.db.execute(`update products set user_price = 20000 where id in (${oil}, ${balm})`)
    const { json } = await preview(id, { ...NADIA, lines: want([oil, 2], [soap, 1], [balm, 1]) })
    expect(json.after.lines.map(({ user_price }: { user_price: number }) => user_price)).toEqual([149.5, 149.5, 200])
  })

  test('of an order with a code keeps its percentage, and its supplier’s gain follows', async () => {
    const id = await placed({ promo_code: 'SARA10' })
    await correct(id, { ...NADIA, lines: want([oil, 1]) })
    const { subtotal, discount, gain, payment } = await orderOf(id)
    expect([subtotal, discount, payment.Amount, gain]).toEqual([149.5, 7.48, 177.02, 32.02])
  })

  test('of a supplier’s order changes where it goes, not what is in it', async () => {
    const id = await placed({ token: shop.tokens.sara })
    const refused = await preview(id, { ...NADIA, lines: want([oil, 1]) })
    expect([refused.status, refused.json.code]).toEqual([409, 'lines_of_supplier'])
    const done = await correct(id, { ...NADIA, City: 'Casablanca', lines: want([oil, 2], [soap, 1]) })
    expect(done.status).toBe(200)
    expect((await orderOf(id)).payment.Amount).toBe(468.5)
  })

  test('of what somebody else changed meanwhile is refused, and says what that was', async () => {
    const id = await placed()
    const wanted = { ...NADIA, lines: want([oil, 1]) }
    const { digest } = (await preview(id, wanted)).json
    await correct(id, { ...NADIA, City: 'Casablanca', lines: want([oil, 3]) })
    const late = await store(id, { ...wanted, digest })
    expect([late.status, late.json.code]).toEqual([409, 'order_changed'])
    expect(late.json.message).toContain('les coordonnées et les produits')
    expect(await stocks()).toEqual([7, 10, 10])
  })

  test('that was not looked at, or of an order that left, is refused', async () => {
    const id = await placed()
    expect((await store(id, NADIA)).json.codes).toEqual({ digest: ['required'] })
    const { digest } = (await preview(id, NADIA)).json
    await asAdmin('PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus: 'en transit' })
    expect((await store(id, { ...NADIA, digest })).json.code).toBe('order_not_correctable')
    expect((await preview(999_999 as OrderId, NADIA)).status).toBe(404)
  })

  test('answers wrong fields as the checkout does, and each line under its own', async () => {
    const id = await placed()
    expect((await preview(id, { ...NADIA, City: 'Atlantis' })).json.codes).toEqual({ City: ['unknown_city'] })
    expect((await preview(id, { ...NADIA, Phone: '0000000000' })).json.codes).toEqual({ Phone: ['phone_number'] })
    const lines = want([oil, 11], [999_999 as ProductId, 1])
    expect((await preview(id, { ...NADIA, lines })).json.codes).toEqual({
      'lines.0.quantity': ['stock_short'],
      'lines.1.ProductID': ['product_gone'],
    })
  })

  test('is written down: which pieces, by whom', async () => {
    const id = await placed()
    await correct(id, { ...NADIA, lines: want([oil, 1], [balm, 2]) })
    const { rows } = await shop.db.execute(
      `select name, pieces_before, pieces_after, changed_by from order_line_changes where order_id = ${id} order by id`,
    )
    expect(rows).toEqual([
      { name: 'Savon', pieces_before: 1, pieces_after: 0, changed_by: shop.ids.admin },
      { name: 'Huile', pieces_before: 2, pieces_after: 1, changed_by: shop.ids.admin },
      { name: 'Baume', pieces_before: 0, pieces_after: 2, changed_by: shop.ids.admin },
    ])
  })

  test('of two at once that show the same, one is stored; of one and a cancellation, the pieces come back once', async () => {
    const id = await placed()
    const wanted = { ...NADIA, lines: want([oil, 4]) }
    const { digest } = (await preview(id, wanted)).json
    const answers = await Promise.all([store(id, { ...wanted, digest }), store(id, { ...wanted, digest })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const next = { ...NADIA, lines: want([oil, 1]) }
    const again = (await preview(id, next)).json.digest
    await Promise.all([
      store(id, { ...next, digest: again }),
      asAdmin('PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus: 'annulé' }),
    ])
    expect(await stocks()).toEqual([10, 10, 10])
  })
})

describe('two orders of one person', () => {
  const merge = (id: OrderId, body: object, look = '') => asAdmin('POST', `/api/confirmation/${id}/merge${look}`, body)

  test('become one: the older keeps its number and gets the lines of both, with one delivery', async () => {
    const [older, newer] = [await placed(), await placed({ phone: '+212 612-345678' })]
    expect(await stocks()).toEqual([6, 8, 10])
    const shown = (await merge(newer, { other: older }, '?preview=1')).json
    expect([shown.OrderID, shown.cancelled, shown.before.Amount, shown.after.Amount]).toEqual([
      older,
      newer,
      483.5,
      932,
    ])
    const done = await merge(newer, { other: older, digest: shown.digest })
    expect([done.status, done.json.OrderID, done.json.cancelled]).toEqual([200, older, newer])
    expect((await orderOf(older)).payment.Amount).toBe(932)
    expect(await orderOf(newer)).toMatchObject({ status: 'annulé', Reason: 'doublon' })
    // No piece touched the shelf, and cancelling what became of both gives all of them back.
    expect(await stocks()).toEqual([6, 8, 10])
    await asAdmin('PUT', `/api/admin/orders/${older}/tracking`, { CurrentStatus: 'annulé' })
    expect(await stocks()).toEqual([10, 10, 10])
  })

  test('of two phones, or one of them on its way, stay two', async () => {
    const [one, other] = [await placed(), await placed({ phone: '0622222222' })]
    expect((await merge(one, { other }, '?preview=1')).json.code).toBe('merge_other_phone')
    const third = await placed()
    await asAdmin('PUT', `/api/admin/orders/${third}/tracking`, { CurrentStatus: 'attribué' })
    expect((await merge(one, { other: third }, '?preview=1')).json.code).toBe('merge_not_pending')
    expect((await merge(one, { other: one }, '?preview=1')).json.code).toBe('merge_with_itself')
    expect((await merge(one, { other: 999_999 }, '?preview=1')).status).toBe(404)
  })

  test('of which one was corrected since it was shown stay two until that is seen', async () => {
    const [older, newer] = [await placed({ phone: '0644444444' }), await placed({ phone: '0644444444' })]
    const { digest } = (await merge(older, { other: newer }, '?preview=1')).json
    await correct(newer, { ...NADIA, Phone: '0644444444', lines: want([balm, 1]) })
    expect((await merge(older, { other: newer, digest })).json.code).toBe('order_changed')
    expect((await merge(older, { other: newer })).json.codes).toEqual({ digest: ['required'] })
    expect(await stocks()).toEqual([8, 9, 9])
  })

  test('merged twice at once, from either side, are merged once', async () => {
    const [older, newer] = [await placed({ phone: '0633333333' }), await placed({ phone: '0633333333' })]
    const { digest } = (await merge(older, { other: newer }, '?preview=1')).json
    const answers = await Promise.all([merge(older, { other: newer, digest }), merge(newer, { other: older, digest })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await stocks()).toEqual([6, 8, 10])
  })
})
