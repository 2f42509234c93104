import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { textsOf } from '#test/pdf-text.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop
let oil: ProductId

const NB = '\u00A0'

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  oil = await shop.addProduct({ name: 'Huile', user: 149.5, distributor: 110, stock: 100 })
})

afterAll(() => shop.close())

const asAdmin = (method: string, path: string, body?: object) =>
  shop.call(method, path, { token: shop.tokens.admin, body })

async function placed(name: string, { quantity = 2, token }: { quantity?: number; token?: string } = {}) {
  const customer_id = await shop.addCustomer({ name, city: 'Rabat' }, { token })
  const prices = [token ? 110 : 149.5]
  const body = { product_ids: [oil], prices, priceGain: [149.5], quantities: [quantity], customer_id }
  const { json } = await shop.call('POST', '/api/orders/create', { token, body })
  return json.order.OrderID as OrderId
}

const move = (id: OrderId, CurrentStatus: string, Reason?: string) =>
  asAdmin('PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus, Reason })

const gone = (id: OrderId, days: number) =>
  shop.db.execute(sql`update orders set left_at = left_at - make_interval(days => ${days}) where id = ${id}`)

const expected = async (query = '') => (await asAdmin('GET', `/api/admin/returns/expected${query}`)).json
const idsOf = ({ data }: { data: { OrderID: number }[] }) => data.map(({ OrderID }) => OrderID)

/** The letter to a courier, as bytes. */
async function claimOf(courier: number): Promise<Buffer> {
  const letter = await shop.first.app.inject({
    url: `/api/admin/returns/claim.pdf?courier=${courier}`,
    headers: { authorization: `Bearer ${shop.tokens.admin}` },
  })
  expect([letter.statusCode, letter.headers['content-type']]).toEqual([200, 'application/pdf'])
  return letter.rawPayload
}

test('what is outside and cancelled or deleted is expected back, the longest gone first, and nothing else', async () => {
  const refused = await placed('Nadia Tazi', { quantity: 3 })
  await move(refused, 'en transit')
  await move(refused, 'annulé', 'refusé à la livraison')
  const deleted = await placed('Omar Filali', { token: shop.tokens.sara })
  await move(deleted, 'en transit')
  await gone(deleted, 20)
  await shop.call('DELETE', `/api/supplier/orders/${deleted}`, { token: shop.tokens.sara })
  const onItsWay = await placed('En route')
  await move(onItsWay, 'en transit')
  const delivered = await placed('Livrée')
  for (const status of ['en transit', 'livré']) await move(delivered, status)
  await move(await placed('Jamais partie'), 'annulé')
  const received = await placed('Revenue')
  for (const status of ['en transit', 'annulé']) await move(received, status)
  await asAdmin('POST', '/api/admin/returns', { OrderID: received })

  const page = await expected()
  expect([idsOf(page), page.total]).toEqual([[deleted, refused], 2])
  expect(page.data).toMatchObject([
    {
      status: 'en transit',
      Reason: null,
      deleted: 1,
      losable: 1,
      pieces: 2,
      value: 220,
      supplier: { name: 'Nom sara' },
    },
    {
      status: 'annulé',
      Reason: 'refusé à la livraison',
      deleted: 0,
      losable: 0,
      pieces: 3,
      value: 330,
      supplier: null,
    },
  ])
  expect(page.data[1]).toMatchObject({
    customer_info: { Name: 'Nadia Tazi', City: 'Rabat' },
    order_items: [{ Quantity: 3, product: { Name: 'Huile' } }],
    left_at: shop.now.toISOString(),
    closed_at: shop.now.toISOString(),
  })
  expect((await asAdmin('GET', '/api/admin/to-do')).json.returns).toEqual({ count: 2, amount: 550 })

  expect(idsOf(await expected('?days=15'))).toEqual([deleted])
  expect(idsOf(await expected('?search=tazi'))).toEqual([refused])
  expect(idsOf(await expected(`?search=${deleted}`))).toEqual([deleted])
  expect(idsOf(await expected('?per_page=1&page=2'))).toEqual([refused])
  expect((await asAdmin('GET', '/api/admin/returns/expected?days=3')).status).toBe(422)

  const file = await asAdmin('GET', '/api/admin/returns/expected.csv?days=15')
  expect([file.status, file.headers['content-disposition']]).toEqual([
    200,
    'attachment; filename="retours-attendus.csv"',
  ])
  const [head, row, ...rest] = file.text.split('\r\n')
  expect(head).toContain('Commande;Parti le;Annulée, supprimée ou refusée le;Motif;Client;')
  expect(row).toMatch(new RegExp(`^${deleted};.*;Omar Filali;06 12 34 56 78;Rabat;2 × Huile;2;220,00;F-1001;;$`))
  expect(rest).toEqual([''])

  await asAdmin('POST', '/api/admin/returns', { OrderID: refused })
  await asAdmin('POST', `/api/admin/orders/${deleted}/lost`, { note: `Perdu${NB}: réclamation 12` })
  expect((await expected()).total).toBe(0)
  expect((await asAdmin('GET', '/api/admin/to-do')).json.returns).toEqual({ count: 0, amount: 0 })
  expect(await shop.brokenInvariants()).toEqual([])
})

test('what was refused fifteen days ago is expected back, and cancelled with its reason when it is received', async () => {
  const [old, fresh, taken] = [await placed('Refusée'), await placed('Hier'), await placed('Reprise')]
  for (const id of [old, fresh, taken]) {
    await move(id, 'en transit')
    await gone(id, 20)
  }
  const refuse = (id: OrderId, state: string, days: number) =>
    shop.db.execute(sql`update parcels set state = ${state},
      state_at = ${shop.now.toISOString()}::timestamptz - make_interval(days => ${days}) where order_id = ${id}`)
  await refuse(old, 'returning', 15)
  await refuse(fresh, 'refused', 14)
  await refuse(taken, 'out', 15)
  const page = await expected()
  expect(page.data).toMatchObject([{ OrderID: old, status: 'en transit', Reason: null, deleted: 0, losable: 1 }])
  const refusedAt = new Date(shop.now.getTime() - 15 * 24 * 3_600_000).toISOString()
  expect([page.total, page.data[0].closed_at]).toEqual([1, refusedAt])
  expect((await asAdmin('GET', '/api/admin/to-do')).json.returns).toEqual({ count: 1, amount: 220 })
  expect(idsOf(await expected('?search=refus'))).toEqual([old])

  await asAdmin('POST', '/api/admin/returns', { OrderID: old, Reason: 'refusé à la livraison' })
  expect((await expected()).total).toBe(0)
  expect((await asAdmin('GET', `/api/admin/orders/${old}`)).json.status).toBe('annulé')
  for (const id of [fresh, taken]) await asAdmin('POST', '/api/admin/returns', { OrderID: id })
  expect(await shop.brokenInvariants()).toEqual([])
})

test('a scanned code is the number of the order or the courier’s, and opens what is in the parcel', async () => {
  const scan = (code: string) => asAdmin('GET', `/api/admin/returns/parcel?code=${encodeURIComponent(code)}`)
  const id = await placed('Salma Alaoui')
  expect([(await scan(String(id))).status, (await scan(String(id))).json.code]).toEqual([409, 'never_left'])
  await move(id, 'en transit')
  await shop.db.execute(sql`
    with courier as (insert into couriers (name, created_at) values ('Rapide', now()) returning id)
    update parcels set tracking = 'OZ-77', courier_id = (select id from courier) where order_id = ${id}`)
  for (const code of [String(id), ` ${id} `, 'OZ-77', 'OZ -77', 'OZ\u201177']) {
    const { status, json } = await scan(code)
    expect([status, json]).toMatchObject([
      200,
      { OrderID: id, customer_info: { Name: 'Salma Alaoui', City: 'Rabat' }, courier: 'Rapide', closed: 0 },
    ])
    expect(json.order_items).toMatchObject([{ Quantity: 2, product: { Name: 'Huile' } }])
  }
  for (const code of ['OZ-7', '0', '2147483648', '99999999999', 'زيت', '%'])
    expect((await scan(code)).json.code, code).toEqual('no_parcel_of_code')
  expect((await scan('')).status).toBe(422)
  const other = await placed('Autre')
  await move(other, 'en transit')
  await shop.db.execute(sql`update parcels set tracking = ${String(id)} where order_id = ${other}`)
  expect((await scan(String(id))).json.code).toBe('code_of_two_parcels')
  await asAdmin('POST', '/api/admin/returns', { OrderID: id })
  expect((await scan(String(id))).json).toMatchObject({ OrderID: other })
  expect((await scan('OZ-77')).json.code).toBe('return_settled')
  await move(other, 'livré')
  expect((await scan(String(other))).json.code).toBe('return_of_delivered')
  expect((await shop.call('GET', `/api/admin/returns/parcel?code=${id}`, { token: shop.tokens.sara })).status).toBe(403)
})

test('what a courier has is listed alone, and asked for in a letter', async () => {
  const [mine, other] = [await placed('Chez Rapide'), await placed('Chez personne')]
  for (const id of [mine, other]) for (const status of ['en transit', 'annulé']) await move(id, status)
  const { rows } = await shop.db.execute<{ id: number }>(sql`
    insert into couriers (name, created_at) values ('Éclair Livraison', now()) returning id`)
  const courier = rows[0]!.id
  await shop.db.execute(sql`
    update parcels set courier_id = ${courier}, tracking = 'EL-1' where order_id = ${mine}`)
  expect((await expected(`?courier=${courier}`)).data).toMatchObject([
    { OrderID: mine, courier: 'Éclair Livraison', tracking: 'EL-1' },
  ])
  const words = textsOf(await claimOf(courier)).join('\n')
  expect(words).toContain('Éclair Livraison')
  expect(words).toContain('220,00')
  expect(words).toContain('EL-1')
  expect(words).not.toContain('Chez personne')
  const none = await asAdmin('GET', `/api/admin/returns/claim.pdf?courier=${courier}&days=15`)
  expect([none.status, none.json.code]).toEqual([404, 'nothing_to_claim'])
  for (const id of [mine, other]) await asAdmin('POST', '/api/admin/returns', { OrderID: id })
})

test('the file and the letter hold every parcel, however many there are', async () => {
  const first = await placed('Un de beaucoup')
  await move(first, 'en transit')
  await move(first, 'annulé')
  // A thousand and more that left at one moment: the file is read in parts, parted by moment and number.
  await shop.db.execute(sql`
    with copies as (
      insert into orders overriding system value select (jsonb_populate_record(orders, jsonb_build_object('id', orders.id + nth))).*
      from orders, generate_series(1, 1200) nth where orders.id = ${first} returning id),
    moves as (
      insert into order_moves (order_id, status, moved_at)
      select copies.id, status, moved_at from copies join order_moves on order_moves.order_id = ${first})
    insert into order_lines overriding system value
    select (jsonb_populate_record(order_lines, jsonb_build_object(
      'id', (select max(id) from order_lines) + row_number() over (), 'order_id', copies.id))).*
    from copies join order_lines on order_lines.order_id = ${first}`)
  const { text } = await asAdmin('GET', '/api/admin/returns/expected.csv')
  const numbers = text
    .split('\r\n')
    .slice(1, -1)
    .map((row) => Number(row.split(';')[0]))
  expect(new Set(numbers).size).toBe(1201)
  expect(numbers).toHaveLength(1201)

  const { rows } = await shop.db.execute<{ id: number }>(sql`
    with courier as (insert into couriers (name, created_at) values ('Grand Livreur', now()) returning id),
      first as (update parcels set courier_id = (select id from courier) where order_id = ${first}),
      copies as (
        insert into parcels select (jsonb_populate_record(parcels, jsonb_build_object(
          'order_id', parcels.order_id + nth, 'courier_id', courier.id))).*
        from parcels, courier, generate_series(1, 1200) nth where parcels.order_id = ${first})
    select id from courier`)
  const words = textsOf(await claimOf(rows[0]!.id)).join('\n')
  expect(new Set(words.match(/n° \d+/g))).toEqual(new Set(numbers.map((number) => `n° ${number}`)))
  expect(words).toContain(`Les 1${NB}201 colis suivants`)
  expect(words).toContain(`264${NB}220,00`)
})
