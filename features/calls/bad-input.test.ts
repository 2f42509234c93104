import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { findConfirmation, listAttempts } from './queries.ts'

let shop: TestShop
let oil: ProductId
/** Nobody called it yet. */
let fresh: OrderId
let confirmed: OrderId
let cancelled: OrderId
let left: OrderId
/** Of a supplier who deleted it. */
let deleted: OrderId
let link: string

// A Monday, in the hours of calls.
const MONDAY = new Date('2026-11-23T10:00:00Z')
const asAgent = (method: string, path: string, body?: object) =>
  shop.call(method, path, { token: shop.tokens.salma, ...(body === undefined ? {} : { body }) })
const asAdmin = (method: string, path: string, body?: object) =>
  shop.call(method, path, { token: shop.tokens.admin, body })
const attempts = (id: OrderId) => `/api/confirmation/${id}/attempts`

let phones = 61_000

async function placed({ token, phone = `06612${phones++}`, name = 'Nadia El Fassi' }: Placing = {}): Promise<OrderId> {
  const customer_id = await shop.addCustomer({ phone, city: 'Rabat', name }, { token })
  const lines = { product_ids: [oil], prices: [token ? 110 : 149.5], quantities: [1], priceGain: [149.5] }
  const { json } = await shop.call('POST', '/api/orders/create', { token, body: { ...lines, customer_id } })
  return json.order.OrderID
}

interface Placing {
  token?: string
  phone?: string
  name?: string
}

beforeAll(async () => {
  shop = await openTestShop()
  shop.now = MONDAY
  await shop.addPeople()
  await shop.addAgent()
  oil = await shop.addProduct({ name: 'Huile d’argan', stock: 500 })
  fresh = await placed()
  confirmed = await placed()
  await asAgent('POST', attempts(confirmed), { outcome: 'confirmé' })
  cancelled = await placed()
  await asAgent('POST', attempts(cancelled), { outcome: 'annulé', Reason: 'autre' })
  left = await placed()
  await asAdmin('PUT', `/api/admin/orders/${left}/tracking`, { CurrentStatus: 'en transit' })
  deleted = await placed({ token: shop.tokens.sara })
  await shop.call('DELETE', `/api/supplier/orders/${deleted}`, { token: shop.tokens.sara })
  link = new URL((await asAdmin('POST', `/api/confirmation/${fresh}/link`)).json.url).pathname.replace('/c/', '')
})

afterAll(() => shop.close())

const stored = async () => {
  const { rows } = await shop.db.execute(sql`
    select (select count(*) from call_attempts) as attempts, (select md5(string_agg(c::text, '' order by order_id)) from confirmations c) as states,
      (select md5(string_agg(o::text, '' order by id)) from orders o) as orders`)
  return rows[0]
}

type Row = [
  what: string,
  method: string,
  path: () => string,
  body: object | undefined,
  status: number,
  problem: unknown,
]

const ofFresh = (what: string, body: object, problem: unknown): Row => [
  what,
  'POST',
  () => attempts(fresh),
  body,
  422,
  problem,
]
const onPage = (what: string, body: object, problem: unknown): Row => [
  what,
  'POST',
  () => `/api/confirm/${link}`,
  body,
  422,
  problem,
]
const of = (
  what: string,
  verb: string,
  id: () => OrderId,
  body: object | undefined,
  ...rest: [number, unknown]
): Row => [what, 'POST', () => `/api/confirmation/${id()}/${verb}`, body, ...rest]

test.each<Row>([
  ofFresh('no outcome', {}, { outcome: ['required'] }),
  ofFresh('an outcome that nobody enters', { outcome: 'lien envoyé' }, { outcome: ['not_listed'] }),
  ofFresh('a promise without its hour', { outcome: 'reporté' }, { due_at: ['required'] }),
  ofFresh('a promise of no hour', { outcome: 'reporté', due_at: 'demain' }, { due_at: ['format'] }),
  ofFresh(
    'a promise of yesterday',
    { outcome: 'reporté', due_at: '2026-11-22T10:00:00Z' },
    { due_at: ['due_at_past'] },
  ),
  ofFresh(
    'a promise of next month',
    { outcome: 'reporté', due_at: '2026-12-23T10:00:00Z' },
    { due_at: ['due_at_far'] },
  ),
  ofFresh('a cancellation without its reason', { outcome: 'annulé' }, { Reason: ['required'] }),
  ofFresh('a reason that there is none of', { outcome: 'annulé', Reason: 'ennui' }, { Reason: ['not_listed'] }),
  ofFresh('a note of 301 letters', { outcome: 'confirmé', note: 'é'.repeat(301) }, { note: ['max_length'] }),
  ofFresh(
    'a confirmation by WhatsApp without letters',
    { outcome: 'confirmé', via: 'whatsapp' },
    { code: ['required'] },
  ),
  ofFresh('wrong letters', { outcome: 'confirmé', via: 'whatsapp', code: 'AAAA' }, { code: ['not_code_of_order'] }),
  ofFresh('a channel that is the customer’s', { outcome: 'confirmé', via: 'page' }, { via: ['not_listed'] }),
  ofFresh('a moment that is none', { outcome: 'confirmé', seen_updated_at: 'hier' }, { seen_updated_at: ['format'] }),
  of('a call about a cancelled order', 'attempts', () => cancelled, { outcome: 'occupé' }, 409, 'order_over'),
  of('a call about one that has left', 'attempts', () => left, { outcome: 'occupé' }, 409, 'order_left'),
  of('a call about a deleted one', 'attempts', () => deleted, { outcome: 'occupé' }, 409, 'order_deleted'),
  of('a call about none', 'attempts', () => 999_999 as OrderId, { outcome: 'occupé' }, 404, 'unknown_order'),
  of('a number that is none', 'attempts', () => 'douze' as never, { outcome: 'occupé' }, 404, 'not_found'),
  of('the reopening of one to be called', 'reopen', () => fresh, {}, 409, 'still_to_call'),
  of('the reopening of a cancelled one', 'reopen', () => cancelled, {}, 409, 'order_over'),
  of('the reopening of one that has left', 'reopen', () => left, {}, 409, 'order_left'),
  of('the link of one that has left', 'link', () => left, undefined, 409, 'order_left'),
  of('the link of a deleted one', 'link', () => deleted, undefined, 409, 'order_deleted'),
  of('a merge with nothing', 'merge?preview=1', () => fresh, {}, 422, { other: ['required'] }),
  of('a merge with itself', 'merge?preview=1', () => fresh, { other: 1 }, 409, 'merge_with_itself'),
  of('a merge that was not shown', 'merge', () => fresh, { other: 2 }, 422, { digest: ['required'] }),
  [
    'a card first that is no number',
    'POST',
    () => '/api/confirmation/next',
    { first: 'a' },
    422,
    { first: ['number'] },
  ],
  [
    'a list that there is none of',
    'GET',
    () => '/api/confirmation/queue?tab=tout',
    undefined,
    422,
    { tab: ['not_listed'] },
  ],
  ['figures of eight days', 'GET', () => '/api/confirmation/stats?days=8', undefined, 422, { days: ['not_listed'] }],
  onPage('no action', {}, { action: ['required'] }),
  onPage('an action that is none', { action: 'voler' }, { action: ['not_listed'] }),
  onPage('no digits', { action: 'corriger', Address: 'Ici' }, { last4: ['wrong_digits'] }),
  onPage('a day that is not offered', { action: 'autre jour', day: '2031-01-01' }, { day: ['day_not_offered'] }),
  onPage('no day', { action: 'autre jour' }, { day: ['required'] }),
  onPage('a cancellation without her reason', { action: 'annuler' }, { Reason: ['reason_of_customer'] }),
  onPage('a reason of the staff', { action: 'annuler', Reason: 'rupture' }, { Reason: ['reason_of_customer'] }),
])('%s is refused and stores nothing', async (_, method, path, body, status, problem) => {
  const before = await stored()
  const answer = path().startsWith('/api/confirm/')
    ? await shop.call(method, path(), { body })
    : await asAgent(method, path(), body)
  expect([answer.status, answer.json.codes ?? answer.json.code]).toEqual([status, problem])
  expect(await stored()).toEqual(before)
})

test('a name with an emoji, a number that nobody has and a note of 300 letters are taken as they are', async () => {
  const id = await placed({ name: '🌸 لمياء', phone: '0600000000' })
  shop.now = new Date(MONDAY.getTime() + 1)
  const { card } = (await asAgent('POST', '/api/confirmation/next', { first: id })).json
  expect(card).toMatchObject({ OrderID: id, customer_info: { Name: '🌸 لمياء' }, risk: { light: 'orange' } })
  expect(card.risk.points).toContainEqual({ value: 4, label: 'Numéro peu probable.' })
  const { whatsapp } = (await asAgent('POST', `/api/confirmation/${id}/link`)).json
  expect(new URL(whatsapp).searchParams.get('text')).toMatch(new RegExp(`^Bonjour, votre commande n° ${id} chez`))
  const note = 'é'.repeat(300)
  expect((await asAgent('POST', attempts(id), { outcome: 'occupé', note })).status).toBe(200)
  expect((await listAttempts(shop.db, id)).map((each) => each.note)).toEqual([null, note])
})

test('hours are those of the clocks, whatever Ramadan does to them, and the moment is what is stored', async () => {
  for (const [evening, morning] of [
    // An hour ahead of Greenwich, and level with it the night after the clocks went back.
    ['2026-02-12T20:00:00Z', '2026-02-13T08:00:00Z'],
    ['2026-02-14T20:00:00Z', '2026-02-15T09:00:00Z'],
  ] as const) {
    shop.now = new Date(evening)
    const token = await shop.sessionOf(shop.ids.salma)
    const id = await placed()
    const { json } = await shop.call('POST', attempts(id), { token, body: { outcome: 'pas de réponse' } })
    expect(json.due_at).toBe(new Date(morning).toISOString())
    expect((await findConfirmation(shop.db, id)).dueAt).toEqual(new Date(morning))
  }
})
