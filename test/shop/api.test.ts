import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { localDay } from '#platform/kernel/time.ts'
import { openTestShop, PASSWORD, type TestShop } from '../test-app.ts'

let shop: TestShop
let cream: ProductId
let milk: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  cream = await shop.addProduct({ name: 'Crème', user: 149.5, distributor: 110, stock: 500 })
  milk = await shop.addProduct({ name: 'Lait', user: 99, distributor: 75, stock: 500 })
})

afterAll(() => shop.close())

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

const get = (url: string, token?: string) => shop.call('GET', url, { token })

/** Two creams and a milk: the example that every figure is known of. */
async function order({ token, city = 'Casablanca', code }: { token?: string; city?: string; code?: string } = {}) {
  const isSupplier = token === shop.tokens.sara || token === shop.tokens.youssef
  const body = {
    product_ids: [cream, milk],
    prices: isSupplier ? [110, 75] : [149.5, 99],
    priceGain: [149.5, 99],
    quantities: [2, 1],
    customer_id: await shop.addCustomer({ city }, { token }),
    promo_code: code,
  }
  return shop.call('POST', '/api/orders/create', { token, body })
}

const idOf = (answer: Awaited<ReturnType<typeof order>>): OrderId => answer.json.order.OrderID

describe('log-in', () => {
  test('tells a browser who logged in, and nothing else', async () => {
    const answer = await shop.call('POST', '/api/login', { body: { identifier: 'f-1001', password: PASSWORD } })
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: {
        id: shop.ids.sara,
        custom_id: 'F-1001',
        name: 'Nom sara',
        email: 'sara@shop.example',
        phone: '0600000000',
        address: 'Rabat',
        role: 'supplier',
        is_admin: 0,
        is_active: 1,
      },
    })
    expect(answer.headers['cache-control']).toMatch(/no-store/)
  })

  test('says of an admin that it is one', async () => {
    const answer = await shop.call('POST', '/api/login', {
      body: { identifier: 'ADMIN@SHOP.example', password: PASSWORD },
    })
    expect(answer.json.user).toMatchObject({ role: 'admin', is_admin: 1, is_active: 1 })
  })

  test.each([
    ['a wrong password', { identifier: 'F-1001', password: 'autre chose' }],
    ['an unknown identifier', { identifier: 'F-9999', password: PASSWORD }],
    ['a promo code for an identifier', { identifier: 'SARA10', password: PASSWORD }],
    ['a phone for an identifier', { identifier: '0600000000', password: PASSWORD }],
    ['a pattern for an identifier', { identifier: '%', password: PASSWORD }],
    ['a password with a space more', { identifier: 'F-1001', password: `${PASSWORD} ` }],
  ])('refuses %s in the same words', async (_, body) => {
    const answer = await shop.call('POST', '/api/login', { body })
    expect([answer.status, answer.json]).toEqual([
      401,
      { message: 'These credentials do not match our records.', code: 'wrong_credentials' },
    ])
  })

  test('names each missing field', async () => {
    const answer = await shop.call('POST', '/api/login', { body: { password: '' } })
    expect([answer.status, answer.json]).toEqual([
      422,
      {
        message: 'The identifier field is required.',
        code: 'required',
        errors: {
          identifier: ['The identifier field is required.'],
          password: ['The password field is required.'],
        },
        codes: { identifier: ['required'], password: ['required'] },
      },
    ])
    expect((await shop.call('POST', '/api/login')).status).toBe(422)
  })

  test('for a known and an unknown identifier costs the same number of hashes and gives the same bytes', async () => {
    const { hashing } = shop.first
    const attempt = async (identifier: string) => {
      const before = hashing.hashes
      const { status, text, headers } = await shop.call('POST', '/api/login', {
        body: { identifier, password: 'autre chose' },
      })
      return { status, text, headers: { ...headers, date: '', 'x-request-id': '' }, hashes: hashing.hashes - before }
    }
    const [known, unknown] = [await attempt('sara@shop.example'), await attempt('personne@shop.example')]
    expect(known).toEqual(unknown)
    expect(known.hashes).toBe(1)
  })

  test('out: the token is dead at once, the others live on', async () => {
    const token = await shop.logIn('karim')
    const other = await shop.logIn('karim')
    expect((await shop.call('POST', '/api/logout', { token })).status).toBe(204)
    expect((await shop.call('POST', '/api/logout', { token })).status).toBe(401)
    expect(
      (
        await shop.call('POST', '/api/logout', {
          token: other,
          raw: '',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(204)
    await shop.logIn('karim')
  })

  test('keeps no token and no password that could be read', async () => {
    const { rows } = await shop.db.execute<{ all: string }>(sql`
      select (select string_agg(s::text, '') from sessions s) || (select string_agg(a::text, '') from accounts a) as all`)
    expect(rows[0]!.all).not.toContain(shop.tokens.sara)
    expect(rows[0]!.all).not.toContain(PASSWORD)
  })
})

describe('the catalogue', () => {
  const wire = (id: ProductId, name: string, user: number) => ({
    ProductID: id,
    Name: name,
    Description: `${name}, douce.`,
    user_price: user,
    StockQuantity: expect.any(Number),
    Category: 'Cosmetique',
    image: 'products/a.webp',
  })

  test('is three lists, each of its category', async () => {
    const pill = await shop.addProduct({ name: 'Spiruline', category: 'supplement' })
    const box = await shop.addProduct({ name: 'Coffret', category: 'pack' })
    const lists = await Promise.all(
      ['/api/Produit-alimentaire', '/api/cosmetique', '/api/packs'].map((url) => get(url)),
    )
    expect(lists.map(({ json }) => json.map((each: { ProductID: number }) => each.ProductID))).toEqual([
      [pill],
      [cream, milk],
      [box],
    ])
    expect(lists.map(({ json }) => json[0].Category)).toEqual(['Complément', 'Cosmetique', 'Packs'])
    expect(lists[1]!.json).toEqual([wire(cream, 'Crème', 149.5), wire(milk, 'Lait', 99)])
  })

  test('answers one product, and 404 for what no product is', async () => {
    const texts = { Benefit: null, Usage: null, Highlights: null, Precautions: null }
    expect((await get(`/api/products/${cream}`)).json).toEqual({
      ...texts,
      images: ['products/a.webp'],
      ...wire(cream, 'Crème', 149.5),
    })
    for (const id of ['999999', '0', '-1', '1.5', '2147483648', '9007199254740993', '1e3', 'abc', '%00', '１'])
      expect((await get(`/api/products/${encodeURI(id)}`)).status, id).toEqual(404)
  })

  test('shows at most four similar ones, those that can be bought first, never the product itself', async () => {
    const gone = await shop.addProduct({ name: 'Épuisé', category: 'supplement', stock: 0 })
    const ids = [] as ProductId[]
    for (const name of ['A', 'B', 'C', 'D']) ids.push(await shop.addProduct({ name, category: 'supplement' }))
    const { json } = await get(`/api/same-category-products/${ids[0]}`)
    expect(Object.keys(json)).toEqual(['products'])
    const shown = json.products.map((each: { ProductID: number }) => each.ProductID)
    expect(shown).toHaveLength(4)
    expect(shown).not.toContain(ids[0])
    expect(shown).not.toContain(gone)
    expect((await get('/api/same-category-products/999999')).status).toBe(404)
  })

  test('shows distributor prices to suppliers and admins, and to nobody else', async () => {
    const canary = await shop.addProduct({ name: 'Canari', user: 88_888.88, distributor: 77_777.77, category: 'pack' })
    const urls = ['/api/packs', `/api/products/${canary}`, `/api/same-category-products/${canary}`]
    for (const url of urls)
      for (const [token, sees] of [
        [undefined, false],
        [shop.tokens.karim, false],
        ['inconnu', false],
        [shop.tokens.sara, true],
        [shop.tokens.admin, true],
        [shop.tokens.youssef, true],
      ] as const) {
        const { text, status, headers } = await get(url, token)
        expect([url, token, status, text.includes('distributeur_price')]).toEqual([url, token, 200, sees])
        if (!url.includes('same')) expect(text.includes('77777.77')).toBe(sees)
        expect(headers['cache-control']).toBe('private, no-store')
      }
  })

  test('never tells visitors or buyers what a distributor pays, wherever they ask', async () => {
    const canary = await shop.addProduct({ name: 'Canari', user: 66_666.66, distributor: 55_555.55, stock: 9 })
    const seen: string[] = []
    for (const token of [undefined, shop.tokens.karim]) {
      for (const url of [
        '/api/cosmetique',
        `/api/products/${canary}`,
        '/api/openapi.json',
        '/api/supplier-from-code/SARA10',
      ])
        seen.push((await get(url, token)).text)
      const body = { product_ids: [canary], priceGain: [66_666.66], quantities: [10] }
      for (const price of [66_666.66, 55_555.55, 1])
        for (const code of [undefined, 'SARA10', 'INCONNU'])
          seen.push(
            (
              await shop.call('POST', '/api/orders/create', {
                token,
                body: { ...body, prices: [price], customer_id: await shop.addCustomer(), promo_code: code },
              })
            ).text,
          )
    }
    expect(seen.filter((text) => /55[\s\u00A0,]?555/.test(text))).toEqual([])
  })
})

describe('a promo code', () => {
  test.each(['SARA10', 'sara10', ' Sara10 '])('« %s » is found', async (code) => {
    const answer = await get(`/api/supplier-from-code/${encodeURIComponent(code)}`)
    expect([answer.status, answer.json]).toEqual([200, { supplier_id: shop.ids.sara, first_name: 'Nom', percent: 5 }])
  })

  test.each(['SARA1', 'SARA100', 'F-1001', '%', '_', 'null', "' or 1=1 --", 'SARA10\u0000'])(
    '« %s » is nobody’s',
    async (code) => {
      const answer = await get(`/api/supplier-from-code/${encodeURIComponent(code)}`)
      expect(answer.text === 'null' || answer.status === 422).toBe(true)
    },
  )
})

describe('the checkout', () => {
  test('keeps who gets the parcel, with the city as it is listed and the phone in digits', async () => {
    const body = {
      Name: ' Nadia ',
      Phone: '+212 6 12-34-56-78',
      Address: '1, rue des Fleurs',
      City: 'FES',
      Email: '',
      SupplierID: shop.ids.sara,
      role: 'admin',
    }
    const answer = await shop.call('POST', '/api/customers/create', { body })
    expect(answer.status).toBe(201)
    expect(answer.json).toEqual({
      customer: {
        CustomerID: expect.any(Number),
        Name: 'Nadia',
        Phone: '0612345678',
        Address: '1, rue des Fleurs',
        City: 'Fès',
      },
      key: expect.any(String),
    })
    const { rows } = await shop.db.execute(
      sql`select supplier_id from customers where id = ${answer.json.customer.CustomerID}`,
    )
    expect(rows).toEqual([{ supplier_id: null }])
  })

  test('sends 20 DH cheaper to Casablanca', async () => {
    expect((await order({ city: 'casablanca' })).json.order.delivery_fee).toBe(20)
    expect((await order({ city: 'Rabat' })).json.order.delivery_fee).toBe(35)
  })

  test('answers a visitor', async () => {
    const answer = await order()
    expect(answer.status).toBe(201)
    expect(answer.json).toEqual({
      message: 'Votre commande a été passée avec succès.',
      order: {
        OrderID: expect.any(Number),
        tracking: expect.stringMatching(/^\/suivi\/\d+-[\w-]{22}$/),
        code: expect.stringMatching(/^[A-HJ-NP-Z2-9]{4}$/),
        status: 'en attente',
        subtotal: 398,
        discount: 0,
        delivery_fee: 20,
        total: 418,
      },
    })
  })

  test('answers a visitor with a code, and its supplier earns what is left of the margin', async () => {
    const answer = await order({ code: 'sara10' })
    expect(answer.json.order).toEqual({
      OrderID: expect.any(Number),
      tracking: expect.stringMatching(/^\/suivi\/\d+-[\w-]{22}$/),
      code: expect.stringMatching(/^[A-HJ-NP-Z2-9]{4}$/),
      status: 'en attente',
      subtotal: 398,
      discount: 19.9,
      delivery_fee: 20,
      total: 398.1,
    })
    expect(await stored(idOf(answer))).toMatchObject({ origin: 'promo', gain: 8310, collected: 39_810, code: 'SARA10' })
  })

  test('answers a supplier what to collect and what it earns', async () => {
    const answer = await order({ token: shop.tokens.sara })
    expect(answer.json.order).toEqual({
      OrderID: expect.any(Number),
      tracking: expect.stringMatching(/^\/suivi\/\d+-[\w-]{22}$/),
      status: 'en attente',
      subtotal: 295,
      discount: 0,
      delivery_fee: 20,
      total: 315,
      amount: 418,
      gain: 103,
    })
    expect(await stored(idOf(answer))).toMatchObject({
      origin: 'supplier',
      gain: 10_300,
      collected: 41_800,
      code: null,
    })
  })

  test('lets an admin order as everybody does', async () => {
    const answer = await order({ token: shop.tokens.admin })
    expect(answer.json.order).toMatchObject({ total: 418 })
    expect(Object.keys(answer.json.order)).not.toContain('gain')
    expect(await stored(idOf(answer))).toMatchObject({ origin: 'direct', gain: 0, supplier: null })
  })

  test('takes the dearest order that there can be', async () => {
    const dear = [] as ProductId[]
    for (let nth = 0; nth < 50; nth++)
      dear.push(await shop.addProduct({ user: 999_999.99, distributor: 0.01, category: 'pack' }))
    const prices = dear.map(() => 999_999.99)
    const quantities = dear.map(() => 1000)
    const body = { product_ids: dear, prices, priceGain: prices, quantities, customer_id: await shop.addCustomer() }
    const answer = await shop.call('POST', '/api/orders/create', { token: shop.tokens.admin, body })
    expect([answer.status, answer.json.order?.total]).toEqual([201, 49_999_999_520])
    const list = await get('/api/admin/orders?sort=-Amount&per_page=1', shop.tokens.admin)
    expect(list.json.data[0].payment.Amount).toBe(49_999_999_520)
  })

  test('keeps prices and names: a catalogue that changes changes no order', async () => {
    const id = await shop.addProduct({ name: 'Ancien nom', user: 50, distributor: 40 })
    const body = { product_ids: [id], prices: [50], priceGain: [50], quantities: [1] }
    const answer = await shop.call('POST', '/api/orders/create', {
      body: { ...body, customer_id: await shop.addCustomer() },
    })
    await shop.db.execute(sql`
      update products set name = 'Nouveau nom', user_price = 9000, distributor_price = 9000 where id = ${id}`)
    const list = await get(`/api/admin/orders?search=${idOf(answer)}`, shop.tokens.admin)
    const row = list.json.data.find((each: { OrderID: number }) => each.OrderID === idOf(answer))
    expect(row.order_items[0].product.Name).toBe('Ancien nom')
    expect(row.payment.Amount).toBe(70)
  })

  async function stored(id: OrderId) {
    const { rows } = await shop.db.execute<Record<string, unknown>>(sql`
      select origin, gain, collected, promo_code as code, supplier_id as supplier from orders where id = ${id}`)
    return rows[0]
  }
})

describe('the back office', () => {
  const admin = () => shop.tokens.admin
  const put = (id: OrderId | number, what: string, body: object) =>
    shop.call('PUT', `/api/admin/orders/${id}/${what}`, { token: admin(), body })
  const track = (id: OrderId | number, status: string, more: object = {}) =>
    put(id, 'tracking', { CurrentStatus: status, ...more })
  const pay = (id: OrderId | number, status: string) => put(id, 'payment-status', { PaymentStatus: status })
  const remove = (id: OrderId | number) => shop.call('DELETE', `/api/admin/orders/${id}`, { token: admin() })

  test('lists orders, newest first, each with all that the admin needs', async () => {
    const id = idOf(await order({ code: 'YOUSSEF5', city: 'Fès' }))
    const { json, headers } = await get('/api/admin/orders', admin())
    expect(Object.keys(json)).toEqual(['data', 'current_page', 'last_page', 'per_page', 'total'])
    expect(json).toMatchObject({ current_page: 1, per_page: 10, last_page: Math.ceil(json.total / 10) })
    expect(headers['cache-control']).toMatch(/no-store/)
    expect(json.data[0]).toEqual({
      OrderID: id,
      supplier: { id: shop.ids.youssef, custom_id: 'F-1002', name: 'Nom youssef', phone: '0600000000' },
      customer_info: { Name: 'Nadia', Phone: '0612345678', Address: '1, rue des Fleurs', City: 'Fès' },
      payment: { PaymentStatus: 'en attente', Amount: 413.1, PaymentDate: null },
      order_items: [
        { OrderItemID: expect.any(Number), Quantity: 2, product: { Name: 'Crème' } },
        { OrderItemID: expect.any(Number), Quantity: 1, product: { Name: 'Lait' } },
      ],
      gain: 83.1,
      created_at: shop.now.toISOString(),
      updated_at: shop.now.toISOString(),
      status: 'en attente',
      refusals: 0,
      confirmation: null,
      parcel: null,
    })
    const direct = idOf(await order())
    expect((await get('/api/admin/orders', admin())).json.data[0]).toMatchObject({ OrderID: direct, supplier: null })
  })

  test.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=99999999',
    'page=1&page=2',
    'per_page=0',
    'per_page=101',
    'days=8',
    'days=7.0',
    'status=delivered',
    'sort=name',
    'sort=created_at;drop table orders',
    `search=${'a'.repeat(101)}`,
    'search=%00',
  ])('refuses the question « %s »', async (query) => {
    expect((await get(`/api/admin/orders?${query}`, admin())).status).toBe(422)
  })

  test('gives its dashboard every order that is not deleted', async () => {
    const id = idOf(await order())
    const gone = idOf(await order())
    await remove(gone)
    const { json } = await get('/api/admin/ordersDashbord', admin())
    expect(json.find((each: { OrderID: number }) => each.OrderID === id)).toEqual({
      OrderID: id,
      status: 'en attente',
      payment: { PaymentStatus: 'en attente' },
      created_at: shop.now.toISOString(),
      Amount: 418,
    })
    expect(json.map((each: { OrderID: number }) => each.OrderID)).not.toContain(gone)
  })

  test('counts the same as what it lists', async () => {
    const paid = idOf(await order())
    await track(paid, 'livré')
    await pay(paid, 'payé')
    const delivered = idOf(await order())
    await track(delivered, 'livré')
    await track(idOf(await order()), 'annulé')
    const all = (await get('/api/admin/ordersDashbord', admin())).json as {
      status: string
      payment: { PaymentStatus: string }
      created_at: string
      Amount: number
    }[]
    const summary = (await get('/api/admin/ordersDashbord?summary=1', admin())).json
    const count = (is: (each: (typeof all)[number]) => boolean) => all.filter(is).length
    expect(summary).toEqual({
      total: all.length,
      paid: count((each) => each.payment.PaymentStatus === 'payé'),
      delivered: count((each) => each.status === 'livré'),
      cancelled: count((each) => each.status === 'annulé'),
      awaitingDelivery: count((each) => each.status === 'en attente'),
      awaitingPayment: count((each) => each.status === 'livré' && each.payment.PaymentStatus === 'en attente'),
      perDay: expect.any(Array),
      // All of them are of today.
      last: {
        orders: all.length,
        delivered: count((each) => each.status === 'livré'),
        cancelled: count((each) => each.status === 'annulé'),
        amount: expect.any(Number),
      },
      before: { orders: 0, delivered: 0, cancelled: 0, amount: 0 },
    })
    const days = Map.groupBy(all, (each) => localDay(new Date(each.created_at)))
    expect(summary.perDay).toEqual(
      [...days].toSorted().map(([day, orders]) => ({
        day,
        orders: orders.length,
        amount:
          Math.round(orders.reduce((sum, each) => sum + (each.status === 'annulé' ? 0 : each.Amount * 100), 0)) / 100,
      })),
    )
    expect((await get('/api/admin/ordersDashbord?summary=2', admin())).status).toBe(422)
  })

  test('cuts the days of its counts at midnight in Casablanca, whatever the database knows of it', async () => {
    const now = shop.now
    const midnight = Date.parse('2026-11-10T00:00:00Z')
    for (const at of [midnight - 1, midnight]) {
      shop.now = new Date(at)
      idOf(await order())
    }
    shop.now = now
    const { json } = await get('/api/admin/ordersDashbord?summary=1', admin())
    const days = json.perDay.filter(({ day }: { day: string }) => day === '2026-11-09' || day === '2026-11-10')
    expect(days).toEqual([
      { day: '2026-11-09', orders: 1, amount: 418 },
      { day: '2026-11-10', orders: 1, amount: 418 },
    ])
  })

  test('moves an order as it likes until it is final', async () => {
    const id = idOf(await order())
    for (const status of ['attribué', 'en attente', 'en transit', 'attribué', 'livré']) {
      const answer = await track(id, status)
      expect([answer.status, answer.json]).toEqual([
        200,
        { message: 'Statut mis à jour.', order: { OrderID: id, status, payment: { PaymentStatus: 'en attente' } } },
      ])
    }
    for (const status of ['en attente', 'annulé', 'livré']) expect((await track(id, status)).status).toBe(409)
  })

  test('keeps why an order was cancelled, and asks no reason of other moves', async () => {
    const id = idOf(await order())
    await track(id, 'attribué', { Reason: 'injoignable' })
    expect(await reasonOf(id)).toBe(null)
    await track(id, 'annulé', { Reason: 'refusé à la livraison' })
    expect(await reasonOf(id)).toBe('refused')
    expect((await track(idOf(await order()), 'annulé', { Reason: 'par envie' })).status).toBe(422)
  })

  const reasonOf = async (id: OrderId) =>
    (await shop.db.execute<{ reason: string }>(sql`select cancel_reason as reason from orders where id = ${id}`))
      .rows[0]!.reason

  test('gives pieces back to the shelf when an order is cancelled or deleted', async () => {
    const id = await shop.addProduct({ stock: 10 })
    const body = { product_ids: [id], prices: [149.5], priceGain: [149.5], quantities: [4] }
    const orders = [] as OrderId[]
    for (let nth = 0; nth < 2; nth++)
      orders.push(
        idOf(
          await shop.call('POST', '/api/orders/create', { body: { ...body, customer_id: await shop.addCustomer() } }),
        ),
      )
    expect(await shop.stockOf(id)).toBe(2)
    await track(orders[0]!, 'annulé')
    expect(await shop.stockOf(id)).toBe(6)
    expect((await remove(orders[1]!)).json).toEqual({ message: 'Commande supprimée avec succès.' })
    expect(await shop.stockOf(id)).toBe(10)
  })

  test('deletes only what is waiting, keeps who did it, and finds it no more', async () => {
    const id = idOf(await order())
    await track(id, 'attribué')
    expect((await remove(id)).status).toBe(409)
    await track(id, 'en attente')
    expect((await remove(id)).status).toBe(200)
    for (const again of [await remove(id), await track(id, 'livré'), await pay(id, 'payé')])
      expect(again.status).toBe(404)
    const { rows } = await shop.db.execute(sql`select deleted_by, deleted_at from orders where id = ${id}`)
    expect(rows).toEqual([{ deleted_by: shop.ids.admin, deleted_at: expect.anything() }])
  })

  test('settles the money of delivered orders alone, and dates it', async () => {
    const id = idOf(await order())
    for (const status of ['en attente', 'attribué', 'en transit']) {
      await track(id, status)
      for (const payment of ['payé', 'annulé']) expect((await pay(id, payment)).status).toBe(409)
    }
    await track(id, 'livré')
    shop.pass(1000)
    const answer = await pay(id, 'payé')
    expect(answer.json).toEqual({
      message: 'Paiement mis à jour.',
      order: { OrderID: id, status: 'livré', payment: { PaymentStatus: 'payé' } },
    })
    const row = async () =>
      (await get(`/api/admin/orders?search=${id}`, admin())).json.data.find(
        (each: { OrderID: number }) => each.OrderID === id,
      )
    expect((await row()).payment).toEqual({ PaymentStatus: 'payé', Amount: 418, PaymentDate: shop.now.toISOString() })
    await pay(id, 'annulé')
    expect((await row()).payment).toEqual({ PaymentStatus: 'annulé', Amount: 418, PaymentDate: null })
    for (const wrong of ['en attente', 'paid', '', null]) expect((await pay(id, wrong as string)).status).toBe(422)
    const cancelled = idOf(await order())
    await track(cancelled, 'annulé')
    expect((await pay(cancelled, 'payé')).status).toBe(409)
  })

  test('answers 404 for orders that are not there', async () => {
    for (const id of [999_999, 2 ** 31 - 1, 2 ** 31, '9007199254740993', '0', '-1', 'abc', '1.0']) {
      expect((await track(id as number, 'livré')).status, `${id}`).toEqual(404)
      expect((await pay(id as number, 'payé')).status, `${id}`).toEqual(404)
      expect((await remove(id as number)).status, `${id}`).toEqual(404)
    }
  })
})

describe('beside the calls', () => {
  test('the process says that it lives and that it is ready', async () => {
    expect((await get('/healthz')).json).toEqual({ status: 'ok' })
    await expect
      .poll(async () => (await get('/readyz')).json)
      .toEqual({
        status: 'ok',
        disk: 'ok',
        database: 'up',
        books: { checked_at: null, broken: [], stopped: 0 },
      })
  })

  test('the description of the calls names every one of them', async () => {
    const { json } = await get('/api/openapi.json')
    const described = Object.keys(json.paths)
    for (const path of [
      '/api/login',
      '/api/cosmetique',
      '/api/products/{id}',
      '/api/orders/create',
      '/api/admin/orders',
    ])
      expect(described).toContain(path)
    expect(JSON.stringify(json.paths['/api/orders/create'])).toContain('product_ids')
  })

  test.each(['/api/inconnu', '/api/orders', '/api/admin/orders/1/tracking/2', '/api/', '/api/login/', '/api/..%2f'])(
    '%s is not there, and says so in JSON',
    async (url) => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
        const answer = await shop.call(method, url)
        expect([answer.status, answer.json], method).toEqual([404, { message: 'Not Found', code: 'not_found' }])
        expect(answer.headers['content-type']).toMatch(/^application\/json/)
      }
    },
  )

  test('every answer, good or bad, carries the headers that keep a browser safe', async () => {
    const answers = [
      await get('/api/cosmetique'),
      await get('/api/cosmetique'),
      await get('/api/inconnu'),
      await get('/nulle-part'),
      await get('/api/admin/orders'),
      await get('/api/admin/orders', shop.tokens.karim),
      await get('/api/products/abc'),
      await get('/api/%E0'),
      await shop.call('POST', '/api/login', { raw: '{', headers: { 'content-type': 'application/json' } }),
      await shop.call('POST', '/api/login', { raw: 'a=b', headers: { 'content-type': 'text/plain' } }),
    ]
    for (const { status, headers } of answers)
      expect([headers['x-content-type-options'], headers['x-frame-options']], `${status}`).toEqual(['nosniff', 'DENY'])
  })
})
