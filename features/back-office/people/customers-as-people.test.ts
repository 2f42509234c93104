import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { whileLocked } from '#test/locks.ts'
import { type Instance, openTestShop, type TestAnswer, type TestShop } from '#test/test-app.ts'
import { peopleOfFile } from './person-list.ts'

let shop: TestShop
/** Another copy of the program, so that each side of a race has connections of its own. */
let other: Instance
let goods: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  other = await shop.another()
  await shop.addPeople()
  goods = await shop.addProduct({ user: 100, distributor: 60 })
})

afterAll(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
  await shop.close()
})

const asAdmin = (method: string, path: string, body?: object, instance?: Instance): Promise<TestAnswer> =>
  shop.call(method, `/api/admin${path}`, { token: shop.tokens.admin, body }, instance)
const people = async (search: string) => (await asAdmin('GET', `/people?search=${encodeURIComponent(search)}`)).json
const personOf = async (id: OrderId) => (await asAdmin('GET', `/people/${id}`)).json
const note = (id: OrderId, text: string) => asAdmin('POST', `/people/${id}/notes`, { text })
const anonymise = (phone: string) => asAdmin('POST', '/personal-data/anonymise', { phone })

interface Ordered {
  phone: string
  name?: string
  city?: string
  address?: string
  token?: string
  end?: 'livré' | 'annulé'
  reason?: string
}

async function order({ end, reason, token, ...recipient }: Ordered): Promise<OrderId> {
  const customer_id = await shop.addCustomer({ city: 'Rabat', ...recipient }, { ...(token && { token }) })
  const prices = [token ? 60 : 100]
  const body = { product_ids: [goods], prices, priceGain: [100], quantities: [1], customer_id }
  const { json } = await shop.call('POST', '/api/orders/create', { token, body })
  const id: OrderId = json.order.OrderID
  if (end) {
    const Reason = reason ?? null
    expect((await asAdmin('PUT', `/orders/${id}/tracking`, { CurrentStatus: end, Reason })).status).toBe(200)
  }
  return id
}

const settle = (id: OrderId, PaymentStatus: string) => asAdmin('PUT', `/orders/${id}/payment-status`, { PaymentStatus })

test('people are a file as well: one row each, as the search lists them, no cell a formula', async () => {
  await order({ phone: '0655990001', name: 'Rim Fichier', city: 'Safi' })
  await order({ phone: '0655990002', name: '=1+1 Fichier', city: 'Oujda' })
  await order({ phone: '+212655990001', name: 'Rim Fichier Nouvelle', city: 'Fès', end: 'livré' })
  const answer = await asAdmin('GET', '/people.csv?search=fichier')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="personnes.csv"')
  const rows = answer.text.split('\r\n').map((line) => line.split(';').slice(0, -1).join(';'))
  expect(rows).toEqual([
    '\uFEFFClient;Téléphone;Ville;Commandes;Livrées;Refusées;Dépensé (DH)',
    'Rim Fichier Nouvelle;06 55 99 00 01;Fès;2;1;0;135,00',
    "'=1+1 Fichier;06 55 99 00 02;Oujda;1;0;0;0,00",
    '',
  ])
  const all = (await asAdmin('GET', '/people.csv')).text.split('\r\n').length - 2
  expect(all).toBe((await people('')).total)
  expect((await shop.call('GET', '/api/admin/people.csv', { token: await shop.logIn('sara') })).status).toBe(403)
})

test('whoever orders while the file is sent is in it, by the orders that there were at its beginning', async () => {
  const [first, last] = [
    await order({ phone: '0655990011', name: 'Aya Lente' }),
    await order({ phone: '0655990012', name: 'Badr Lent' }),
  ]
  const load = peopleOfFile(shop.db, 'lent')
  const begun = await load(null, 1)
  await order({ phone: '0655990011', name: 'Aya Lente' })
  const rest = await load(begun[0]!, 10)
  expect([...begun, ...rest].map(({ id }) => id)).toEqual([last, first])
})

describe('a customer is a person:', () => {
  test('five spellings of one phone are one, found by each of them', async () => {
    const spellings = ['06 55 01 02 03', '+212655010203', '00212 655 01 02 03', '655010203', '0655.01.02.03']
    const ids: OrderId[] = []
    for (const [nth, phone] of spellings.entries()) ids.push(await order({ phone, name: `Zoubida ${nth}` }))
    for (const spelling of spellings) {
      const { data, total } = await people(spelling)
      expect([
        total,
        data.map(({ OrderID, orders }: { OrderID: number; orders: number }) => [OrderID, orders]),
      ]).toEqual([1, [[ids[4], 5]]])
    }
    const person = await personOf(ids[0]!)
    expect(person.names).toEqual(['Zoubida 4', 'Zoubida 3', 'Zoubida 2', 'Zoubida 1', 'Zoubida 0'])
    expect(person.placed.map(({ OrderID }: { OrderID: number }) => OrderID)).toEqual(ids.toReversed())
  })

  test('what was delivered, refused at the door and spent is counted; what never came or went is not', async () => {
    const phone = '0655020304'
    const paid = await order({ phone, end: 'livré', token: shop.tokens.sara })
    await settle(paid, 'payé')
    await settle(await order({ phone, end: 'livré' }), 'annulé')
    await order({ phone, end: 'livré', address: '2, rue Neuve', city: 'Casablanca' })
    await order({ phone, end: 'annulé', reason: 'refusé à la livraison' })
    await order({ phone, end: 'annulé', reason: 'injoignable' })
    const last = await order({ phone, token: shop.tokens.youssef })
    await asAdmin('DELETE', `/orders/${await order({ phone })}`)
    const figures = { orders: 6, delivered: 3, refused: 1, spent: 135 + 120 }
    const { data } = await people(phone)
    const { Name, Phone, City } = data[0]
    expect(data).toEqual([{ OrderID: last, Name, Phone, City, last_order_at: shop.now.toISOString(), ...figures }])
    expect([Phone, City]).toEqual([phone, 'Rabat'])
    expect(await personOf(paid)).toMatchObject({
      OrderID: last,
      ...figures,
      addresses: [
        { Address: '1, rue des Fleurs', City: 'Rabat', orders: 5 },
        { Address: '2, rue Neuve', City: 'Casablanca', orders: 1 },
      ],
      suppliers: [
        { custom_id: 'F-1001', name: 'Nom sara', orders: 1 },
        { custom_id: 'F-1002', name: 'Nom youssef', orders: 1 },
      ],
    })
  })

  test('who ordered last comes first, page by page', async () => {
    const ids: OrderId[] = []
    for (const phone of ['0655030401', '0655030402', '0655030401', '0655030403'])
      ids.push(await order({ phone, name: 'Quelqu’un' }))
    const page = (number: number) => asAdmin('GET', `/people?per_page=2&page=${number}`)
    const listed = [...(await page(1)).json.data, ...(await page(2)).json.data]
    expect(listed.slice(0, 3).map(({ OrderID }: { OrderID: number }) => OrderID)).toEqual([ids[3], ids[2], ids[1]])
    const { total } = (await page(1)).json
    expect((await asAdmin('GET', '/people?per_page=100')).json.data).toHaveLength(total)
    const { rows } = await shop.db.execute(
      sql`select count(distinct phone)::int as phones from orders where deleted_at is null`,
    )
    expect(rows).toEqual([{ phones: total }])
  })

  test('an Arabic name is found, and so is one of an earlier order; a piece of nothing finds nobody', async () => {
    await order({ phone: '0655040501', name: 'فاطمة الزهراء' })
    const last = await order({ phone: '0655040501', name: 'Fatima Zahra Ouazzani' })
    for (const typed of ['فاطمة', 'ouazzani', 'FATIMA zahra'])
      expect(
        (await people(typed)).data.map(({ OrderID }: { OrderID: number }) => OrderID),
        typed,
      ).toEqual([last])
    for (const typed of ['%', '_', 'personne de ce nom']) expect((await people(typed)).total).toBe(0)
  })

  test('an order that another took up is not counted again', async () => {
    const phone = '0655050601'
    const ids = [await order({ phone }), await order({ phone })] as const
    const path = `/api/confirmation/${ids[0]}/merge`
    const ask = (url: string, body: object) => shop.call('POST', url, { token: shop.tokens.admin, body })
    const { digest } = (await ask(`${path}?preview=1`, { other: ids[1] })).json
    expect((await ask(path, { other: ids[1], digest })).status).toBe(200)
    expect((await people(phone)).data).toMatchObject([{ OrderID: ids[0], orders: 1 }])
  })

  test('those who were forgotten are not one giant person, and whoever typed their number is somebody', async () => {
    const { total } = (await asAdmin('GET', '/people')).json
    const ids = [
      await order({ phone: '0655060701', end: 'annulé' }),
      await order({ phone: '0655060702', end: 'annulé' }),
    ] as const
    await shop.db.execute(
      sql`update orders set phone = '0000000000', name = 'Zineb', search = 'zineb 0000000000' where id = ${ids[1]}`,
    )
    await shop.db.execute(sql`update customers set phone = '0000000000', name = 'Zineb' where phone = '0655060702'`)
    expect((await asAdmin('GET', '/people')).json.total).toBe(total + 2)
    expect((await anonymise('0655060701')).status).toBe(200)
    expect((await people('anonymisé')).total).toBe(0)
    expect((await people('0000000000')).data).toMatchObject([{ Name: 'Zineb', orders: 1 }])
    expect((await asAdmin('GET', '/people')).json.total).toBe(total + 1)
    const gone = await asAdmin('GET', `/people/${ids[0]}`)
    expect([gone.status, gone.json.message]).toEqual([404, 'Ce client n’existe pas.'])
    expect((await note(ids[0], 'Rien')).status).toBe(404)
  })

  test('an order that was deleted leads to nobody', async () => {
    const id = await order({ phone: '0655070801' })
    await asAdmin('DELETE', `/orders/${id}`)
    expect((await asAdmin('GET', `/people/${id}`)).status).toBe(404)
    expect((await people('0655070801')).total).toBe(0)
  })

  test.each([
    ['page=0', 422],
    ['per_page=101', 422],
    [`search=${'x'.repeat(101)}`, 422],
    ['page=9999999', 200],
  ])('its list answers %s with %i', async (query, status) => {
    expect((await asAdmin('GET', `/people?${query}`)).status).toBe(status)
  })

  test.each(['2147483648', '0', 'abc', '2147483647'])('there is nobody at %s', async (id) => {
    expect((await asAdmin('GET', `/people/${id}`)).status).toBe(404)
  })
})

describe('a note about a customer', () => {
  test('is read with its author by whoever looks at any of the orders, newest first, and stays as it was written', async () => {
    const ids = [await order({ phone: '0656010101' }), await order({ phone: '+212 656 01 01 01' })] as const
    expect((await note(ids[0], '  Rappeler après 18 h\nSonner deux fois ')).status).toBe(201)
    expect((await note(ids[1], 'Paie en billets')).status).toBe(201)
    const { notes } = await personOf(ids[1])
    expect(notes).toEqual([
      { id: expect.any(Number), text: 'Paie en billets', author: 'Nom admin', created_at: shop.now.toISOString() },
      expect.objectContaining({ text: 'Rappeler après 18 h\nSonner deux fois' }),
    ])
    expect((await personOf(ids[0])).notes).toEqual(notes)
    const { data } = (await asAdmin('GET', '/audit?per_page=1')).json
    expect(data[0]).toMatchObject({ actor: { name: 'Nom admin' }, subject: 'customer' })
    expect(JSON.stringify(data[0])).not.toContain('billets')
  })

  test('has 1 to 500 letters', async () => {
    const id = await order({ phone: '0656020202' })
    for (const text of ['', '   ', 'x'.repeat(501)]) expect((await note(id, text)).status).toBe(422)
    expect((await note(id, 'x'.repeat(500))).status).toBe(201)
  })

  test('is written once under its key', async () => {
    const id = await order({ phone: '0656030303' })
    const call = {
      token: shop.tokens.admin,
      body: { text: 'Une fois' },
      headers: { 'idempotency-key': 'k'.repeat(20) },
    }
    const sent = [1, 2, 3].map(() => shop.call('POST', `/api/admin/people/${id}/notes`, call))
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([201, 201, 201])
    expect((await personOf(id)).notes).toHaveLength(1)
  })

  test('is the person’s still when the number is corrected, is handed out and is forgotten with the person', async () => {
    const before = { phone: '0656040404', name: 'Zohra Deuxnuméros' }
    const id = await order({ ...before, token: shop.tokens.sara })
    await note(id, 'Mot du premier numéro')
    const edit = { Name: before.name, Phone: '0656040405', Address: '1, rue', City: 'Rabat' }
    const edited = await shop.call('PUT', `/api/supplier/orders/${id}`, { token: shop.tokens.sara, body: edit })
    expect(edited.status).toBe(200)
    expect((await personOf(id)).notes).toMatchObject([{ text: 'Mot du premier numéro' }])
    await asAdmin('PUT', `/orders/${id}/tracking`, { CurrentStatus: 'annulé' })
    const { notes } = (await asAdmin('POST', '/personal-data/export', { phone: '0656040405' })).json
    expect(notes).toEqual([{ at: shop.now.toISOString(), text: 'Mot du premier numéro' }])
    expect((await anonymise('0656040405')).status).toBe(200)
    const { rows } = await shop.db.execute(sql`select from customer_notes where text = 'Mot du premier numéro'`)
    expect(rows).toEqual([])
  })

  test('goes with the last order of its phone that became too old, and not before', async () => {
    const { anonymiseRecipientsBefore } = await import('#features/orders/index.ts')
    const { inTransaction } = await import('#platform/db/database.ts')
    const phone = '0656050505'
    const ids = [await order({ phone, end: 'annulé' }), await order({ phone, end: 'annulé' })] as const
    await note(ids[0], 'Vieux mot')
    const round = () => inTransaction(shop.db, (tx) => anonymiseRecipientsBefore(tx, new Date('2015-01-01'), 100))
    const left = async () =>
      (await shop.db.execute(sql`select from customer_notes where text = 'Vieux mot'`)).rows.length
    const makeOld = async (id: OrderId) => {
      await shop.db.execute(sql`update orders set created_at = '2010-01-01' where id = ${id}`)
      await shop.db.execute(
        sql`update customers set created_at = '2010-01-01' where id = (select customer_id from orders where id = ${id})`,
      )
    }
    await makeOld(ids[0])
    expect(await round()).toEqual([ids[0]])
    expect(await left()).toBe(1)
    await makeOld(ids[1])
    expect(await round()).toEqual([ids[1]])
    expect(await left()).toBe(0)
  })

  test('is not written about somebody who is being forgotten', async () => {
    const phone = '0656060606'
    const id = await order({ phone, end: 'annulé' })
    const entries = `select from audit_entries where subject = 'order' and subject_id = ${id} for update`
    await asAdmin('PUT', `/orders/${id}/tracking`, { CurrentStatus: 'annulé' })
    await shop.db.execute(sql`update orders set address = 'Ailleurs' where id = ${id}`)
    const [forgetting, writing] = await whileLocked(shop.db, entries, async ({ untilWaiting }) => {
      const forgetting = asAdmin('POST', '/personal-data/anonymise', { phone }, other)
      await untilWaiting(1)
      const writing = note(id, 'Trop tard')
      await untilWaiting(2)
      return [forgetting, writing] as const
    })
    expect([(await forgetting).status, (await writing).status]).toEqual([200, 404])
    const { rows } = await shop.db.execute(sql`select from customer_notes where text = 'Trop tard'`)
    expect(rows).toEqual([])
  })
})
