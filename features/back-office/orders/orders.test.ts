import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { HOUR_MS } from '#platform/kernel/durations.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { formatMinute, startOfDays } from '#platform/kernel/time.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { adminOrderDetail } from '../contract.ts'

let shop: TestShop
let cream: ProductId
let milk: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  cream = await shop.addProduct({ name: 'Crème' })
  milk = await shop.addProduct({ name: 'Lait', user: 99, distributor: 75 })
  await addOrders()
})

afterAll(() => shop.close())

const asAdmin = (method: string, path: string, body?: unknown) =>
  shop.call(method, `/api/admin/${path}`, { token: shop.tokens.admin, ...(body === undefined ? {} : { body }) })

interface Recipient {
  name?: string
  phone?: string
  city?: string
}

async function order(recipient: Recipient = {}, { by, code }: { by?: 'sara' | 'youssef'; code?: string } = {}) {
  const token = by && shop.tokens[by]
  const body = {
    product_ids: [cream, milk],
    prices: by ? [110, 75] : [149.5, 99],
    priceGain: [149.5, 99],
    quantities: [2, 1],
    customer_id: await shop.addCustomer(recipient, { token }),
    promo_code: code ?? null,
  }
  const answer = await shop.call('POST', '/api/orders/create', { token, body })
  return answer.json.order.OrderID as number
}

const move = (id: number, CurrentStatus: string, Reason?: string) =>
  asAdmin('PUT', `orders/${id}/tracking`, { CurrentStatus, Reason })
const pay = (id: number, PaymentStatus: string) => asAdmin('PUT', `orders/${id}/payment-status`, { PaymentStatus })

/** Time goes by, and everybody stays logged in. */
async function pass(milliseconds: number): Promise<void> {
  shop.pass(milliseconds)
  await shop.db.execute(
    sql`update sessions set created_at = ${shop.now.toISOString()}, last_used_at = ${shop.now.toISOString()}`,
  )
}

/** Forty-two orders of several people, in every state, over forty days. */
async function addOrders(): Promise<void> {
  const people = [
    { name: 'Zineb Aït Élhadj', phone: '0661000001', city: 'Fès' },
    { name: 'Omar Tazi', phone: '0662000002', city: 'Casablanca' },
    { name: 'Nadia Nomade', phone: '0663000003', city: 'Rabat' },
  ]
  const ways = [{}, { by: 'sara' }, { by: 'youssef' }, { code: 'SARA10' }] as const
  for (let nth = 0; nth < 42; nth++) {
    const id = await order(people[nth % 3], ways[nth % 4])
    const state = nth % 7
    if (state === 1) await move(id, 'attribué')
    if (state === 2) await move(id, 'en transit')
    if (state === 3) await move(id, 'annulé', 'refusé à la livraison')
    if (state >= 4) await move(id, 'livré')
    if (state === 5) await pay(id, 'payé')
    if (state === 6) await pay(id, 'annulé')
    if (nth % 10 === 9) await asAdmin('DELETE', `orders/${await order(people[0])}`)
    if (nth % 20 === 0) await shop.db.execute(sql`update orders set is_flagged = true where id = ${id}`)
    await pass(23 * HOUR_MS)
  }
}

interface Row {
  OrderID: number
  status: string
  supplier: { id: number; custom_id: string; name: string } | null
  customer_info: { Name: string; Phone: string; City: string }
  payment: { PaymentStatus: string; Amount: number }
  created_at: string
}

const listed = async (query: string) => (await asAdmin('GET', `orders?${query}`)).json as { data: Row[]; total: number }

/** Every page, one after the other. */
async function all(query: string, perPage = 100): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const { data, total } = await listed(`${query}&per_page=${perPage}&page=${page}`)
    rows.push(...data)
    if (page * perPage >= total) return rows
  }
}

const numbers = (rows: readonly Row[]): number[] => rows.map((row) => row.OrderID)

describe('the list of orders', () => {
  const questions: [string, (row: Row) => boolean][] = [
    ['', () => true],
    ['status=livré', (row) => row.status === 'livré'],
    ['status=attribué', (row) => row.status === 'attribué'],
    ['payment=payé', (row) => row.payment.PaymentStatus === 'payé'],
    ['payment=annulé', (row) => row.payment.PaymentStatus === 'annulé'],
    ['payment=en attente', (row) => row.payment.PaymentStatus === 'en attente'],
    ['status=livré&payment=en attente', (row) => row.status === 'livré' && row.payment.PaymentStatus === 'en attente'],
    ['supplier=f-1001', (row) => row.supplier?.custom_id === 'F-1001'],
    ['supplier=F-1002&status=livré', (row) => row.supplier?.custom_id === 'F-1002' && row.status === 'livré'],
    ['supplier=F-9999', () => false],
    ['city=FES', (row) => row.customer_info.City === 'Fès'],
    ['city=Rabat&payment=payé', (row) => row.customer_info.City === 'Rabat' && row.payment.PaymentStatus === 'payé'],
    ['search=F-1002', (row) => row.supplier?.custom_id === 'F-1002'],
    ['search=nom', ({ supplier, customer_info }) => supplier !== null || customer_info.Name === 'Nadia Nomade'],
    ['search=nom sara', (row) => row.supplier?.name === 'Nom sara'],
    ['search=AIT elhadj', (row) => row.customer_info.Name === 'Zineb Aït Élhadj'],
    ['search=0600000000', ({ supplier }) => supplier !== null],
    ['search=0662 00', (row) => row.customer_info.Phone === '0662000002'],
    ['search=%2B212 6.62.00.00.02', (row) => row.customer_info.Phone === '0662000002'],
    ['search=omar&status=annulé', (row) => row.customer_info.Name === 'Omar Tazi' && row.status === 'annulé'],
    [
      'search=omar&supplier=F-1001',
      (row) => row.customer_info.Name === 'Omar Tazi' && row.supplier?.custom_id === 'F-1001',
    ],
    ['search=omar&city=Fès', () => false],
    ['search=2', ({ OrderID, supplier }) => `${OrderID} ${supplier?.id} ${supplier?.custom_id}`.includes('2')],
    ['search=4', ({ OrderID }) => `${OrderID}`.includes('4')],
    ['search=personne de ce nom', () => false],
  ]

  test.each(questions)('« %s » lists what it says, all of it, and counts it', async (query, belongs) => {
    const everything = await all('')
    const { total } = await listed(query)
    const found = await all(query, 7)
    expect(numbers(found)).toEqual(numbers(everything.filter(belongs)))
    expect(total).toBe(found.length)
  })

  test('each of those questions but three finds some orders, and none finds all', async () => {
    const everything = (await listed('')).total
    expect(everything).toBe(42)
    const totals = await Promise.all(questions.slice(1).map(async ([query]) => (await listed(query)).total))
    expect(totals.filter((total) => total === 0)).toHaveLength(3)
    expect(Math.max(...totals)).toBeLessThan(everything)
  })

  test.each([7, 15, 30])('the last %i days are local days, the same for the count', async (days) => {
    const since = startOfDays(shop.now, days)
    const recent = (await all('')).filter((row) => new Date(row.created_at) >= since)
    const { total } = await listed(`days=${days}`)
    expect(numbers(await all(`days=${days}`))).toEqual(numbers(recent))
    expect(total).toBe(recent.length)
    const delivered = recent.filter((row) => row.status === 'livré')
    expect((await listed(`days=${days}&status=livré`)).total).toBe(delivered.length)
  })

  test('orders that may be a person’s second are found by their flag', async () => {
    const { rows } = await shop.db.execute<{ id: number }>(sql`select id from orders where is_flagged order by id desc`)
    expect(rows).toHaveLength(3)
    expect(numbers(await all('flagged=1'))).toEqual(rows.map(({ id }) => id))
    expect((await listed('flagged=1')).total).toBe(3)
  })

  test('after its last page there is nothing', async () => {
    for (const query of ['page=6', 'page=9999&search=omar', 'page=3&city=Rabat'])
      expect((await listed(query)).data).toEqual([])
  })

  test('totals hold an order as soon as it is placed', async () => {
    const before = (await listed('status=attribué')).total
    const id = await order()
    await move(id, 'attribué')
    expect((await listed('status=attribué')).total).toBe(before + 1)
    await move(id, 'en attente')
    expect((await asAdmin('DELETE', `orders/${id}`)).status).toBe(200)
    expect((await listed('status=attribué')).total).toBe(before)
    expect((await listed('')).total).toBe(42)
  })

  test('a filter that is none is refused', async () => {
    const wrong = [
      'payment=paid',
      'flagged=0',
      'flagged=true',
      'city=Paris',
      'city=',
      'supplier=',
      `supplier=${'F'.repeat(31)}`,
    ]
    for (const query of wrong)
      for (const list of ['orders', 'orders.csv'])
        expect((await asAdmin('GET', `${list}?${query}`)).status, query).toEqual(422)
  })
})

describe('one order', () => {
  const detail = async (id: number) => (await asAdmin('GET', `orders/${id}`)).json

  test('is told with the prices of its day, its figures and whoever is behind it', async () => {
    const id = await order({ name: 'Hind Alami', phone: '0671000001', city: 'Casablanca' }, { code: 'SARA10' })
    const placedAt = shop.now.toISOString()
    await shop.db.execute(
      sql`update products set user_price = 99900, distributor_price = 1, name = 'Autre' where id = ${cream}`,
    )
    const answer = await asAdmin('GET', `orders/${id}`)
    await shop.db.execute(
      sql`update products set user_price = 14950, distributor_price = 11000, name = 'Crème' where id = ${cream}`,
    )
    expect(answer.json).toEqual({
      OrderID: id,
      status: 'en attente',
      Reason: null,
      origin: 'promo',
      promo_code: 'SARA10',
      supplier: { id: shop.ids.sara, custom_id: 'F-1001', name: 'Nom sara', phone: '0600000000' },
      customer_info: {
        CustomerID: expect.any(Number),
        Name: 'Hind Alami',
        Phone: '0671000001',
        Address: '1, rue des Fleurs',
        City: 'Casablanca',
        Email: null,
      },
      order_items: [
        {
          OrderItemID: expect.any(Number),
          ProductID: cream,
          Quantity: 2,
          product: { Name: 'Crème', image: expect.any(String) },
          user_price: 149.5,
          distributeur_price: 110,
          total: 299,
        },
        {
          OrderItemID: expect.any(Number),
          ProductID: milk,
          Quantity: 1,
          product: { Name: 'Lait', image: expect.any(String) },
          user_price: 99,
          distributeur_price: 75,
          total: 99,
        },
      ],
      subtotal: 398,
      discount: 19.9,
      discount_percent: 5,
      note: null,
      delivery_fee: 20,
      total: 398.1,
      gain: 83.1,
      payment: { PaymentStatus: 'en attente', Amount: 398.1, PaymentDate: null },
      withdrawal: null,
      gain_waiting: 0,
      flagged: 0,
      orders_of_phone: 0,
      others_of_phone: [],
      merged_into: null,
      parcel: null,
      confirmation: {
        contact: 'to_call',
        due_at: null,
        last_at: null,
        calls: 0,
        confirmed_via: null,
        risk: { light: 'green', points: [] },
        history: [],
      },
      notes: [],
      created_at: placedAt,
      updated_at: placedAt,
      deleted_at: null,
      left_at: null,
      pieces_back_at: null,
      returned: null,
      history: [{ what: 'placed', at: placedAt, by: null, changes: [] }],
    })
    expect(answer.headers['cache-control']).toMatch(/no-store/)
  })

  test('tells what happened to it, newest first: who, when, from what to what', async () => {
    const recipient = { name: 'Hind Alami', phone: '0671000002', city: 'Casablanca' }
    const id = await order(recipient, { by: 'sara' })
    const sara = { custom_id: 'F-1001', name: 'Nom sara', role: 'supplier' }
    const admin = { custom_id: 'A-1', name: 'Nom admin', role: 'admin' }
    await pass(HOUR_MS)
    const wire = { CustomerID: 1, Name: 'Hind Alami', Phone: '0671000003', Address: '1, rue des Fleurs', City: 'Fès' }
    await shop.call('PUT', `/api/supplier/orders/${id}`, { token: shop.tokens.sara, body: wire })
    await pass(HOUR_MS)
    await move(id, 'attribué')
    await move(id, 'livré')
    await pay(id, 'payé')
    const { history } = await detail(id)
    expect(history.map(({ at: _at, ...event }: { at: string }) => event)).toEqual([
      { what: 'settled', by: admin, changes: [{ field: 'payment', from: 'en attente', to: 'payé' }] },
      { what: 'moved', by: admin, changes: [{ field: 'status', from: 'attribué', to: 'livré' }] },
      { what: 'moved', by: admin, changes: [{ field: 'status', from: 'en attente', to: 'attribué' }] },
      {
        what: 'readdressed',
        by: sara,
        changes: expect.toSatisfy((changes: unknown[]) => {
          expect(changes).toHaveLength(4)
          expect(changes).toEqual(
            expect.arrayContaining([
              { field: 'phone', from: '0671000002', to: '0671000003' },
              { field: 'city', from: 'Casablanca', to: 'Fès' },
              { field: 'delivery', from: 20, to: 35 },
              { field: 'collected', from: 418, to: 433 },
            ]),
          )
          return true
        }),
      },
      { what: 'placed', by: sara, changes: [] },
    ])
  })

  test('tells what was done about its parcel apart from corrections: the state, or the words', async () => {
    const id = await order()
    await shop.addAgent()
    const courier = (await asAdmin('POST', 'couriers', { name: 'Ozone' })).json.courier.id
    const list = (await asAdmin('POST', 'handovers', { courier_id: courier, ids: [id] })).json.id
    await asAdmin('POST', 'parcels/tracking', { rows: [{ OrderID: id, tracking: 'OZ-1' }] })
    await asAdmin('POST', `handovers/${list}/hand-over`)
    const body = { kind: 'returned', seen_updated_at: shop.now.toISOString() }
    await shop.call('POST', `/api/parcels/${id}/follow-up`, { token: shop.tokens.salma, body })
    await shop.db.execute(sql`
      insert into parcel_events (order_id, at, source, parcel_note) values (${id}, now(), 'customer', 'Souhaite jeudi')`)
    const { history } = await detail(id)
    const told = (field: string, to: string) => ({ field, from: null, to })
    const [state, note] = [told('parcel_state', 'en retour'), told('parcel_note', 'Rendue')]
    expect(history.filter(({ what }: { what: string }) => what !== 'moved')).toMatchObject([
      { what: 'parcel', by: null, changes: [told('parcel_note', 'Souhaite jeudi')] },
      { what: 'parcel', by: { role: 'agent' }, changes: expect.arrayContaining([state, note]) },
      { what: 'parcel', by: { role: 'admin' }, changes: [told('parcel_note', 'Numéro de suivi\u00A0: OZ-1')] },
      { what: 'parcel', by: { role: 'admin' }, changes: [told('parcel_state', 'préparé')] },
      { what: 'placed' },
    ])
  })

  test('says why it was cancelled, and when and by whom it was deleted', async () => {
    const cancelled = await order()
    await move(cancelled, 'annulé', 'injoignable')
    expect(await detail(cancelled)).toMatchObject({
      Reason: 'injoignable',
      history: [
        {
          what: 'moved',
          changes: expect.arrayContaining([
            { field: 'status', from: 'en attente', to: 'annulé' },
            { field: 'reason', from: null, to: 'injoignable' },
          ]),
        },
        { what: 'placed' },
      ],
    })
    const deleted = await order()
    await asAdmin('DELETE', `orders/${deleted}`)
    expect(await detail(deleted)).toMatchObject({
      deleted_at: expect.any(String),
      history: [{ what: 'deleted', by: { custom_id: 'A-1' }, changes: [] }, { what: 'placed' }],
    })
  })

  test('names the withdrawal that its gain is in, as long as it is in one', async () => {
    const id = await order({}, { by: 'youssef' })
    await move(id, 'livré')
    const asYoussef = { token: shop.tokens.youssef }
    const { stats } = (await shop.call('GET', '/api/supplier/get-ordersAdmin', asYoussef)).json
    const { withdrawal } = (
      await shop.call('POST', '/api/withdraw', { ...asYoussef, body: { gain: stats.withdrawable } })
    ).json
    expect((await detail(id)).withdrawal).toEqual({
      id: withdrawal.id,
      amount: stats.withdrawable,
      status: 'en attente',
    })
    await asAdmin('POST', `withdrawals/${withdrawal.id}/reject`, { reason: 'RIB incomplet' })
    expect((await detail(id)).withdrawal).toBeNull()
  })

  test('tells whether its gain waits for the courier’s money, where gains do', async () => {
    const id = await order({}, { by: 'sara' })
    const waits = async () => (await detail(id)).gain_waiting
    const choose = (gainsWithdrawable: string) => asAdmin('PUT', 'settings', { gainsWithdrawable })
    await choose('paid')
    expect(await waits()).toBe(0)
    await move(id, 'livré')
    expect(await waits()).toBe(1)
    await choose('delivered')
    expect(await waits()).toBe(0)
    await choose('paid')
    await asAdmin('PUT', `orders/${id}/payment-status`, { PaymentStatus: 'payé' })
    expect(await waits()).toBe(0)
    await choose('delivered')
  })

  test('comes back from the wire as it was', async () => {
    const wires = [await order(), await order({}, { by: 'sara' }), await order({}, { code: 'SARA10' })].map(detail)
    for (const wire of await Promise.all(wires))
      expect(z.encode(adminOrderDetail, z.decode(adminOrderDetail, wire))).toEqual(wire)
  })

  test('counts the other orders of its phone', async () => {
    const recipient = { phone: '0679999999' }
    const [first, , third] = [await order(recipient), await order(recipient), await order(recipient)]
    expect((await detail(first)).orders_of_phone).toBe(2)
    await asAdmin('DELETE', `orders/${third}`)
    expect((await detail(first)).orders_of_phone).toBe(1)
  })

  test('that is not there is a 404', async () => {
    for (const id of ['999999', '2147483648', 'abc', '0'])
      expect((await asAdmin('GET', `orders/${id}`)).status).toBe(404)
  })
})

describe('the file of the orders', () => {
  const lines = async (query: string) => {
    const answer = await asAdmin('GET', `orders.csv?${query}`)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="commandes.csv"')
    return answer.text.replace('\uFEFF', '').trim().split('\r\n')
  }

  test('has every order that the filter lists, newest first, with what was paid and earned', async () => {
    const id = await order({ name: '=1+1', phone: '0688888888', city: 'Rabat' }, { code: 'SARA10' })
    await move(id, 'annulé', 'refusé à la livraison')
    const [head, ...rows] = await lines('search=0688888888')
    expect(head).toBe(
      'Commande;Date;Client;Téléphone;Adresse;Ville;Note pour le livreur;Produits;Fournisseur;Statut;Motif;Paiement;Payé le;Sous-total;Remise;Livraison;À encaisser;Gain',
    )
    expect(rows).toEqual([
      `${id};${formatMinute(shop.now)};'=1+1;06 88 88 88 88;1, rue des Fleurs;Rabat;;2 × Crème, 1 × Lait;F-1001;annulé;refusé à la livraison;en attente;;398,00;19,90;35,00;413,10;83,10`,
    ])
    for (const query of ['', 'status=livré', 'search=2', 'city=Fès&payment=payé'])
      expect((await lines(query)).slice(1).map((row) => Number(row.split(';')[0]))).toEqual(
        numbers(await all(`sort=-created_at&${query}`)),
      )
    expect(new Set((await lines('payment=annulé')).slice(1).map((row) => row.split(';')[11]))).toEqual(
      new Set(['No Payé']),
    )
  })
})
