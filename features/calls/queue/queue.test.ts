import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOfTomorrow } from '#platform/kernel/days/days-ahead.ts'
import { HOUR_MS } from '#platform/kernel/durations.ts'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

import { CALL_FILTERS, CALL_LISTS, CONTACTS } from '../model.ts'
import { findConfirmation } from '../queries.ts'
import { laneOf } from '../rules.ts'
import { listOf, listsOf } from './rules.ts'

let shop: TestShop
let oil: ProductId

const MONDAY = new Date('2026-11-23T10:00:00Z')

beforeAll(async () => {
  shop = await openTestShop()
  shop.now = MONDAY
  await shop.addPeople()
  oil = await shop.addProduct({ name: 'Huile d’argan', stock: 500 })
})

afterAll(() => shop.close())

const get = async (path: string) => {
  const { status, json, text } = await shop.call('GET', path, { token: await shop.sessionOf(shop.ids.admin) })
  expect(status, path).toEqual(200)
  return json ?? text
}

async function place(phone = '0661239874'): Promise<OrderId> {
  const customer_id = await shop.addCustomer({ phone, city: 'Rabat', name: 'Nadia El Fassi' })
  const lines = { product_ids: [oil], prices: [149.5], quantities: [1], priceGain: [149.5] }
  const { json } = await shop.call('POST', '/api/orders/create', { body: { ...lines, customer_id } })
  return json.order.OrderID
}

const attempt = async (id: OrderId, body: object) =>
  shop.call('POST', `/api/confirmation/${id}/attempts`, { token: await shop.sessionOf(shop.ids.admin), body })

const idsOf = ({ data }: { data: { OrderID: OrderId }[] }) =>
  data.map(({ OrderID }) => OrderID).toSorted((a, b) => a - b)

/** Puts an order into a state as its attempts would, whatever they were. */
const putInto = (id: OrderId, contact: string, dueAt: Date | null) =>
  shop.db.execute(sql`
    insert into confirmations (order_id, contact, due_at, last_at, confirmed_at, confirmed_via) values
      (${id}, ${contact}, ${dueAt?.toISOString() ?? null}, now(), ${contact === 'confirmed' ? MONDAY.toISOString() : null},
        ${contact === 'confirmed' ? 'phone' : null})
    on conflict (order_id) do update set contact = excluded.contact, due_at = excluded.due_at,
      confirmed_at = excluded.confirmed_at, confirmed_via = excluded.confirmed_via`)

test('every pending order stands in exactly one list, here and in the admin’s, and no other order in any', async () => {
  const ids: OrderId[] = []
  for (let nth = 0; nth < 8; nth++) ids.push(await place(`06612398${70 + nth}`))
  const gone = await place('0661239800')
  await shop.call('PUT', `/api/admin/orders/${gone}/tracking`, {
    token: shop.tokens.admin,
    body: { CurrentStatus: 'attribué' },
  })
  const state = fc.record({ contact: fc.constantFrom(...CONTACTS), hours: fc.integer({ min: -30, max: 60 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(state, { minLength: 9, maxLength: 9 }), async (states) => {
      for (const [nth, { contact, hours }] of states.entries()) {
        const isDue = contact === 'retry' || contact === 'postponed'
        await putInto([...ids, gone][nth]!, contact, isDue ? new Date(MONDAY.getTime() + hours * HOUR_MS) : null)
      }
      const listed = new Map<string, OrderId[]>()
      for (const filter of CALL_FILTERS) {
        const desk = await get(`/api/confirmation/queue?per_page=100&tab=${filter}`)
        const admin = await get(`/api/admin/orders?per_page=100&confirmation=${filter}`)
        expect([idsOf(admin), admin.total], filter).toEqual([idsOf(desk), desk.total])
        listed.set(filter, idsOf(desk))
      }
      const own = new Map<OrderId, string>()
      let turns = 0
      for (const id of ids) {
        const stored = await findConfirmation(shop.db, id)
        own.set(id, listOf(stored, startOfTomorrow(MONDAY)))
        if (laneOf({ ...stored, id, createdAt: MONDAY }, MONDAY) !== null) turns++
      }
      for (const filter of CALL_FILTERS)
        expect(listed.get(filter), filter).toEqual(
          ids.filter((id) => (listsOf(filter) as readonly string[]).includes(own.get(id)!)),
        )
      const { counts } = await get('/api/confirmation/queue')
      const { wrong_number, ...others } = counts
      const many = Object.fromEntries(CALL_LISTS.map((list) => [list, listed.get(list)!.length]))
      expect({ ...others, wrong_number }).toEqual({ ...many, to_call: turns, tomorrow: expect.any(Number) })
      const atWork = await get('/api/admin/orders/counts')
      expect(atWork).toMatchObject({ ...counts, to_confirm: listed.get('open')!.length })
    }),
    { numRuns: 12, endOnFailure: true },
  )
  for (const id of ids)
    await shop.call('DELETE', `/api/admin/orders/${id}`, { token: await shop.sessionOf(shop.ids.admin) })
  expect((await get('/api/confirmation/queue?tab=open')).total).toBe(0)
})

test('of postponed orders the first hour comes first, tomorrow’s are counted, and a search finds one', async () => {
  const [late, early] = [await place('0677000001'), await place('0677000002')]
  const postpone = (id: OrderId, due_at: string) => attempt(id, { outcome: 'reporté', due_at })
  await postpone(late, '2026-11-26T10:00:00Z')
  await postpone(early, '2026-11-24T10:00:00Z')
  const { data, counts } = await get('/api/confirmation/queue?tab=later')
  expect(data.map(({ OrderID }: { OrderID: OrderId }) => OrderID)).toEqual([early, late])
  expect(counts).toMatchObject({ later: 2, tomorrow: 1, promised: 0 })
  expect(idsOf(await get('/api/confirmation/queue?tab=later&search=0677000001'))).toEqual([late])
  expect(idsOf(await get(`/api/confirmation/queue?tab=none&search=0677000001`))).toEqual([])
  expect(JSON.stringify(data)).not.toMatch(/gain|distribut|rib|email/i)
})

test('the file of the orders has those of a list and no others', async () => {
  const [wrong, other] = [await place('0677000003'), await place('0677000004')]
  await attempt(wrong, { outcome: 'faux numéro' })
  const file: string = await get('/api/admin/orders.csv?confirmation=wrong_number')
  const numbers = file.split('\r\n').flatMap((line) => line.match(/^"?(\d+)/)?.[1] ?? [])
  expect([numbers.includes(String(wrong)), numbers.includes(String(other))]).toEqual([true, false])
})

test('the admin’s row and page say how far it is: how many calls nobody answered, and who made them', async () => {
  const id = await place('0677000005')
  const row = async () => (await get(`/api/admin/orders?ids=${id}`)).data[0].confirmation
  expect(await row()).toBeNull()
  await attempt(id, { outcome: 'occupé' })
  await attempt(id, { outcome: 'pas de réponse', note: 'Messagerie' })
  expect(await row()).toEqual({
    contact: 'retry',
    due_at: expect.any(String),
    last_at: MONDAY.toISOString(),
    calls: 2,
  })
  const { confirmation } = await get(`/api/admin/orders/${id}`)
  expect(confirmation).toMatchObject({ contact: 'retry', calls: 2, confirmed_via: null, risk: { light: 'green' } })
  expect(confirmation.history.map(({ by, outcome, note }: Record<string, string>) => [by, outcome, note])).toEqual([
    ['Nom admin', 'pas de réponse', 'Messagerie'],
    ['Nom admin', 'occupé', null],
  ])
})
