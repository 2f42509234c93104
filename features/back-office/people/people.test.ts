import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nextCustomId, storeAccount } from '#features/accounts/index.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop
let loubna: AccountId

const RIB = '007780000123456789012345'

async function addAccount(role: 'supplier' | 'buyer', name: string, fields: { phone?: string; rib?: string } = {}) {
  const { phone = '0661204518', rib = null } = fields
  const customId = await nextCustomId(shop.db, role)
  const email = `${randomBytes(5).toString('hex')}@mail.example`
  const promoCode = role === 'supplier' ? randomBytes(5).toString('hex').toUpperCase() : null
  const account = { customId, role, name, email, phone, address: '3, rue Haute', passwordHash: null, promoCode, rib }
  return storeAccount(shop.db, account, shop.now)
}

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  loubna = await addAccount('supplier', 'Loubna Chraïbi', { phone: '0768932450', rib: RIB })
  await shop.db.execute(sql`
    insert into accounts (custom_id, role, name, email, phone, address, created_at, search)
    select 'F-' || n, 'supplier', 'Fournisseur ' || n, 'f' || n || '@mail.example', '0699999999', 'Fès', now(),
      'f-' || n || ' fournisseur ' || n || ' f' || n || '@mail.example 0699999999'
    from generate_series(5001, 5025) as n`)
})

afterAll(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
  await shop.close()
})

const get = (path: string) => shop.call('GET', `/api${path}`, { token: shop.tokens.admin })
const put = (path: string, body?: object) => shop.call('PUT', `/api${path}`, { token: shop.tokens.admin, body })
const post = (path: string, body?: object) => shop.call('POST', `/api${path}`, { token: shop.tokens.admin, body })

const namesIn = ({ json }: { json: { data: { name: string }[] } }) => json.data.map(({ name }) => name)
const linesOf = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .slice(0, -1)

describe('the list of suppliers', () => {
  test('has what is known of each, newest first', async () => {
    const answer = await get('/admin/suppliers?search=loubna')
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        data: [
          {
            id: loubna,
            custom_id: 'F-1003',
            name: 'Loubna Chraïbi',
            email: expect.stringContaining('@mail.example'),
            phone: '0768932450',
            address: '3, rue Haute',
            grade: 'Bronze',
            gainsUser: 0,
            created_at: shop.now.toISOString(),
            is_deleted: false,
            orders: 0,
            delivery_rate: null,
            last_order_at: null,
          },
        ],
        current_page: 1,
        last_page: 1,
        per_page: 10,
        total: 1,
      },
    ])
    expect(namesIn(await get('/admin/suppliers'))[0]).toBe('Fournisseur 5025')
  })

  test('counts as earned what was delivered and not lost, and grades by it', async () => {
    const id = await shop.addProduct({ user: 5000, distributor: 2000 })
    for (const [status, payment] of [
      ['livré', 'payé'],
      ['livré', null],
      ['livré', 'annulé'],
      ['en transit', null],
    ] as const) {
      const customer_id = await shop.addCustomer({}, { token: shop.tokens.sara })
      const body = { product_ids: [id], prices: [2000], priceGain: [5000], quantities: [1], customer_id }
      const { OrderID } = (await shop.call('POST', '/api/orders/create', { token: shop.tokens.sara, body })).json.order
      expect((await put(`/admin/orders/${OrderID}/tracking`, { CurrentStatus: status })).status).toBe(200)
      if (payment) await put(`/admin/orders/${OrderID}/payment-status`, { PaymentStatus: payment })
    }
    const [sara] = (await get('/admin/suppliers?search=Nom sara')).json.data
    expect([sara.gainsUser, sara.grade]).toEqual([6000, 'Argent'])
    expect((await get(`/suppliers/${shop.ids.sara}`)).json.gainsUser).toBe(6000)
  })

  test.each([
    ['a name without its accents, in capitals', 'CHRAIBI'],
    ['an identifier', 'f-1003'],
    ['a phone as it is kept', '0768932450'],
    ['a phone as the page writes it', '07 68 93 24 50'],
    ['a phone with the country’s code', '+212 7 68 93-24-50'],
    ['a phone dialled from abroad', '00212768932450'],
    ['a part of a phone', '68 93'],
  ])('finds by %s', async (_, typed) => {
    expect(namesIn(await get(`/admin/suppliers?search=${encodeURIComponent(typed)}`))).toEqual(['Loubna Chraïbi'])
  })

  test('finds by e-mail address, and nothing by signs that a database would read as its own', async () => {
    expect(namesIn(await get('/admin/suppliers?search=YOUSSEF@shop.example'))).toEqual(['Nom youssef'])
    for (const typed of ['%', '_', '\\', '%25%25', 'loubna%'])
      expect((await get(`/admin/suppliers?search=${encodeURIComponent(typed)}`)).json.total).toBe(0)
  })

  test('tells the active from the banned', async () => {
    expect((await shop.call('DELETE', `/api/admin/user/${loubna}`, { token: shop.tokens.admin })).status).toBe(200)
    const banned = await get(`/admin/suppliers?status=banni`)
    expect([namesIn(banned), banned.json.data[0].is_deleted]).toEqual([['Loubna Chraïbi'], true])
    expect((await get('/admin/suppliers?status=actif')).json.total).toBe(27)
    expect((await get('/admin/suppliers')).json.total).toBe(28)
    expect((await post(`/admin/user/${loubna}/restore`)).status).toBe(200)
    expect((await get('/admin/suppliers?status=banni')).json.total).toBe(0)
  })

  test('has pages that are the list, whichever end they are read from', async () => {
    const all = (await get('/admin/suppliers?per_page=100')).json.data
    const paged = []
    for (const page of [1, 2, 3, 4]) paged.push(...(await get(`/admin/suppliers?per_page=7&page=${page}`)).json.data)
    expect(paged).toEqual(all)
    expect((await get('/admin/suppliers?per_page=7&page=5')).json).toMatchObject({ data: [], last_page: 4, total: 28 })
    const oldest = (await get('/admin/suppliers?per_page=100&sort=created_at')).json.data
    expect(oldest).toEqual(all.toReversed())
  })

  test.each(['status=livré', 'status=', 'sort=name', 'sort=', 'page=0', 'per_page=101'])(
    'refuses %s',
    async (query) => {
      const answer = await get(`/admin/suppliers?${query}`)
      expect([answer.status, Object.keys(answer.json.errors)]).toEqual([422, [query.split('=')[0]]])
    },
  )
})

describe('the list of customers', () => {
  beforeAll(async () => {
    await shop.addCustomer({ name: 'Zineb Aït Taleb', phone: '0655443322' }, { token: shop.tokens.youssef })
    await shop.addCustomer({ name: '=1+1', phone: '0700000001' })
  })

  test('has whose customer each is, and null for a visitor’s', async () => {
    const [visitor, ofYoussef] = (await get('/admin/customers')).json.data
    expect(visitor).toEqual({
      CustomerID: expect.any(Number),
      SupplierCustomID: null,
      Name: '=1+1',
      Phone: '0700000001',
      Address: '1, rue des Fleurs',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect([ofYoussef.Name, ofYoussef.SupplierCustomID]).toEqual(['Zineb Aït Taleb', 'F-1002'])
  })

  test.each(['ait taleb', 'ZINEB', '06 55 44', 'F-1002', 'f-1002'])('finds by %s', async (typed) => {
    const { data, total } = (await get(`/admin/customers?search=${encodeURIComponent(typed)}`)).json
    expect([total, data.map(({ Name }: { Name: string }) => Name)]).toEqual([1, ['Zineb Aït Taleb']])
  })

  test('is sorted by its date alone', async () => {
    expect((await get('/admin/customers?sort=Name')).status).toBe(422)
  })

  test('is exported as it is filtered, and no cell of it is a formula', async () => {
    const answer = await get(`/admin/customers.csv?search=${encodeURIComponent('=1+1')}`)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="clients.csv"')
    expect(linesOf(answer.text)).toEqual([
      'N°;Fournisseur;Nom;Téléphone;Adresse;Créé le',
      expect.stringMatching(/^\d+;;'=1\+1;07 00 00 00 01;1, rue des Fleurs;\d\d\/\d\d\/\d{4} \d\d:\d\d$/),
    ])
  })

  test('is exported whole, however long, without a row twice', async () => {
    await shop.db.execute(sql`
      insert into customers (name, phone, address, city, created_at, search)
      select 'Longue liste ' || n, '0612345678', 'Rabat', 'Rabat', now(), 'longue liste ' || n
      from generate_series(1, 2500) as n`)
    const lines = linesOf((await get('/admin/customers.csv?search=longue')).text).slice(1)
    expect(new Set(lines.map((line) => line.split(';')[0])).size).toBe(2500)
    expect(lines.length).toBe(2500)
  })
})

describe('the lists of money', () => {
  beforeAll(async () => {
    await addAccount('buyer', 'Laïla Tazi', { phone: '0671928364' })
    for (const amount of [5000, 10_000, 15_000])
      await shop.call('POST', '/api/buyer/request-stock', { token: shop.tokens.karim, body: { amount } })
    const [, second, first] = (await get('/admin/get-all-purchases')).json
    await put(`/approve-request/${first.id}`)
    await put(`/admin/reject-request/${second.id}`, { reason: 'Virement non reçu' })
    await put('/admin/sell-stock', { buyer_id: shop.ids.karim, amount: 1234.5 })
    await shop.db.execute(sql`update accounts set rib = ${RIB} where id in (${shop.ids.karim}, ${shop.ids.sara})`)
    await shop.call('POST', '/api/buyer/request-withdrawal', { token: shop.tokens.karim })
    await shop.call('POST', '/api/withdraw', { token: shop.tokens.sara, body: { gain: 6000 } })
  })

  const amountsIn = (rows: { amount: number }[]) => rows.map(({ amount }) => amount)

  test('purchases: those to decide come first, or in order of their dates; filtered by status and buyer', async () => {
    expect(amountsIn((await get('/admin/get-all-purchases')).json)).toEqual([15_000, 10_000, 5000])
    expect(amountsIn((await get('/admin/get-all-purchases?page=1')).json.data)).toEqual([15_000, 10_000, 5000])
    const oldest = await get('/admin/get-all-purchases?page=1&per_page=2&sort=created_at')
    expect(amountsIn(oldest.json.data)).toEqual([5000, 10_000])
    expect(oldest.json).toMatchObject({ current_page: 1, last_page: 2, per_page: 2, total: 3 })
    const refused = await get(`/admin/get-all-purchases?page=1&status=${encodeURIComponent('refusé')}`)
    expect(refused.json.data).toEqual([
      {
        id: expect.any(Number),
        amount: 10_000,
        status: 'refusé',
        user: { name: 'Nom karim' },
        created_at: shop.now.toISOString(),
      },
    ])
    expect((await get('/admin/get-all-purchases?page=1&search=laila')).json.total).toBe(0)
    for (const query of ['status=payé', 'sort=amount', 'page=x'])
      expect((await get(`/admin/get-all-purchases?${query}`)).status).toBe(422)
  })

  test('purchases: all at once are in the same order as their pages', async () => {
    for (const sort of ['status', '-created_at', 'created_at']) {
      const all = (await get(`/admin/get-all-purchases?sort=${sort}`)).json
      const { data } = (await get(`/admin/get-all-purchases?per_page=100&page=1&sort=${sort}`)).json
      expect(all, sort).toEqual(data)
    }
  })

  test('purchases: exported as they are filtered', async () => {
    const lines = linesOf((await get(`/admin/purchases.csv?status=${encodeURIComponent('approuvé')}`)).text)
    expect(lines).toEqual([
      'N°;Demandé le;Acheteur;Montant (DH);Statut',
      expect.stringMatching(/^\d+;20\/11\/2026 \d\d:00;Nom karim;5000,00;approuvé$/),
    ])
  })

  test('withdrawals: filtered by status and person, with what waits as a sum', async () => {
    const all = (await get('/withdrawals')).json
    expect(all).toEqual({
      data: [
        {
          id: expect.any(Number),
          amount: 6000,
          status: 'en attente',
          user: { custom_id: 'F-1001', name: 'Nom sara', phone: '0600000000', role: 'supplier' },
          rib: RIB,
          rib_changed_at: null,
          created_at: shop.now.toISOString(),
        },
        expect.objectContaining({ amount: 1234.5, user: expect.objectContaining({ role: 'buyer' }) }),
      ],
      total_pages: 1,
      current_page: 1,
      total: 2,
    })
    expect((await get('/admin/withdrawals/summary')).json).toEqual({ count: 2, amount: 7234.5 })
    await put(`/admin/buyer/approve-withdrawal/${all.data[1].id}`, { reference: 'VIR 7' })
    expect((await get('/admin/withdrawals/summary')).json).toEqual({ count: 1, amount: 6000 })
    expect(amountsIn((await get('/withdrawals?sort=created_at')).json.data)).toEqual([1234.5, 6000])
    expect(amountsIn((await get('/withdrawals?per_page=1&page=2')).json.data)).toEqual([1234.5])
    const approved = await get(`/withdrawals?status=${encodeURIComponent('approuvé')}&search=B-2001`)
    expect(amountsIn(approved.json.data)).toEqual([1234.5])
    expect((await get('/withdrawals?search=sara&status=refus%C3%A9')).json).toMatchObject({ data: [], total: 0 })
    for (const query of ['status=livré', 'sort=amount']) expect((await get(`/withdrawals?${query}`)).status).toBe(422)
  })

  test('withdrawals: an export to pay from, whose RIBs no spreadsheet takes for numbers', async () => {
    const lines = linesOf((await get('/admin/withdrawals.csv?search=karim')).text)
    expect(lines[1]).toMatch(
      /^\d+;20\/11\/2026 \d\d:00;B-2001;Nom karim;06 00 00 00 00;acheteur;1234,50;approuvé;RIB 007 780 0001234567890123 45;VIR 7;;20\/11\/2026 \d\d:00$/,
    )
  })

  test('buyers: newest first, found without accents, exported', async () => {
    expect(namesIn(await get('/admin/buyers'))).toEqual(['Laïla Tazi', 'Nom karim'])
    expect(namesIn(await get('/admin/buyers?sort=created_at'))).toEqual(['Nom karim', 'Laïla Tazi'])
    expect(namesIn(await get('/admin/buyers?search=LAILA'))).toEqual(['Laïla Tazi'])
    expect((await get('/admin/buyers?sort=name')).status).toBe(422)
    expect(linesOf((await get('/admin/buyers.csv?search=karim')).text)[1]).toBe(
      'B-2001;Nom karim;karim@shop.example;06 00 00 00 00;Rabat;5000,00;1234,50;3765,50',
    )
  })

  test('suppliers: exported with what they earned', async () => {
    expect(linesOf((await get('/admin/suppliers.csv?search=Nom sara')).text)).toEqual([
      'Identifiant;Nom;Créé le;E-mail;Téléphone;Adresse;Grade;Gains (DH);État',
      expect.stringMatching(
        /^F-1001;Nom sara;20\/11\/2026 \d\d:00;sara@shop\.example;06 00 00 00 00;Rabat;Argent;6000,00;actif$/,
      ),
    ])
    expect(linesOf((await get('/admin/suppliers.csv?status=banni')).text).length).toBe(1)
    expect((await get('/admin/suppliers.csv?status=x')).status).toBe(422)
  })
})

describe('what the admin does to people and money is written down in the admin’s name:', () => {
  const lastEntry = async () => {
    const { rows } = await shop.db.execute<Record<string, unknown>>(sql`
      select actor_id as actor, subject, act, before, after from audit_entries order by id desc limit 1`)
    return rows[0]!
  }

  const requestStock = async () =>
    (await shop.call('POST', '/api/buyer/request-stock', { token: shop.tokens.karim, body: { amount: 5000 } })).json
      .purchase.id
  const requestSold = async () => {
    await put('/admin/sell-stock', { buyer_id: shop.ids.karim, amount: 10 })
    return (await shop.call('POST', '/api/buyer/request-withdrawal', { token: shop.tokens.karim })).json.withdrawal.id
  }
  const gainsRequest = async () =>
    (await get('/withdrawals?search=sara')).json.data.find(({ status }: { status: string }) => status === 'en attente')
      .id

  const acts: readonly [string, () => Promise<{ status: number }>, object][] = [
    [
      'a ban',
      () => shop.call('DELETE', `/api/admin/user/${loubna}`, { token: shop.tokens.admin }),
      { subject: 'account', act: 'changed', before: { banned_at: null } },
    ],
    [
      'a restoration',
      () => post(`/admin/user/${loubna}/restore`),
      { subject: 'account', act: 'changed', after: { banned_at: null } },
    ],
    [
      'an approved purchase',
      async () => put(`/approve-request/${await requestStock()}`),
      { subject: 'purchase', act: 'changed', before: { status: 'pending' }, after: { status: 'approved' } },
    ],
    [
      'a refused purchase',
      async () => put(`/admin/reject-request/${await requestStock()}`, { reason: 'Non' }),
      { subject: 'purchase', act: 'changed', after: { status: 'refused', reason: 'Non' } },
    ],
    [
      'a sale',
      () => put('/admin/sell-stock', { buyer_id: shop.ids.karim, amount: 12.5 }),
      { subject: 'sale', act: 'created', after: { amount: 1250 } },
    ],
    [
      'an approved withdrawal of a buyer',
      async () => put(`/admin/buyer/approve-withdrawal/${await requestSold()}`, { reference: 'VIR 8' }),
      { subject: 'withdrawal', act: 'changed', after: { status: 'approved', reference: 'VIR 8' } },
    ],
    [
      'a refused withdrawal of a buyer',
      async () => post(`/admin/withdrawals/${await requestSold()}/reject`, { reason: 'RIB' }),
      { subject: 'withdrawal', act: 'changed', after: { status: 'refused', reason: 'RIB' } },
    ],
    [
      'a refused withdrawal of a supplier',
      async () => post(`/admin/withdrawals/${await gainsRequest()}/reject`, { reason: 'RIB' }),
      { subject: 'withdrawal', act: 'changed', after: { status: 'refused' } },
    ],
    [
      'an approved withdrawal of a supplier',
      async () => {
        await shop.call('POST', '/api/withdraw', { token: shop.tokens.sara, body: { gain: 6000 } })
        return post(`/admin/withdrawals/${await gainsRequest()}/approve`, {})
      },
      { subject: 'withdrawal', act: 'changed', after: { status: 'approved' } },
    ],
    [
      'an invitation',
      () => post('/admin/buyers', { name: 'Rim', email: 'rim@mail.example', phone: '0611111111', address: 'Safi' }),
      { subject: 'account', act: 'created', after: { role: 'buyer', name: 'Rim' } },
    ],
    [
      'an announcement',
      () => post('/admin/announcement', { title: 'Fermé', message: 'Lundi' }),
      { subject: 'announcement', act: 'created', after: { title: 'Fermé', message: 'Lundi', is_active: true } },
    ],
    [
      'an announcement switched off',
      async () => {
        const [newest] = (await post('/admin/allannouncement')).json
        return put(`/admin/announcement/${newest.id}/toggle-active`)
      },
      { subject: 'announcement', act: 'changed', before: { is_active: true }, after: { is_active: false } },
    ],
  ]

  test.each(acts)('%s', async (_, act, written) => {
    const { status } = await act()
    expect([200, 201]).toContain(status)
    expect(await lastEntry()).toMatchObject({ actor: shop.ids.admin, ...written })
  })
})

test('the list of suppliers counts two orders that became one once, as the delivery rates do', async () => {
  const id = await shop.addProduct({ user: 50, distributor: 20 })
  const order = async (): Promise<number> => {
    const token = shop.tokens.youssef
    const customer_id = await shop.addCustomer({ phone: '0668445566' }, { token })
    const body = { product_ids: [id], prices: [20], priceGain: [50], quantities: [1], customer_id }
    return (await shop.call('POST', '/api/orders/create', { token, body })).json.order.OrderID
  }
  const [kept, other] = [await order(), await order()]
  const path = `/confirmation/${kept}/merge`
  const { digest } = (await post(`${path}?preview=1`, { other })).json
  expect((await post(path, { other, digest })).status).toBe(200)
  await put(`/admin/orders/${kept}/tracking`, { CurrentStatus: 'livré' })
  const [youssef] = (await get('/admin/suppliers?search=Nom youssef')).json.data
  expect([youssef.orders, youssef.delivery_rate]).toEqual([1, 100])
})
