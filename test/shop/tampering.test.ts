import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#platform/db/database.ts'
import type { CustomerId, ProductId } from '#platform/kernel/ids.ts'
import { type Call, openTestShop, type TestAnswer, type TestShop } from '../test-app.ts'

let shop: TestShop
let cream: ProductId
let milk: ProductId
let customer: CustomerId
let sarasCustomer: CustomerId
let rows: Record<string, number>

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  cream = await shop.addProduct({ name: 'Crème', user: 149.5, distributor: 110, stock: 5 })
  milk = await shop.addProduct({ name: 'Lait', user: 99, distributor: 75, stock: 5 })
  customer = await shop.addCustomer()
  sarasCustomer = await shop.addCustomer({}, { token: shop.tokens.sara })
})

afterAll(() => shop.close())

const stocks = () => Promise.all([shop.stockOf(cream), shop.stockOf(milk)])

/** A refused call has stored nothing, anywhere. */
beforeEach(async () => {
  rows = await shop.rowCounts()
})

afterEach(async () => {
  expect(await shop.rowCounts()).toEqual(rows)
  expect(await stocks()).toEqual([5, 5])
  expect(await shop.brokenInvariants()).toEqual([])
})

/** After a test that was meant to order: the shelves are full again, and what else it stored is no surprise. */
async function forgetOrders(): Promise<void> {
  // Notes, calls and events of parcels let nobody remove them, so none is there, and their guards may sleep.
  await inTransaction(shop.db, async (tx) => {
    await tx.execute(sql`alter table order_notes disable trigger order_notes_stay`)
    await tx.execute(sql`alter table call_attempts disable trigger call_attempts_stay`)
    await tx.execute(sql`alter table parcel_events disable trigger parcel_events_stay`)
    await tx.execute(sql`truncate orders cascade`)
    await tx.execute(sql`alter table parcel_events enable trigger parcel_events_stay`)
    await tx.execute(sql`alter table call_attempts enable trigger call_attempts_stay`)
    await tx.execute(sql`alter table order_notes enable trigger order_notes_stay`)
  })
  await shop.db.execute(sql`update products set stock = 5`)
  rows = await shop.rowCounts()
}

const good = () => ({
  product_ids: [cream, milk] as unknown[],
  prices: [149.5, 99] as unknown[],
  priceGain: [149.5, 99] as unknown[],
  quantities: [2, 1] as unknown[],
  customer_id: customer as unknown,
})

const order = (change: object, call: Call = {}): Promise<TestAnswer> =>
  shop.call('POST', '/api/orders/create', { body: { ...good(), ...change }, ...call })

const told = ({ status, json }: TestAnswer) => ({
  status,
  fields: Object.keys(json.errors ?? {}),
  message: json.message,
})

describe('an order is refused, under the field that is wrong, when', () => {
  test.each<[string, () => object, string[], string]>([
    ['a price is lower', () => ({ prices: [1, 99] }), ['prices.0'], 'Le prix de Crème a changé.'],
    ['a price is higher', () => ({ prices: [149.5, 99.01] }), ['prices.1'], 'Le prix de Lait a changé.'],
    [
      'it pays distributor prices',
      () => ({ prices: [110, 75] }),
      ['prices.0', 'prices.1'],
      'Le prix de Crème a changé.',
    ],
    ['the public price is other', () => ({ priceGain: [500, 99] }), ['priceGain.0'], 'Le prix de Crème a changé.'],
    ['it costs nothing', () => ({ prices: [0, 0] }), ['prices.0', 'prices.1'], 'Le prix de Crème a changé.'],
    ['a price is negative', () => ({ prices: [-149.5, 99] }), ['prices.0'], 'The prices.0 field must be at least 0.'],
    ['it wants too many', () => ({ quantities: [6, 1] }), ['quantities.0'], 'Il ne reste que 5 unités en stock.'],
    [
      'a product does not exist',
      () => ({ product_ids: [cream, 999_999] }),
      ['product_ids.1'],
      'Ce produit n’est plus en vente.',
    ],
    [
      'a product is named twice',
      () => ({ product_ids: [cream, cream], prices: [149.5, 149.5], priceGain: [149.5, 149.5] }),
      ['product_ids.1'],
      'The product_ids field must not name a product twice.',
    ],
    [
      'a quantity is none',
      () => ({ quantities: [0, 1] }),
      ['quantities.0'],
      'The quantities.0 field must be at least 1.',
    ],
    [
      'a quantity is negative',
      () => ({ quantities: [-1, 1] }),
      ['quantities.0'],
      'The quantities.0 field must be at least 1.',
    ],
    [
      'a quantity is a fraction',
      () => ({ quantities: [0.5, 1] }),
      ['quantities.0'],
      'The quantities.0 field must be an integer.',
    ],
    [
      'a quantity is text',
      () => ({ quantities: ['2', 1] }),
      ['quantities.0'],
      'The quantities.0 field must be a number.',
    ],
    [
      'a quantity is beyond every shelf',
      () => ({ quantities: [1001, 1] }),
      ['quantities.0'],
      'The quantities.0 field must not be greater than 1000.',
    ],
    [
      'a quantity is beyond exact numbers',
      () => ({ quantities: [1e300, 1] }),
      ['quantities.0'],
      'The quantities.0 field must not be greater than 9007199254740991.',
    ],
    [
      'arrays are unequal',
      () => ({ quantities: [1] }),
      ['quantities'],
      'The quantities field must have as many items as product_ids.',
    ],
    [
      'it has no line',
      () => ({ product_ids: [], prices: [], priceGain: [], quantities: [] }),
      ['product_ids', 'prices', 'priceGain', 'quantities'],
      'The product_ids field must be at least 1 items.',
    ],
    ['no customer is named', () => ({ customer_id: undefined }), ['customer_id'], 'The customer_id field is required.'],
    [
      'the customer does not exist',
      () => ({ customer_id: 999_999 }),
      ['customer_id'],
      'Ce client est inconnu\u00A0: confirmez vos coordonnées.',
    ],
    [
      'the customer is a supplier’s',
      () => ({ customer_id: sarasCustomer }),
      ['customer_id'],
      'Ce client est inconnu\u00A0: confirmez vos coordonnées.',
    ],
    ['the code is nobody’s', () => ({ promo_code: 'NOBODY99' }), ['promo_code'], 'Code promo invalide ou expiré.'],
    ['the code is an identifier', () => ({ promo_code: 'F-1001' }), ['promo_code'], 'Code promo invalide ou expiré.'],
    ['the code is a pattern', () => ({ promo_code: 'SARA1%' }), ['promo_code'], 'Code promo invalide ou expiré.'],
  ])('%s', async (_, change, fields, message) => {
    expect(told(await order(change()))).toEqual({ status: 422, fields, message })
  })

  test.each([2 ** 31 - 1, 2 ** 31, 2 ** 53 + 2, -1, 0, 1.5])('an id is %d', async (id) => {
    for (const change of [{ product_ids: [id, milk] }, { customer_id: id }])
      expect((await order(change)).status).toBe(422)
  })

  test('an id is beyond exact numbers in the text itself', async () => {
    const raw = JSON.stringify(good()).replace(String(customer), '9007199254740993')
    const headers = { 'content-type': 'application/json' }
    expect((await shop.call('POST', '/api/orders/create', { raw, headers })).status).toBe(422)
  })

  test('it has more than fifty lines', async () => {
    const many = Array(51).fill(1)
    const answer = await order({
      product_ids: many.map((_, nth) => nth + 1),
      prices: many,
      priceGain: many,
      quantities: many,
    })
    expect(answer.status).toBe(422)
  })

  test('a supplier uses a code, its own or another’s', async () => {
    for (const promo_code of ['SARA10', 'YOUSSEF5', 'NOBODY99'])
      expect(
        told(await order({ prices: [110, 75], customer_id: sarasCustomer, promo_code }, { token: shop.tokens.sara })),
      ).toEqual({
        status: 422,
        fields: ['promo_code'],
        message: 'Un fournisseur ne peut pas utiliser de code promo.',
      })
  })

  test('a supplier uses a visitor’s customer, or another supplier’s', async () => {
    for (const [token, customer_id] of [
      [shop.tokens.sara, customer],
      [shop.tokens.youssef, sarasCustomer],
      [shop.tokens.admin, sarasCustomer],
      [undefined, sarasCustomer],
    ] as const)
      expect(
        told(
          await order(
            { prices: token === shop.tokens.admin || !token ? [149.5, 99] : [110, 75], customer_id },
            { token },
          ),
        ),
      ).toMatchObject({
        status: 422,
        fields: ['customer_id'],
      })
  })

  test('a visitor’s customer is older than an hour', async () => {
    const then = shop.now
    shop.pass(60 * 60 * 1000)
    expect(told(await order({}))).toMatchObject({ status: 422, fields: ['customer_id'] })
    shop.now = then
  })

  test('a buyer places it', async () => {
    const answer = await order({}, { token: shop.tokens.karim })
    expect([answer.status, answer.json]).toEqual([
      403,
      { message: 'Vous ne pouvez pas passer des commandes en tant que acheteur.', code: 'buyers_do_not_order' },
    ])
  })
})

describe('what a client says of itself counts for nothing:', () => {
  test('an order sent with totals, a status, a supplier and a role is the order it would have been', async () => {
    const extra = {
      supplierId: shop.ids.sara,
      subtotal: 0,
      gain: 999,
      status: 'livré',
      role: 'admin',
      is_admin: 1,
      Amount: 1,
    }
    const { status, json } = await order({ quantities: [1, 1], ...extra })
    expect([status, json.order.total]).toEqual([201, 268.5])
    const { rows: stored } = await shop.db.execute(sql`
      select status, supplier_id, gain, collected from orders where id = ${json.order.OrderID}`)
    expect(stored).toEqual([{ status: 'pending', supplier_id: null, gain: 0, collected: 26_850 }])
    await forgetOrders()
  })
})

describe('a recipient is refused, under the field that is wrong, when', () => {
  const recipient = { Name: 'Nadia', Phone: '0612345678', Address: '1, rue des Fleurs', City: 'Fès' }
  test.each<[string, object, string]>([
    ['the city is not ours', { City: 'Paris' }, 'City'],
    ['the city is nothing', { City: '' }, 'City'],
    ['the phone has five digits', { Phone: '06123' }, 'Phone'],
    ['the phone has sixteen', { Phone: '0123456789012345' }, 'Phone'],
    ['the phone is a word', { Phone: 'demain' }, 'Phone'],
    ['the name is missing', { Name: undefined }, 'Name'],
    ['the name is a list', { Name: ['Nadia'] }, 'Name'],
    ['the name has a zero byte', { Name: 'a\u0000b' }, 'Name'],
    ['the address has half a character', { Address: 'a\uD800' }, 'Address'],
    ['the e-mail address is none', { Email: 'nadia' }, 'Email'],
  ])('%s', async (_, change, field) => {
    const answer = await shop.call('POST', '/api/customers/create', { body: { ...recipient, ...change } })
    expect(told(answer)).toMatchObject({ status: 422, fields: [field] })
  })
})

describe('a body that is no request is refused in the contract’s shape:', () => {
  const json = { 'content-type': 'application/json' }
  const urls = ['/api/orders/create', '/api/customers/create', '/api/login'] as const

  test.each<[string, Call, number]>([
    ['half a body', { raw: '{"identifier":', headers: json }, 400],
    ['no JSON', { raw: 'bonjour', headers: json }, 400],
    ['a trailing comma', { raw: '{"a":1,}', headers: json }, 400],
    ['two bodies', { raw: '{}{}', headers: json }, 400],
    ['bytes that are no UTF-8', { raw: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22]), headers: json }, 400],
    ['a prototype', { raw: '{"__proto__":{"role":"admin"}}', headers: json }, 400],
    ['a constructor’s prototype', { raw: '{"constructor":{"prototype":{"role":"admin"}}}', headers: json }, 400],
    ['nothing', { raw: '', headers: json }, 422],
    ['nothing of no type', {}, 422],
    ['a null', { raw: 'null', headers: json }, 422],
    ['a list', { raw: '[]', headers: json }, 422],
    ['a number', { raw: '1e999', headers: json }, 422],
    ['a text', { raw: '"bonjour"', headers: json }, 422],
    ['true', { raw: 'true', headers: json }, 422],
    [
      'a form',
      { raw: 'identifier=a&password=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
    ],
    ['plain text', { raw: '{}', headers: { 'content-type': 'text/plain' } }, 415],
    ['XML', { raw: '<a/>', headers: { 'content-type': 'application/xml' } }, 415],
    ['something like JSON', { raw: '{}', headers: { 'content-type': 'application/jsonp' } }, 415],
    ['a type that is none', { raw: '{}', headers: { 'content-type': 'json' } }, 415],
    ['a type of no sense', { raw: '{}', headers: { 'content-type': ';;;' } }, 415],
    ['a body without a type', { raw: '{}', headers: {} }, 415],
    ['a wrong length', { raw: '{}', headers: { ...json, 'content-length': '1' } }, 400],
    ['65 KB', { raw: JSON.stringify({ Name: 'a'.repeat(65 * 1024) }), headers: json }, 413],
    ['five thousand brackets', { raw: `${'['.repeat(5000)}${']'.repeat(5000)}`, headers: json }, 422],
    ['five thousand braces', { raw: `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, headers: json }, 422],
  ])('%s', async (_, call, status) => {
    for (const url of urls) {
      const answer = await shop.call('POST', url, call)
      expect(answer.status, url).toEqual(status)
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      const { message, code, errors, codes, ...others } = answer.json
      expect([message, code, others]).toEqual([expect.any(String), expect.stringMatching(/^[a-z_]+$/), {}])
      expect([typeof errors, typeof codes]).toEqual(status === 422 ? ['object', 'object'] : ['undefined', 'undefined'])
      const lengths = (fields: object) => Object.entries(fields).map(([field, list]) => [field, list.length])
      if (status === 422) expect(lengths(codes)).toEqual(lengths(errors))
    }
  })

  test('brackets inside of every field', async () => {
    const deep = JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`)
    for (const field of ['product_ids', 'prices', 'quantities', 'customer_id', 'promo_code'])
      expect(told(await order({ [field]: deep })).status).toBe(422)
    expect((await order({ product_ids: [deep, milk] })).status).toBe(422)
  })

  test('a password of half characters is only a wrong one', async () => {
    const answer = await shop.call('POST', '/api/login', { body: { identifier: 'F-1001', password: '\uD800\u0000' } })
    expect(answer.status).toBe(401)
  })

  test('zero bytes and half characters anywhere else', async () => {
    for (const odd of ['a\u0000b', '\uD800', '\u0000']) {
      expect((await order({ promo_code: odd })).status).toBe(422)
      expect((await shop.call('POST', '/api/login', { body: { identifier: odd, password: 'x' } })).status).toBe(422)
    }
  })

  test('a status that is no status', async () => {
    const url = '/api/admin/orders/1/tracking'
    for (const CurrentStatus of [null, 1, {}, [], '', 'livre', 'en attente ', 'a\u0000'])
      expect((await shop.call('PUT', url, { token: shop.tokens.admin, body: { CurrentStatus } })).status).toBe(422)
  })
})

describe('whatever is sent to whatever call,', () => {
  const hostile = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom<unknown>(
      0,
      -0,
      -1,
      2 ** 31,
      2 ** 53,
      1e308,
      0.1,
      '',
      ' ',
      '\u0000',
      '\uD800',
      '%00',
      null,
      true,
      [],
      {},
    ),
    fc.constantFrom<unknown>("'; drop table orders; --", '{{7*7}}', '../../etc/passwd', '\r\nX-A: b', '__proto__'),
  )
  const fields = [
    ...['product_ids', 'prices', 'priceGain', 'quantities', 'customer_id', 'promo_code'],
    ...[
      'Name',
      'Phone',
      'Address',
      'City',
      'Email',
      'identifier',
      'password',
      'CurrentStatus',
      'Reason',
      'PaymentStatus',
    ],
  ]
  const body = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.dictionary(fc.constantFrom(...fields), fc.oneof(hostile, fc.array(hostile, { maxLength: 3 }))),
    },
    { weight: 2, arbitrary: nearlyGood() },
    { weight: 1, arbitrary: hostile },
  )
  const part = fc.oneof(
    fc.constantFrom(
      '1',
      '0',
      '-1',
      '2147483648',
      '9007199254740993',
      '%00',
      '%',
      '%E0',
      '%2e%2e',
      '..',
      '',
      'null',
      '1;2',
      '*',
    ),
    fc.string({ unit: 'binary', maxLength: 12 }).map((text) => encodeURIComponent(text.toWellFormed())),
  )
  const query = fc.option(
    fc.array(
      fc.tuple(fc.constantFrom('page', 'per_page', 'search', 'status', 'days', 'sort', 'summary', '__proto__'), part),
      { maxLength: 3 },
    ),
    { nil: [] },
  )

  test('it never fails on our side, and says so in the contract’s shape when it is refused', async () => {
    const routes = shop.first.app.guardedRoutes
      .flatMap(({ method, url }) => [method].flat().map((each) => ({ method: each, url })))
      // Hashing is slow, and a line of its own.
      .filter(
        ({ url, method }) =>
          url !== '/api/login' && url !== '/catalogue.pdf' && method !== 'HEAD' && method !== 'TRACE',
      )
    const tokens = fc.constantFrom(undefined, shop.tokens.sara, shop.tokens.admin, 'x')
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...routes), part, query, body, tokens, async (route, id, asked, sent, token) => {
        if (route.url === '/api/logout' && token !== 'x') return
        const search = asked.map(([name, value]) => `${name}=${value}`).join('&')
        const url = `${route.url.replace(/:\w+|\*/, id)}${search ? `?${search}` : ''}`
        const call = route.method === 'GET' ? { token } : { token, body: sent ?? null }
        const answer = await shop.call(route.method, url, call)
        expect([route.method, url, answer.status < 500]).toEqual([route.method, url, true])
        if (answer.status < 400) return
        expect(typeof answer.json.message).toBe('string')
        expect('errors' in answer.json).toBe(answer.status === 422)
        expect(answer.headers['x-content-type-options']).toBe('nosniff')
      }),
      { numRuns: 1500, endOnFailure: true },
    )
    await forgetOrders()
  })

  /** A good order with one thing wrong. */
  function nearlyGood() {
    return fc.tuple(fc.constantFrom(...fields.slice(0, 6)), hostile, fc.nat(1)).map(([field, odd, at]) => {
      const sent: Record<string, unknown> = good()
      const before = sent[field]
      sent[field] = Array.isArray(before) ? before.with(at, odd) : odd
      return sent
    })
  }
})
