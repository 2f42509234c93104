import { sql } from 'drizzle-orm'
import fc from 'fast-check'
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
  city = 'Rabat',
  wanted = [
    [oil, 2],
    [soap, 1],
  ],
}: {
  token?: string
  phone?: string
  promo_code?: string | undefined
  city?: string
  wanted?: [ProductId, number][]
} = {}) {
  const customer_id = await shop.addCustomer({ phone, city }, { token })
  const each = (price: number) => wanted.map(() => price)
  const lines = {
    product_ids: wanted.map(([id]) => id),
    quantities: wanted.map(([, quantity]) => quantity),
    prices: each(token ? 110 : 149.5),
    priceGain: each(149.5),
  }
  const body = { ...lines, customer_id, promo_code }
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

  test('costs what a new order of the same lines costs, wherever it goes and with a code or without', async () => {
    const products = ['Huile', 'Savon', 'Baume'].map((name) => shop.addProduct({ name, stock: 900 }))
    const [first, second, third] = await Promise.all(products)
    const goods = [first!, second!, third!]
    const lines = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 1, max: 9 })), {
      minLength: 1,
      selector: ([nth]) => nth,
    })
    const wish = fc.record({
      lines,
      City: fc.constantFrom('Casablanca', 'Rabat', 'Agadir'),
      code: fc.constantFrom('SARA10', undefined),
    })
    await fc.assert(
      fc.asyncProperty(wish, async ({ lines, City, code: promo_code }) => {
        const wanted = lines.map(([nth, quantity]): [ProductId, number] => [goods[nth]!, quantity])
        const corrected = await placed({ promo_code, wanted: [[goods[0]!, 2]] })
        expect((await correct(corrected, { ...NADIA, City, lines: want(...wanted) })).status).toBe(200)
        const anew = await placed({ promo_code, city: City, wanted })
        const figuresOf = async (id: OrderId) => {
          const { subtotal, discount, delivery_fee, gain, payment } = await orderOf(id)
          return { subtotal, discount, delivery_fee, gain, collected: payment.Amount }
        }
        expect(await figuresOf(corrected)).toEqual(await figuresOf(anew))
      }),
      { numRuns: 12, endOnFailure: true },
    )
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
    expect(late.json.message).toContain('les coordonnées, les produits et les montants')
    expect(await stocks()).toEqual([7, 10, 10])
  })

  test('is stored as it was shown or not at all: another address, note or piece under its digest is refused', async () => {
    const id = await placed()
    const wanted = { ...NADIA, note: 'Sonner deux fois', lines: want([oil, 1]) }
    const { digest } = (await preview(id, wanted)).json
    const others = [
      { Address: '99, rue du Port' },
      { Name: 'Nadia Autre' },
      { Phone: '0699999999' },
      { note: 'Laisser au gardien' },
      { lines: want([oil, 3]) },
      { lines: want([oil, 1], [balm, 1]) },
    ]
    for (const other of others) {
      const late = await store(id, { ...wanted, ...other, digest })
      expect([late.status, late.json.code], JSON.stringify(other)).toEqual([409, 'other_than_shown'])
    }
    expect(await orderOf(id)).toMatchObject({ customer_info: { Address: '1, rue des Fleurs' }, note: null })
    expect(await stocks()).toEqual([8, 9, 10])
    expect((await store(id, { ...wanted, digest })).status).toBe(200)
  })

  test('names another’s change also when it is sent with one of its own', async () => {
    const id = await placed()
    const { digest } = (await preview(id, NADIA)).json
    await correct(id, { ...NADIA, Address: '7, rue du Port' })
    const late = await store(id, { ...NADIA, Name: 'Nadia Autre', digest })
    expect(late.json).toMatchObject({ code: 'order_changed', message: expect.stringContaining('les coordonnées. ') })
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

  test('is one event of the history: who changed which fields and pieces', async () => {
    const id = await placed()
    await correct(id, { ...NADIA, City: 'Casablanca', note: 'Sonner', lines: want([oil, 1], [balm, 2]) })
    shop.pass(1000)
    await correct(id, { ...NADIA, City: 'Casablanca', lines: want([oil, 1], [soap, 2]) })
    const { history } = await orderOf(id)
    expect(history.map(({ what }: { what: string }) => what)).toEqual(['corrected', 'corrected', 'placed'])
    const [last, first] = history
    expect(last).toMatchObject({ by: { custom_id: 'A-1' } })
    // The same amount for other products: nothing but pieces changed.
    expect(last.changes).toEqual([
      { field: 'pieces', product: 'Baume', from: 2, to: 0 },
      { field: 'pieces', product: 'Savon', from: 0, to: 2 },
    ])
    expect(first.changes).toHaveLength(9)
    expect(first.changes).toEqual(
      expect.arrayContaining([
        { field: 'pieces', product: 'Huile', from: 2, to: 1 },
        { field: 'pieces', product: 'Savon', from: 1, to: 0 },
        { field: 'pieces', product: 'Baume', from: 0, to: 2 },
        { field: 'name', from: expect.any(String), to: 'Nadia El Fassi' },
        { field: 'address', from: '1, rue des Fleurs', to: '12, rue Ibn Batouta' },
        { field: 'city', from: 'Rabat', to: 'Casablanca' },
        { field: 'note', from: null, to: 'Sonner' },
        { field: 'delivery', from: 35, to: 20 },
        { field: 'collected', from: 483.5, to: 468.5 },
      ]),
    )
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

test('a correction begins with the picture of each line, also of a product that is hidden, and none of one that is deleted', async () => {
  const id = await placed()
  await shop.db.execute(sql`update products set hidden_at = now() where id = ${oil}`)
  await shop.db.execute(sql`update products set deleted_at = now() where id = ${soap}`)
  const { json } = await asAdmin('GET', `/api/confirmation/${id}/order`)
  expect(json.lines).toEqual([
    { ProductID: oil, name: 'Huile', image: 'products/a.webp', quantity: 2, user_price: 149.5 },
    { ProductID: soap, name: 'Savon', image: null, quantity: 1, user_price: 149.5 },
  ])
  const { order_items } = await orderOf(id)
  expect(order_items.map(({ product }: { product: { image: string | null } }) => product.image)).toEqual([
    'products/a.webp',
    null,
  ])
})

test('the oldest five products on sale whose name holds what is typed may be added, accents and case aside', async () => {
  const names = ['Gelée n° 1', 'Gelée à 10 %', 'La GELÉE_', 'Gelée 4', 'gelee 5', 'Gelée 6', 'Gelée 7']
  const ids: ProductId[] = []
  for (const name of names) ids.push(await shop.addProduct({ name, stock: 3 }))
  await shop.db.execute(sql`update products set hidden_at = now() where id = ${ids[3]}`)
  await shop.db.execute(sql`update products set deleted_at = now() where id = ${ids[4]}`)
  const found = async (search: string) => {
    const { json } = await asAdmin('GET', `/api/confirmation/products?${new URLSearchParams({ search })}`)
    return json.map(({ ProductID }: { ProductID: ProductId }) => ids.indexOf(ProductID))
  }
  expect(await found('GELÉE')).toEqual([0, 1, 2, 5, 6])
  expect(await found('  elee   a 1 ')).toEqual([1])
  expect(await found('ée a 10')).toEqual([1])
  expect([await found('0 %'), await found('e_'), await found('%%'), await found('\\')]).toEqual([[1], [2], [], []])
  // Neither words in another order nor other names of the same thing.
  expect([await found('gelée la'), await found('gelée royale'), await found('6')]).toEqual([[], [], [5]])
  expect((await asAdmin('GET', '/api/confirmation/products?search=%00')).status).toBe(422)
  const few = await asAdmin('GET', '/api/confirmation/products')
  const { rows } = await shop.db.execute(sql`
    select id from products where hidden_at is null and deleted_at is null order by id limit 5`)
  expect(few.json.map(({ ProductID }: { ProductID: ProductId }) => ProductID)).toEqual(rows.map(({ id }) => id))
  expect((await asAdmin('GET', '/api/confirmation/products?search=n%C2%B0')).json).toEqual([
    { ProductID: ids[0], Name: 'Gelée n° 1', image: 'products/a.webp', user_price: 149.5, StockQuantity: 3 },
  ])
})

test('what staff corrected stays when its supplier, whose page is older, changes another field', async () => {
  const token = shop.tokens.sara
  const id = await placed({ token })
  await correct(id, { ...NADIA, City: 'Casablanca' })
  const body = { Name: 'Nadia Alami', Phone: '0600000000', CustomerID: 1, City: 'Fès', Address: 'Ancienne' }
  const keep = ['phone', 'address', 'city']
  expect((await shop.call('PUT', `/api/supplier/orders/${id}`, { token, body: { ...body, keep } })).status).toBe(200)
  const { rows } = await shop.db.execute(sql`select name, phone, address, city, delivery from orders where id = ${id}`)
  expect(rows).toEqual([
    { name: 'Nadia Alami', phone: '0612345678', address: NADIA.Address, city: 'Casablanca', delivery: 2000 },
  ])
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

  test('stay flagged when one of both was', async () => {
    const phone = '0655554444'
    const older = await placed({ phone, wanted: [[balm, 1]] })
    const large: [ProductId, number][] = [
      [oil, 9],
      [soap, 9],
    ]
    const newer = await placed({ phone, wanted: large })
    const flagged = async () =>
      (await asAdmin('GET', `/api/admin/orders?flagged=1&status=en attente&search=${phone}`)).json.data.map(
        ({ OrderID }: { OrderID: OrderId }) => OrderID,
      )
    expect(await flagged()).toEqual([newer])
    const { digest } = (await merge(newer, { other: older }, '?preview=1')).json
    expect((await merge(newer, { other: older, digest })).status).toBe(200)
    expect(await flagged()).toEqual([older])
    const last = await placed({ phone, wanted: [[balm, 1]] })
    const shown = (await merge(last, { other: older }, '?preview=1')).json
    expect((await merge(last, { other: older, digest: shown.digest })).status).toBe(200)
    expect(await flagged()).toEqual([older])
  })

  test('see each other, newest first, with those that may become one', async () => {
    const phone = '0655555555'
    const [first, second] = [await placed({ phone }), await placed({ phone })]
    await asAdmin('PUT', `/api/admin/orders/${await placed({ phone })}/tracking`, { CurrentStatus: 'attribué' })
    const deleted = await placed({ phone })
    await asAdmin('DELETE', `/api/admin/orders/${deleted}`)
    const seen = async () => {
      const { others_of_phone } = await orderOf(first)
      return others_of_phone.map((other: Record<string, unknown>) => [other.status, other.Amount, other.mergeable])
    }
    expect(await seen()).toEqual([
      ['attribué', 483.5, 0],
      ['en attente', 483.5, 1],
    ])
    const { digest } = (await merge(first, { other: second }, '?preview=1')).json
    await merge(first, { other: second, digest })
    expect((await seen())[1]).toEqual(['annulé', 483.5, 0])
    expect(await orderOf(second)).toMatchObject({ merged_into: first, Reason: 'doublon' })
    const rates = (await asAdmin('GET', '/api/admin/delivery-rates?by=city')).json.data
    const { rows } = await shop.db.execute(`select count(*)::int as live from orders where deleted_at is null
      and merged_into is null and city = 'Rabat'`)
    expect(rates.find(({ key }: { key: string }) => key === 'Rabat').orders).toBe(rows[0]!.live)
    for (let more = 0; more < 9; more++)
      await asAdmin('PUT', `/api/admin/orders/${await placed({ phone })}/tracking`, { CurrentStatus: 'annulé' })
    const { others_of_phone, orders_of_phone } = await orderOf(first)
    expect([others_of_phone.length, orders_of_phone]).toEqual([10, 11])
  })

  test('are not merged under the digest of another pair', async () => {
    const phone = '0666666666'
    const [first, second, third] = [await placed({ phone }), await placed({ phone }), await placed({ phone })]
    const { digest } = (await merge(first, { other: second }, '?preview=1')).json
    expect((await merge(first, { other: third, digest })).json.code).toBe('other_than_shown')
    expect((await orderOf(third)).status).toBe('en attente')
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
