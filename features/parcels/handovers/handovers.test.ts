import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayInWords } from '#platform/kernel/days/day-in-words.ts'
import { dayAfter, startOfTomorrow } from '#platform/kernel/days/days-ahead.ts'
import type { CourierId, OrderId, ProductId } from '#platform/kernel/ids.ts'
import { textsOf } from '#test/pdf-text.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop
let oil: ProductId
let ozon: CourierId

const COLUMNS = [
  { heading: 'Réf', field: 'number' },
  { heading: 'Destinataire', field: 'name' },
  { heading: 'Téléphone', field: 'phone' },
  { heading: 'Ville', field: 'city' },
  { heading: 'Adresse', field: 'address' },
  { heading: 'Prix', field: 'amount', as: 'whole' },
]

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  await shop.addAgent()
})

afterAll(() => shop.close())

beforeEach(async () => {
  oil = await shop.addProduct({ name: 'Huile', user: 149.5, distributor: 110.25, stock: 1000 })
  ozon = await addCourier('Ozon Express')
})

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
  await shop.db.execute(sql`update couriers set name = name || id where name not like '%' || id`)
})

async function addCourier(name: string, columns: object[] | null = COLUMNS): Promise<CourierId> {
  const { rows } = await shop.db.execute<{ id: CourierId }>(sql`
    insert into couriers (name, file_columns, created_at) values (${name}, ${columns === null ? null : JSON.stringify(columns)}, now())
    returning id`)
  await shop.db.execute(sql`
    insert into courier_cities (courier_id, city, their_name, their_number, fee_delivered, fee_refused, fee_returned)
    values (${rows[0]!.id}, 'Rabat', 'RABAT VILLE', '12', 3500, 1000, 0), (${rows[0]!.id}, 'Fès', 'FES', null, null, null, null)`)
  return rows[0]!.id
}

const asAdmin = (method: string, path: string, body?: object) =>
  shop.call(method, path, { token: shop.tokens.admin, body })

interface Placing {
  name?: string
  city?: string
  phone?: string
  address?: string
  token?: string
}

async function placed({ name = 'Nadia Tazi', city = 'Rabat', phone, address, token }: Placing = {}): Promise<OrderId> {
  const recipient = { name, city, ...(phone ? { phone } : {}), ...(address ? { address } : {}) }
  const customer_id = await shop.addCustomer(recipient, { token })
  const prices = [token ? 110.25 : 149.5]
  const body = { product_ids: [oil], prices, priceGain: [149.5], quantities: [2], customer_id }
  return (await shop.call('POST', '/api/orders/create', { token, body })).json.order.OrderID
}

const many = async (count: number, placing: Placing = {}): Promise<OrderId[]> => {
  const ids: OrderId[] = []
  for (let nth = 0; nth < count; nth++) ids.push(await placed(placing))
  return ids
}

const make = (ids: readonly OrderId[], courier_id = ozon) =>
  asAdmin('POST', '/api/admin/handovers', { courier_id, ids })
const listOf = async (id: number) => (await asAdmin('GET', `/api/admin/handovers/${id}`)).json
const move = (id: OrderId, CurrentStatus: string) =>
  asAdmin('PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus })
const statusOf = async (id: OrderId) => (await asAdmin('GET', `/api/admin/orders/${id}`)).json.status
const parcelOf = async (id: OrderId) =>
  (await shop.db.execute<Record<string, unknown>>(sql`select * from parcels where order_id = ${id}`)).rows[0]
const reasonOf = (answer: { json: { results: { OrderID: number; ok: boolean; message?: string }[] } }, id: number) =>
  answer.json.results.find(({ OrderID }) => OrderID === id)

/** The day that its customer chose on her page. */
const choose = (id: OrderId, day: string) =>
  shop.db.execute(sql`
    insert into confirmations (order_id, contact, confirmed_at, wish_day)
    values (${id}, 'confirmed', now(), ${day}::date)
    on conflict (order_id) do update set wish_day = excluded.wish_day`)

test('orders to prepare: the confirmed first, then the others, the doubtful last, by city; with what the courier knows', async () => {
  const odd = await placed({ city: 'Agadir', phone: '0666666666', address: 'Ici' })
  const [fes, rabat, agadir] = [
    await placed({ city: 'Fès', phone: '0661204511' }),
    await placed({ phone: '0661204512' }),
    await placed({ city: 'Agadir', phone: '0661204513' }),
  ]
  await shop.call('POST', `/api/confirmation/${rabat}/attempts`, {
    token: shop.tokens.admin,
    body: { outcome: 'confirmé' },
  })
  const { data, total, couriers } = (await asAdmin('GET', `/api/admin/handovers/to-prepare?courier=${ozon}`)).json
  const own = data.filter(({ OrderID }: { OrderID: OrderId }) => [odd, fes, rabat, agadir].includes(OrderID))
  expect(own.map(({ OrderID }: { OrderID: OrderId }) => OrderID)).toEqual([rabat, agadir, fes, odd])
  expect(
    own.map(({ confirmed, light, city_known }: Record<string, unknown>) => [confirmed, light, city_known]),
  ).toEqual([
    [1, 'green', 'named'],
    [0, 'green', 'unknown'],
    [0, 'green', 'without_fee'],
    [0, 'red', 'unknown'],
  ])
  expect([total, couriers.some(({ id }: { id: number }) => id === ozon)]).toEqual([data.length, true])
  expect(JSON.stringify(data)).not.toMatch(/gain|distribut|110[.,]25/i)
  await make([odd, fes, rabat, agadir])
  const after = (await asAdmin('GET', '/api/admin/handovers/to-prepare')).json
  expect(after.data.some(({ OrderID }: { OrderID: OrderId }) => [odd, fes, rabat].includes(OrderID))).toBe(false)
})

test('an order of a customer who chose her day is proposed from its eve in Casablanca on, and counted with the others', async () => {
  const [free, chosen] = [await placed(), await placed()]
  const wish = (day: string) => choose(chosen, day)
  const proposed = async () => {
    const token = await shop.sessionOf(shop.ids.admin!)
    const { data, total } = (await shop.call('GET', '/api/admin/handovers/to-prepare', { token })).json
    expect(total).toBe(data.length)
    const ids: OrderId[] = data.map(({ OrderID }: { OrderID: OrderId }) => OrderID)
    return ids.filter((id) => id === free || id === chosen)
  }
  const noon = shop.now
  try {
    const eve = startOfTomorrow(noon)
    await wish('2026-11-22')
    shop.now = new Date(eve.getTime() - 1)
    expect(await proposed()).toEqual([free])
    shop.now = eve
    expect(await proposed()).toEqual([chosen, free])
    await wish('2026-11-20')
    expect(await proposed()).toEqual([chosen, free])
  } finally {
    shop.now = noon
  }
  // Whoever names the order puts it on a list all the same.
  await wish('2026-12-04')
  expect(await proposed()).toEqual([free])
  expect((await make([chosen])).json.results).toEqual([{ OrderID: chosen, ok: true }])
})

test('a list makes its orders « attribué », each row with its reason, and no number is spent on an empty one', async () => {
  const [one, two] = [await placed(), await placed()]
  const gone = await placed()
  await move(gone, 'annulé')
  const made = await make([one, gone, two])
  expect(made.status).toBe(201)
  expect(made.json.number).toMatch(/^BR-2026-\d{4}$/)
  expect(made.json.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true, false])
  expect(reasonOf(made, gone)?.message).toBe('Cette commande est annulée.')
  expect([await statusOf(one), await statusOf(two)]).toEqual(['attribué', 'attribué'])
  expect(await parcelOf(one)).toMatchObject({ state: 'prepared', courier_id: ozon, handover_id: made.json.id })

  const again = await make([one])
  expect([again.status, again.json.code]).toEqual([409, 'nothing_prepared'])
  expect(again.json.message).toContain(`Déjà sur le bordereau ${made.json.number}.`)
  const next = await make([await placed()])
  expect(Number(next.json.number.slice(-4))).toBe(Number(made.json.number.slice(-4)) + 1)
  expect((await listOf(made.json.id)).parcels.map(({ OrderID }: { OrderID: number }) => OrderID)).toEqual([one, two])
  const { data } = (await asAdmin('GET', '/api/admin/handovers')).json
  expect(data.slice(0, 2)).toMatchObject([
    { number: next.json.number, count: 1, Amount: 334, handed_at: null },
    { number: made.json.number, count: 2, Amount: 668 },
  ])
})

test.each([
  ['no courier', { ids: [1] }, 'courier_id'],
  ['an unknown courier', { courier_id: 999_999, ids: [1] }, 'courier_id'],
  ['no order', { courier_id: 1, ids: [] }, 'ids'],
  ['an order twice', { courier_id: 1, ids: [1, 1] }, 'ids'],
  ['201 orders', { courier_id: 1, ids: Array.from({ length: 201 }, (_, nth) => nth + 1) }, 'ids'],
])('a list of %s is refused', async (_, body, field) => {
  const { status, json } = await asAdmin('POST', '/api/admin/handovers', body)
  expect([status, Object.keys(json.errors)]).toEqual([422, [field]])
})

test('a courier that takes no parcels any more gets no list', async () => {
  await shop.db.execute(sql`update couriers set is_active = false where id = ${ozon}`)
  expect((await make([await placed()])).json.errors).toHaveProperty('courier_id')
})

test('parcels join a list and leave it until it is handed over, then nothing changes any more', async () => {
  const [one, two, three] = [await placed(), await placed(), await placed()]
  const { id } = (await make([one])).json
  const path = `/api/admin/handovers/${id}`
  expect((await asAdmin('PUT', `${path}/parcels`, { ids: [two, one] })).json.results).toEqual([
    { OrderID: one, ok: false, message: expect.stringContaining('Déjà sur le bordereau') },
    { OrderID: two, ok: true },
  ])
  expect((await asAdmin('DELETE', `${path}/parcels`, { ids: [one, three] })).json.results).toEqual([
    { OrderID: one, ok: true },
    { OrderID: three, ok: false, message: 'Cette commande n’est pas à préparer sur ce bordereau.' },
  ])
  expect([await statusOf(one), await parcelOf(one), await statusOf(two)]).toEqual(['en attente', undefined, 'attribué'])

  expect((await asAdmin('POST', `${path}/hand-over`)).json.results).toEqual([{ OrderID: two, ok: true }])
  for (const [method, call, body] of [
    ['PUT', 'parcels', { ids: [three] }],
    ['DELETE', 'parcels', { ids: [two] }],
    ['POST', 'hand-over', {}],
  ] as const) {
    const { status, json } = await asAdmin(method, `${path}/${call}`, body)
    expect([status, json.code], method).toEqual([409, 'handed_already'])
  }
})

test('no list has more than 200 parcels', async () => {
  const ids = await many(2)
  const { id } = (await make([ids[0]!])).json
  await shop.db.execute(sql`
    insert into orders overriding system value select (jsonb_populate_record(orders, jsonb_build_object('id', orders.id + 100000 + nth))).*
    from orders, generate_series(1, 199) nth where orders.id = ${ids[0]!}`)
  await shop.db.execute(sql`
    insert into parcels select (jsonb_populate_record(parcels, jsonb_build_object('order_id', ${ids[0]!} + 100000 + nth))).*
    from parcels, generate_series(1, 199) nth where order_id = ${ids[0]!}`)
  const { status, json } = await asAdmin('PUT', `/api/admin/handovers/${id}/parcels`, { ids: [ids[1]!] })
  expect([status, json.code]).toEqual([422, 'list_full'])
  await shop.db.execute(sql`delete from parcels where order_id > 100000`)
  await shop.db.execute(sql`delete from orders where id > 100000`)
})

test('the hand-over sends orders on their way with the tariff of the day; what ended meanwhile is a row with its reason', async () => {
  const [known, elsewhere, cancelled, delivered] = [
    await placed(),
    await placed({ city: 'Agadir' }),
    await placed(),
    await placed(),
  ]
  const shown = [known, elsewhere, cancelled, delivered]
  const { id } = (await make(shown)).json
  await move(cancelled, 'annulé')
  await move(delivered, 'livré')
  const answer = await asAdmin('POST', `/api/admin/handovers/${id}/hand-over`, { ids: shown })
  expect(answer.json.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true, false, false])
  expect(reasonOf(answer, cancelled)?.message).toBe('Annulée entre-temps\u00A0: retirez ce colis.')
  expect(reasonOf(answer, delivered)?.message).toContain('déjà livrée')
  expect(await statusOf(known)).toBe('en transit')
  expect(await parcelOf(known)).toMatchObject({
    state: 'handed',
    fee_delivered: 3500,
    fee_refused: 1000,
    fee_returned: 0,
  })
  expect(await parcelOf(elsewhere)).toMatchObject({ state: 'handed', fee_delivered: null })
  await shop.db.execute(sql`update courier_cities set fee_delivered = 9900 where courier_id = ${ozon}`)
  expect(await parcelOf(known)).toMatchObject({ fee_delivered: 3500 })
  const list = await listOf(id)
  expect([list.handed_at, list.handed_by]).toEqual([shop.now.toISOString(), 'Nom admin'])
})

test('an order whose customer chose a later day since leaves no earlier than on its eve: its row says so', async () => {
  const [later, eve, free] = await many(3)
  const shown = [later!, eve!, free!]
  const { id } = (await make(shown)).json
  await choose(later!, dayAfter(shop.now, 2))
  await choose(eve!, dayAfter(shop.now, 1))
  expect((await listOf(id)).parcels.map(({ wish_day }: { wish_day: string | null }) => wish_day)).toEqual([
    dayAfter(shop.now, 2),
    dayAfter(shop.now, 1),
    null,
  ])
  const answer = await asAdmin('POST', `/api/admin/handovers/${id}/hand-over`, { ids: shown })
  expect(answer.json.results).toEqual([
    {
      OrderID: later,
      ok: false,
      message: `À partir du ${dayInWords(dayAfter(shop.now, 2))}\u00A0: retirez ce colis.`,
    },
    { OrderID: eve, ok: true },
    { OrderID: free, ok: true },
  ])
  // It waits for its day like any other order, on no list.
  expect([await statusOf(later!), await parcelOf(later!)]).toEqual(['en attente', undefined])
  expect([await statusOf(eve!), await statusOf(free!)]).toEqual(['en transit', 'en transit'])
})

test('a list of which every parcel waits for a later day is not handed over', async () => {
  const [one, two] = await many(2)
  const { id } = (await make([one!, two!])).json
  for (const order of [one!, two!]) await choose(order, dayAfter(shop.now, 3))
  const { status, json } = await asAdmin('POST', `/api/admin/handovers/${id}/hand-over`, { ids: [one, two] })
  expect([status, json.code]).toEqual([409, 'nothing_leaves'])
  expect(json.message).toContain(`n°\u00A0${one}\u00A0: À partir du ${dayInWords(dayAfter(shop.now, 3))}`)
  expect([(await listOf(id)).handed_at, await statusOf(one!)]).toEqual([null, 'attribué'])
})

test('parcels that joined the list since it was shown are looked at before it is handed over', async () => {
  const [one, two, three] = await many(3)
  const { id } = (await make([one!])).json
  const handOver = (ids: readonly (OrderId | undefined)[]) =>
    asAdmin('POST', `/api/admin/handovers/${id}/hand-over`, { ids })
  await asAdmin('PUT', `/api/admin/handovers/${id}/parcels`, { ids: [two] })
  const early = await handOver([one])
  expect([early.status, early.json.code, early.json.message]).toEqual([
    409,
    'list_changed',
    'Le bordereau a changé\u00A0: 1\u00A0colis ajouté. Vérifiez-le, puis remettez.',
  ])
  await asAdmin('PUT', `/api/admin/handovers/${id}/parcels`, { ids: [three] })
  expect((await handOver([one])).json.message).toBe(
    'Le bordereau a changé\u00A0: 2\u00A0colis ajoutés. Vérifiez-le, puis remettez.',
  )
  expect([(await handOver([])).status, await statusOf(one!)]).toEqual([409, 'attribué'])
  expect((await handOver([one, two, three])).status).toBe(200)
})

test('parcels that were corrected since the list was shown are looked at before it is handed over', async () => {
  const [one, two, three] = await many(3)
  const { id } = (await make([one!, two!, three!])).json
  const shownNow = async () =>
    (await listOf(id)).parcels.map(({ OrderID, updated_at }: { OrderID: OrderId; updated_at: string }) => ({
      OrderID,
      updated_at,
    }))
  const before = await shownNow()
  for (const order of [one!, two!]) {
    shop.pass(1000)
    const wanted = { Name: 'Nadia', Phone: '0612345678', Address: '2, rue des Fleurs', City: 'Agadir' }
    const { digest } = (await asAdmin('PUT', `/api/confirmation/${order}/order?preview=1`, wanted)).json
    expect((await asAdmin('PUT', `/api/confirmation/${order}/order`, { ...wanted, digest })).status).toBe(200)
  }
  const handOver = (shown: readonly object[]) => asAdmin('POST', `/api/admin/handovers/${id}/hand-over`, { shown })
  const early = await handOver(before)
  expect([early.status, early.json.code, early.json.message]).toEqual([
    409,
    'list_changed',
    `Le bordereau a changé\u00A0: n°\u00A0${one}, n°\u00A0${two} modifiés. Vérifiez-le, réimprimez les étiquettes, puis remettez.`,
  ])
  const now = await shownNow()
  const alone = await handOver([now[0], before.find(({ OrderID }: { OrderID: OrderId }) => OrderID === two), now[2]])
  expect(alone.json.message).toContain(`a changé\u00A0: n°\u00A0${two} modifié. `)
  expect(await statusOf(three!)).toBe('attribué')
  // One that left by itself meanwhile has nothing more to be printed.
  shop.pass(1000)
  await move(one!, 'en transit')
  expect((await handOver(now)).json.results).toMatchObject([{ ok: true }, { ok: true }, { ok: true }])
})

test('an empty list is neither handed over nor printed', async () => {
  const order = await placed()
  const { id } = (await make([order])).json
  await move(order, 'annulé')
  for (const [method, call] of [
    ['POST', 'hand-over'],
    ['GET', 'labels.pdf'],
    ['GET', 'sheet.pdf'],
  ] as const) {
    const { status, json } = await asAdmin(method, `/api/admin/handovers/${id}/${call}`)
    expect([status, json.code], call).toEqual([409, 'empty_list'])
  }
})

test('labels, the sheet and the file say whom, where and how much, Arabic too, and nothing of what anybody earns', async () => {
  const arabic = await placed({ name: 'ليلى بناني', token: shop.tokens.sara })
  const plain = await placed({ name: 'Omar Filali', phone: '0661204518', address: '=12, rue du Port' })
  const { id, number } = (await make([arabic, plain])).json
  const papers: string[] = []
  for (const path of ['labels.pdf', 'labels.pdf?format=a4', 'sheet.pdf']) {
    const { status, headers, text } = await shop.call('GET', `/api/admin/handovers/${id}/${path}`, {
      token: shop.tokens.admin,
    })
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    papers.push(text)
  }
  for (const path of ['labels.pdf', 'labels.pdf?format=a4', 'sheet.pdf']) {
    const { rawPayload } = await shop.first.app.inject({
      url: `/api/admin/handovers/${id}/${path}`,
      headers: { authorization: `Bearer ${shop.tokens.admin}` },
    })
    const texts = textsOf(rawPayload).join('\n')
    for (const each of [number, 'Omar Filali', '06\u00A061\u00A020\u00A045\u00A018', '334,00\u00A0DH', 'Rabat'])
      expect(texts, path).toEqual(expect.stringContaining(each))
    expect(texts, path).toEqual(expect.stringMatching(/[\u0600-\u06FF\uFB50-\uFEFF]/))
    expect(texts, path).toEqual(expect.not.stringMatching(/110,25|220,50|78,50|gain|distribut/i))
    if (path.startsWith('labels')) expect(texts).toContain('Ouverture autorisée\u00A0: oui')
  }
  const file = await asAdmin('GET', `/api/admin/handovers/${id}/file.csv`)
  expect(file.headers['content-disposition']).toBe(`attachment; filename="${number}.csv"`)
  expect(file.text.slice(1).split('\r\n')).toEqual([
    'Réf;Destinataire;Téléphone;Ville;Adresse;Prix',
    `${arabic};ليلى بناني;0612345678;RABAT VILLE;1, rue des Fleurs;334`,
    `${plain};Omar Filali;0661204518;RABAT VILLE;'=12, rue du Port;334`,
    '',
  ])
})

test('the file names the orders of a city without the courier’s name, and the column that is missing', async () => {
  const [rabat, agadir] = [await placed(), await placed({ city: 'Agadir' })]
  const { id } = (await make([rabat, agadir])).json
  const file = () => asAdmin('GET', `/api/admin/handovers/${id}/file.csv`)
  const { status, json } = await file()
  expect([status, json.code, json.message]).toEqual([
    422,
    'city_without_name',
    `Ce livreur n’a pas de nom pour ces villes\u00A0: Agadir (n°\u00A0${agadir}).`,
  ])
  await shop.db.execute(
    sql`update couriers set file_columns = ${JSON.stringify(COLUMNS.slice(0, 3))} where id = ${ozon}`,
  )
  expect((await file()).json.message).toContain('Ville, Adresse, Montant à encaisser')
  expect((await listOf(id)).missing_fields).toEqual(['Ville', 'Adresse', 'Montant à encaisser'])
  await shop.db.execute(sql`update couriers set file_columns = null where id = ${ozon}`)
  expect((await file()).json.code).toBe('no_file_columns')
})

test('tracking numbers are pasted or scanned, each row with its answer; a number is one parcel’s', async () => {
  const [one, two, loose] = [await placed(), await placed(), await placed()]
  await make([one, two])
  const other = await addCourier('Sendit')
  const third = await placed()
  await make([third], other)
  const enter = (body: object) => asAdmin('POST', '/api/admin/parcels/tracking', body)
  const pasted = await enter({
    text: `${one}\tOZ\u00A088\u2011121\r\n\r\nn° ${two};OZ-88121\n${loose} OZ-3\nrien\n${third}\tOZ-88121\n${two}`,
  })
  expect(pasted.json.results).toEqual([
    { row: 1, OrderID: one, tracking: 'OZ88-121', ok: true },
    { row: 2, OrderID: two, tracking: 'OZ-88121', ok: false, message: expect.stringContaining('deux numéros') },
    { row: 3, OrderID: loose, tracking: 'OZ-3', ok: false, message: 'Cette commande n’est sur aucun bordereau.' },
    { row: 4, OrderID: null, tracking: null, ok: false, message: 'Le numéro de commande manque.' },
    { row: 5, OrderID: third, tracking: 'OZ-88121', ok: true },
    { row: 6, OrderID: two, tracking: null, ok: false, message: expect.stringContaining('manque') },
  ])
  const taken = await enter({ rows: [{ OrderID: two, tracking: 'OZ88-121' }] })
  expect(taken.json.results[0].message).toBe(`Ce numéro de suivi est déjà celui de la commande n°\u00A0${one}.`)
  expect((await enter({ rows: [{ OrderID: one, tracking: 'OZ-1' }] })).json.results[0].ok).toBe(true)
  expect((await enter({ rows: [{ OrderID: two, tracking: 'OZ88-121' }] })).json.results[0].ok).toBe(true)
  expect([await parcelOf(one), await parcelOf(two)]).toMatchObject([{ tracking: 'OZ-1' }, { tracking: 'OZ88-121' }])
})

test.each([
  ['nothing', {}, 'no_rows'],
  ['empty lines', { text: ' \n \r\n' }, 'no_rows'],
  ['2,001 lines', { text: '1\tA\n'.repeat(2001) }, 'too_many_tracking_rows'],
])('of tracking numbers %s is refused', async (_, body, code) => {
  const { status, json } = await asAdmin('POST', '/api/admin/parcels/tracking', body)
  expect([status, json.code]).toEqual([422, code])
})

test('a list that is not there is 404 everywhere', async () => {
  for (const [method, call] of [
    ['GET', ''],
    ['GET', '/file.csv'],
    ['GET', '/labels.pdf'],
    ['GET', '/sheet.pdf'],
    ['PUT', '/parcels'],
    ['DELETE', '/parcels'],
    ['POST', '/hand-over'],
  ] as const) {
    const { status } = await asAdmin(
      method,
      `/api/admin/handovers/999999${call}`,
      method === 'GET' ? undefined : { ids: [1] },
    )
    expect([method, call, status]).toEqual([method, call, 404])
  }
})
