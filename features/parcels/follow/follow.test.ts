import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#platform/kernel/durations.ts'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { PARCEL_STATES } from '../model.ts'
import { FOLLOW_TAB_NAMES } from './rules.ts'

let shop: TestShop
let oil: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  await shop.addAgent()
  oil = await shop.addProduct({ name: 'Huile', user: 100, distributor: 61.23, stock: 500 })
})

afterAll(() => shop.close())

beforeEach(async () => {
  const { rows } = await shop.db.execute<{ id: OrderId }>(sql`
    select id from orders where status in ('pending', 'assigned', 'in_transit') and deleted_at is null`)
  for (const { id } of rows) await move(id, 'livré')
})

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

const by = (who: 'admin' | 'salma', method: string, path: string, body?: object) =>
  shop.call(method, path, { token: shop.tokens[who], body })

const move = (id: OrderId, CurrentStatus: string) =>
  by('admin', 'PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus })

interface Sent {
  state?: string
  /** Hours since anything was heard. */
  quiet?: number
  due?: Date | null
}

async function placed(): Promise<OrderId> {
  const customer_id = await shop.addCustomer({ city: 'Rabat', name: 'Nadia Tazi' })
  const body = { product_ids: [oil], prices: [100], priceGain: [100], quantities: [1], customer_id }
  return (await shop.call('POST', '/api/orders/create', { body })).json.order.OrderID
}

async function sent({ state = 'handed', quiet = 0, due = null }: Sent = {}): Promise<OrderId> {
  const id = await placed()
  expect((await move(id, 'en transit')).status).toBe(200)
  const heard = new Date(shop.now.getTime() - quiet * HOUR_MS)
  await shop.db.execute(sql`update parcels set state = ${state}, state_at = ${heard.toISOString()}::timestamptz,
    last_event_at = ${heard.toISOString()}::timestamptz, follow_up_at = ${due?.toISOString() ?? null}::timestamptz
    where order_id = ${id}`)
  return id
}

const list = async (query = '', who: 'admin' | 'salma' = 'admin') => (await by(who, 'GET', `/api/parcels${query}`)).json
const idsIn = async (tab: string) =>
  (await list(`?tab=${tab}&per_page=100`)).data
    .map(({ OrderID }: { OrderID: number }) => OrderID)
    .toSorted((a: number, b: number) => a - b)

const followUp = (id: OrderId, body: object, who: 'admin' | 'salma' = 'admin') =>
  by(who, 'POST', `/api/parcels/${id}/follow-up`, body)
const seen = async (id: OrderId): Promise<string> =>
  new Date(
    (await shop.db.execute<{ at: Date }>(sql`select last_event_at as at from parcels where order_id = ${id}`)).rows[0]!
      .at,
  ).toISOString()

test('what was done about a parcel is written down once under one key, however often it is sent', async () => {
  const id = await sent()
  const body = { kind: 'note', note: 'Sonner deux fois', seen_updated_at: await seen(id) }
  const headers = { 'idempotency-key': 'the-note-of-monday' }
  shop.now = new Date(shop.now.getTime() + 1)
  const twice = () => shop.call('POST', `/api/parcels/${id}/follow-up`, { token: shop.tokens.admin, body, headers })
  const [first, again] = [await twice(), await twice()]
  expect([first.status, again.text]).toEqual([200, first.text])
  const { status, json } = await followUp(id, body)
  expect([status, json.message]).toEqual([409, 'Ce colis a changé entre-temps\u00A0: rechargez la liste.'])
  const { rows } = await shop.db.execute(
    sql`select from parcel_events where order_id = ${id} and parcel_note is not null`,
  )
  expect(rows).toHaveLength(1)
})

describe('parcels on their way', () => {
  test('stand in the lists of what is to be done about them', async () => {
    const tomorrow = new Date(shop.now.getTime() + DAY_MS)
    const unreached = await sent({ state: 'no_answer' })
    const dueToday = await sent({ state: 'postponed', due: shop.now })
    const putOff = await sent({ state: 'postponed', due: tomorrow })
    const wished = await sent({ state: 'out', due: shop.now })
    const silent = await sent({ state: 'handed', quiet: 49 })
    const heard = await sent({ state: 'in_network', quiet: 47 })
    const refused = await sent({ state: 'refused', quiet: 100 })
    const returning = await sent({ state: 'returning' })
    const delivered = await sent({ state: 'out', quiet: 100 })
    await move(delivered, 'livré')
    const deleted = await sent({ state: 'no_answer' })
    await shop.db.execute(
      sql`update orders set deleted_at = now(), deleted_by = ${shop.ids.admin} where id = ${deleted}`,
    )
    await shop.db.execute(sql`update parcels set state = 'returning' where order_id = ${deleted}`)
    const odd = await placed()
    await move(odd, 'attribué')
    await shop.db.execute(
      sql`insert into parcels (order_id, state, state_at, last_event_at) values (${odd}, 'out', now(), now())`,
    )
    const unread = await sent({ state: 'out' })
    await shop.db.execute(sql`insert into parcel_events (order_id, at, source, their_word)
      values (${unread}, now(), 'import', 'Confirmé par livreur')`)

    expect(await idsIn('chase')).toEqual([unreached, dueToday, wished])
    expect(await idsIn('silent')).toEqual([silent])
    expect(await idsIn('refused')).toEqual([refused, returning])
    expect(await idsIn('out')).toEqual([wished, unread])
    expect(await idsIn('moving')).toEqual([putOff, silent, heard])
    expect(await idsIn('check')).toEqual([odd, unread])
    const { counts, data } = await list('?tab=check')
    expect(counts).toEqual({ chase: 3, silent: 1, refused: 2, out: 2, moving: 3, check: 2 })
    const byId = (id: OrderId) => data.find(({ OrderID }: { OrderID: number }) => OrderID === id)
    expect(byId(unread)).toMatchObject({ unknown_word: 'Confirmé par livreur', status: 'en transit', state: 'out' })
    expect(byId(odd)).toMatchObject({ unknown_word: null, status: 'attribué', state: 'out' })
    expect((await by('admin', 'GET', '/api/admin/to-do')).json.parcels).toMatchObject({ chase: 3, silent: 1 })
    await shop.db.execute(sql`delete from parcels where order_id = ${odd}`)
  })

  test('stand in a list each, whatever their state and the day on which they are looked at again', async () => {
    const days = [-3, 0, 1, 30].map((ahead) => new Date(shop.now.getTime() + ahead * DAY_MS))
    const all: OrderId[] = []
    for (const state of PARCEL_STATES) for (const due of [null, ...days]) all.push(await sent({ state, due }))
    const listed: OrderId[] = (await Promise.all(FOLLOW_TAB_NAMES.map(idsIn))).flat()
    expect(all.filter((id) => !listed.includes(id))).toEqual([])
    await shop.db.execute(sql`update parcels set state = 'handed' where order_id between ${all[0]} and ${all.at(-1)}`)
  })

  test('are searched in all lists at once, whichever is looked at', async () => {
    const putOff = await sent({ state: 'no_answer', due: new Date(shop.now.getTime() + DAY_MS) })
    const refused = await sent({ state: 'refused' })
    for (const tab of FOLLOW_TAB_NAMES) {
      const { data, total } = await list(`?tab=${tab}&search=tazi`)
      expect([data.map(({ OrderID }: { OrderID: number }) => OrderID), total]).toEqual([[refused, putOff], 2])
    }
    await move(refused, 'annulé')
    expect((await list(`?tab=refused&search=${refused}`)).data).toEqual([])
  })

  test('are found by number, name and tracking number, page by page, the longest waiting first', async () => {
    const [newer, older] = [await sent({ quiet: 1 }), await sent({ quiet: 5 })]
    await shop.db.execute(sql`update parcels set tracking = 'OZ-77' where order_id = ${newer}`)
    const found = async (query: string) => {
      const { data } = await list(`?tab=moving&${query}`)
      return data.map(({ OrderID }: { OrderID: number }) => OrderID)
    }
    expect(await found('')).toEqual([older, newer])
    expect(await found('per_page=1&page=2')).toEqual([newer])
    expect(await found('search=tazi')).toEqual([older, newer])
    expect(await found(`search=${newer}`)).toContain(newer)
    for (const typed of ['OZ-77', ' OZ‑ 77 '])
      expect(await found(`search=${encodeURIComponent(typed)}`)).toEqual([newer])
    expect(await found('courier=999')).toEqual([])
    for (const query of ['?tab=all', '?courier=x', '?page=0', '?sort=amount'])
      expect((await by('admin', 'GET', `/api/parcels${query}`)).status).toBe(422)
  })

  test('have had the tries of the trip that they are on', async () => {
    const id = await sent({ state: 'no_answer' })
    const tried = () =>
      shop.db.execute(
        sql`insert into parcel_events (order_id, at, source, state) values (${id}, now(), 'import', 'no_answer')`,
      )
    const tries = async (tab: string) =>
      (await list(`?tab=${tab}`)).data.find(({ OrderID }: { OrderID: number }) => OrderID === id).tries
    for (const count of [1, 2]) {
      await tried()
      expect(await tries('chase')).toBe(count)
    }
    await move(id, 'en attente')
    await move(id, 'en transit')
    expect(await tries('moving')).toBe(0)
    await tried()
    expect(await tries('moving')).toBe(1)
  })

  test('are sorted by the day of their follow-up, or by how long they have been in their state', async () => {
    const tomorrow = new Date(shop.now.getTime() + DAY_MS)
    const [later, sooner] = [await sent({ quiet: 5, due: tomorrow }), await sent({ quiet: 3, due: shop.now })]
    const [twin, other] = [await sent({ quiet: 1 }), await sent({ quiet: 1 })]
    const sorted = async (query: string) => {
      const { data } = await list(`?tab=moving${query}`)
      return data.map(({ OrderID }: { OrderID: number }) => OrderID)
    }
    for (const query of ['', '&sort=follow_up_at']) expect(await sorted(query)).toEqual([twin, other, sooner, later])
    expect(await sorted('&sort=state_at')).toEqual([later, sooner, twin, other])
    expect(await sorted('&sort=-state_at')).toEqual([other, twin, sooner, later])
    expect(await sorted('&sort=-state_at&per_page=1&page=2')).toEqual([twin])
  })

  test('are an agent’s work too, without fees and without what distributors pay', async () => {
    await sent({ state: 'no_answer' })
    await shop.db.execute(sql`update parcels set fee_delivered = 4321, fee_refused = 4322, fee_returned = 4323`)
    const { status, text } = await by('salma', 'GET', '/api/parcels')
    expect([status, /43[.,]?2[123]|61[.,]23|fee/.exec(text)]).toEqual([200, null])
    for (const who of ['sara', 'karim'] as const)
      expect((await shop.call('GET', '/api/parcels', { token: shop.tokens[who] })).status).toBe(403)
  })
})

describe('a follow-up', () => {
  test('sets the next look, and is written down in its author’s name', async () => {
    const id = await sent({ state: 'no_answer' })
    const answer = await followUp(id, { kind: 'called', seen_updated_at: await seen(id) }, 'salma')
    expect([answer.status, answer.json.message.replaceAll('\u00A0', ' ')]).toEqual([200, `Commande ${id} : rappelée.`])
    expect(await idsIn('chase')).toEqual([])
    const { rows } = await shop.db.execute(sql`
      select source, parcel_note, by from parcel_events where order_id = ${id} and source = 'agent'`)
    expect(rows).toEqual([{ source: 'agent', parcel_note: 'Rappelée', by: shop.ids.salma }])
    const day = new Date(shop.now.getTime() + 3 * DAY_MS).toISOString().slice(0, 10)
    const put = await followUp(id, { kind: 'new_day', next: day, note: 'Après 18 h', seen_updated_at: await seen(id) })
    expect(put.json.follow_up_at.slice(0, 10)).toBe(day)
  })

  test('stands in the data of its author, without the words about the customer', async () => {
    const acts = async () =>
      (await by('admin', 'POST', `/api/admin/user/${shop.ids.salma}/personal-data/export`)).json.parcel_acts
    const before = await acts()
    const id = await sent({ state: 'no_answer' })
    await followUp(id, { kind: 'called', seen_updated_at: await seen(id) })
    await followUp(id, { kind: 'note', note: 'Voisine', seen_updated_at: await seen(id) }, 'salma')
    await followUp(id, { kind: 'returned', seen_updated_at: await seen(id) }, 'salma')
    const at = shop.now.toISOString()
    expect(await acts()).toEqual([...before, { at, order: id, state: null }, { at, order: id, state: 'en retour' }])
  })

  test('about another address leaves the order’s own as it is', async () => {
    const id = await sent({ state: 'wrong_number' })
    const before = (await shop.db.execute(sql`select address, city, updated_at from orders where id = ${id}`)).rows
    const body = { kind: 'new_address', note: '3, rue du Port, Salé', seen_updated_at: await seen(id) }
    expect((await followUp(id, body)).status).toBe(200)
    expect((await shop.db.execute(sql`select address, city, updated_at from orders where id = ${id}`)).rows).toEqual(
      before,
    )
    const { rows } = await shop.db.execute(sql`
      select replace(parcel_note, chr(160), ' ') as note from parcel_events where order_id = ${id} and source = 'admin'`)
    expect(rows).toContainEqual({ note: 'Nouvelle adresse : 3, rue du Port, Salé' })
  })

  test('that is only a note leaves the day', async () => {
    const due = new Date(shop.now.getTime() + DAY_MS)
    const id = await sent({ state: 'postponed', due })
    const { json } = await followUp(id, { kind: 'note', note: 'Voisine', seen_updated_at: await seen(id) })
    expect(json.follow_up_at).toBe(due.toISOString())
  })

  test('that a parcel comes back puts it among the refused: its order and the stock stay until a hand has it', async () => {
    const id = await sent({ state: 'no_answer', due: shop.now })
    const stock = await shop.stockOf(oil)
    const body = { kind: 'returned', note: 'N’en veut plus', seen_updated_at: await seen(id) }
    expect((await followUp(id, body, 'salma')).json.follow_up_at).toBeNull()
    expect([await idsIn('chase'), await idsIn('refused')]).toEqual([[], [id]])
    const { rows } = await shop.db.execute(sql`
      select parcels.state, status, replace(parcel_note, chr(160), ' ') as note, source
      from parcels join orders on orders.id = parcels.order_id join parcel_events on parcel_events.order_id = orders.id
      where orders.id = ${id} and parcel_events.state = 'returning'`)
    expect(rows).toEqual([
      { state: 'returning', status: 'in_transit', note: 'Rendue : N’en veut plus', source: 'agent' },
    ])
    expect(await shop.stockOf(oil)).toBe(stock)
    const again = await followUp(id, { kind: 'returned', seen_updated_at: await seen(id) })
    expect([again.status, again.json.code]).toEqual([409, 'parcel_returning'])
  })

  test('by whom shows an older state is refused, and of two at once one wins', async () => {
    const id = await sent({ state: 'no_answer', quiet: 2 })
    const old = new Date(shop.now.getTime() - DAY_MS).toISOString()
    const refused = await followUp(id, { kind: 'called', seen_updated_at: old })
    expect([refused.status, refused.json.code]).toEqual([409, 'parcel_changed'])
    const seen_updated_at = await seen(id)
    const both = await Promise.all([
      followUp(id, { kind: 'called', seen_updated_at }),
      followUp(id, { kind: 'called', seen_updated_at }, 'salma'),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test.each([
    ['a new day without one', { kind: 'new_day' }, { next: ['day_required'] }],
    ['a day that is over', { kind: 'new_day', next: '2020-01-01' }, { next: ['day_too_far'] }],
    ['a day beyond a month', { kind: 'called', next: '2099-01-01' }, { next: ['day_too_far'] }],
    ['a word for a day', { kind: 'new_day', next: 'demain' }, { next: ['day'] }],
    ['a day that is none', { kind: 'new_day', next: '2026-11-99' }, { next: ['day'] }],
    ['no address', { kind: 'new_address', note: ' ' }, { note: ['address_required'] }],
    ['no note', { kind: 'note' }, { note: ['note_required'] }],
    ['a note too long', { kind: 'note', note: 'x'.repeat(271) }, { note: ['max_length'] }],
    ['an unknown kind', { kind: 'cancel' }, { kind: [expect.any(String)] }],
  ])('is refused with %s', async (_, body, codes) => {
    const id = await sent({ state: 'no_answer' })
    const { status, json } = await followUp(id, { ...body, seen_updated_at: await seen(id) })
    expect([status, json.codes]).toEqual([422, codes])
  })

  test('of a parcel that is over, or of an order without one, is refused', async () => {
    const id = await sent()
    await move(id, 'livré')
    const over = await followUp(id, { kind: 'called', seen_updated_at: await seen(id) })
    expect([over.status, over.json.code]).toEqual([409, 'parcel_not_on_its_way'])
    const none = await followUp(await placed(), { kind: 'called', seen_updated_at: shop.now.toISOString() })
    expect([none.status, none.json.code]).toEqual([404, 'order_without_parcel'])
    expect(
      (await followUp(999_999 as OrderId, { kind: 'called', seen_updated_at: shop.now.toISOString() })).status,
    ).toBe(404)
  })
})

describe('an order of a refused parcel', () => {
  const cancel = (id: OrderId, shown?: object) =>
    by('admin', 'PUT', '/api/admin/orders/tracking', {
      ids: [id],
      CurrentStatus: 'annulé',
      Reason: 'refusé à la livraison',
      shown: shown && [shown],
    })

  test('whose courier tries again since the page showed it is not cancelled', async () => {
    const id = await sent({ state: 'refused', quiet: 2 })
    const [{ status, updated_at }] = (await list('?tab=refused')).data
    const shown = { OrderID: id, CurrentStatus: status, seen_updated_at: updated_at }
    await shop.db.execute(sql`update parcels set state = 'out', state_at = ${shop.now.toISOString()}::timestamptz,
      last_event_at = ${shop.now.toISOString()}::timestamptz where order_id = ${id}`)
    expect((await cancel(id, shown)).json.results).toEqual([
      {
        OrderID: id,
        ok: false,
        status: 'en transit',
        message: 'Le colis est maintenant «\u00A0en livraison\u00A0»\u00A0: vérifiez-le avant d’annuler la commande.',
      },
    ])
    expect(await idsIn('out')).toEqual([id])
    expect((await cancel(id)).json.results).toMatchObject([{ ok: true }])
  })

  test('is cancelled as it was shown, also after somebody noted something', async () => {
    const id = await sent({ state: 'refused', quiet: 2 })
    const [{ status, updated_at }] = (await list('?tab=refused')).data
    await followUp(id, { kind: 'note', note: 'Voisine', seen_updated_at: updated_at })
    const shown = { OrderID: id, CurrentStatus: status, seen_updated_at: updated_at }
    expect((await cancel(id, shown)).json.results).toMatchObject([{ ok: true, status: 'annulé' }])
  })
})
