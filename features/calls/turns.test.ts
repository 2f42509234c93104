import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CITIES } from '#platform/kernel/cities.ts'
import { startOfTomorrow } from '#platform/kernel/days/days-ahead.ts'
import { MINUTE_MS } from '#platform/kernel/durations.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { inTurn } from '#test/call-model.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { CONTACTS } from './model.ts'
import type { Pending } from './rules.ts'
import { readDesk } from './turns.ts'

let shop: TestShop
const ids: OrderId[] = []

const MONDAY = new Date('2026-11-23T10:00:00Z')

beforeAll(async () => {
  shop = await openTestShop()
  shop.now = MONDAY
  await shop.addPeople()
  const oil = await shop.addProduct({ stock: 50 })
  const lines = { product_ids: [oil], prices: [149.5], quantities: [1], priceGain: [149.5] }
  for (let nth = 0; nth < 8; nth++) {
    const customer_id = await shop.addCustomer({ phone: `066123980${nth}`, city: CITIES[nth] })
    const { json } = await shop.call('POST', '/api/orders/create', { body: { ...lines, customer_id } })
    ids.push(json.order.OrderID)
  }
})

afterAll(() => shop.close())

/** Minutes from now at which a lane begins or ends, the one before and the one after, and others. */
const minutes = (edges: readonly number[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...edges.flatMap((edge) => [edge - 1, edge, edge + 1])) },
    { weight: 1, arbitrary: fc.integer({ min: -4000, max: 0 }) },
  )

const state = fc.record({
  contact: fc.oneof({ weight: 2, arbitrary: fc.constant('to_call' as const) }, fc.constantFrom(...CONTACTS)),
  placed: minutes([0, -15, -60, -240, -1440]).map((each) => Math.min(0, each)),
  anew: fc.option(
    minutes([0, -15, -60, -240, -1440]).map((each) => Math.min(0, each)),
    { freq: 1 },
  ),
  due: fc.oneof(minutes([0, 10]), fc.integer({ min: 0, max: 4000 })),
  holder: fc.constantFrom(null, null, 'own', 'sara', 'late'),
})

const at = (minute: number) => new Date(MONDAY.getTime() + minute * MINUTE_MS)

/** Puts orders into these states, whatever attempts would have brought them there. */
async function store(rows: readonly object[]): Promise<void> {
  const states = sql`json_populate_recordset(null::confirmations, ${JSON.stringify(rows)}::json)`
  await shop.db.execute(sql`
    update orders set created_at = state.created_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as state (order_id int, created_at timestamptz) where id = order_id`)
  await shop.db.execute(sql`delete from confirmations`)
  await shop.db.execute(sql`
    insert into confirmations (order_id, contact, due_at, anew_at, confirmed_at, held_by, held_until)
      select order_id, contact, due_at, anew_at, confirmed_at, held_by, held_until from ${states}`)
}

test('the database puts orders in the turn of the rules, counts them alike, and passes over the cards of others', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(state, { minLength: 8, maxLength: 8 }), fc.nat({ max: 8 }), async (states, named) => {
      const pending: Pending[] = []
      const rows = states.map(({ contact, placed, anew, due, holder }, nth) => {
        const id = ids[nth]!
        const dueAt = contact === 'retry' || contact === 'postponed' ? at(due) : null
        const anewAt = anew === null ? null : at(anew)
        if (holder !== 'sara') pending.push({ id, contact, dueAt, anewAt, createdAt: at(placed) })
        return {
          order_id: id,
          created_at: at(placed),
          contact,
          due_at: dueAt,
          anew_at: anewAt,
          confirmed_at: contact === 'confirmed' ? at(0) : null,
          held_by: holder && shop.ids[holder === 'own' ? 'admin' : 'sara'],
          held_until: holder && at(holder === 'late' ? 0 : 5),
        }
      })
      await store(rows)
      const desk = { by: shop.ids.admin, settling: [ids[7]!] }
      const free = pending.filter(({ id }) => id !== ids[7])
      const turns = inTurn(free, MONDAY).map(({ id }) => id)
      const work = await readDesk(shop.db, desk, null, MONDAY)
      expect(work.turns).toEqual(turns)
      const first = ids[named] ?? null
      expect((await readDesk(shop.db, desk, first, MONDAY)).turns).toEqual([
        ...turns.filter((id) => id === first),
        ...turns.filter((id) => id !== first),
      ])
      const count = (is: (order: Pending) => boolean) => free.filter(is).length
      const promised = (from: number, until: number) =>
        count(({ contact, dueAt }) => contact === 'postponed' && dueAt! >= at(from) && dueAt! < at(until))
      const soonest = free
        .filter(({ dueAt }) => dueAt && dueAt > MONDAY)
        .sort((a, b) => a.dueAt!.getTime() - b.dueAt!.getTime() || a.id - b.id)[0]
      const midnight = (startOfTomorrow(MONDAY).getTime() - MONDAY.getTime()) / MINUTE_MS
      expect({ ...work.counts, nextDue: work.nextDue, nextCity: work.nextCity }).toEqual({
        toCall: turns.length,
        promisedSoon: count(({ contact, dueAt }) => contact === 'postponed' && dueAt! <= at(10)),
        promised: promised(-9999, midnight),
        later: promised(midnight, 9999),
        tomorrow: promised(midnight, midnight + 24 * 60),
        retries: count(({ contact }) => contact === 'retry'),
        unreachable: count(({ contact }) => contact === 'unreachable'),
        wrongNumber: count(({ contact }) => contact === 'wrong_number'),
        confirmed: count(({ contact }) => contact === 'confirmed'),
        nextDue: soonest?.dueAt ?? null,
        nextCity: soonest ? CITIES[ids.indexOf(soonest.id as OrderId)] : null,
      })
    }),
    { numRuns: 60, endOnFailure: true },
  )
})
