import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anonymiseOldOrders } from '#features/privacy/index.ts'
import { ANONYMOUS_RECIPIENT } from '#platform/kernel/anonymised.ts'
import { DAY_MS } from '#platform/kernel/durations.ts'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { scheduledJobs } from './scheduled-jobs.ts'

const YEAR_MS = 366 * DAY_MS

let shop: TestShop
let goods: ProductId
let backups: string

beforeEach(async () => {
  backups = mkdtempSync(join(tmpdir(), 'backups-'))
  shop = await openTestShop()
  await shop.addPeople()
  goods = await shop.addProduct({ user: 100, distributor: 60 })
})

afterEach(async () => {
  await shop.close()
  rmSync(backups, { recursive: true })
})

const failures: unknown[] = []

/** Every job once, as in the first second of the program. */
async function runJobs(): Promise<void> {
  failures.length = 0
  const save = (path: string) => writeFile(path, 'a backup')
  const daily = { folder: backups, hour: 0, retained: 2 }
  for (const { work } of scheduledJobs(shop.first.shop, (error) => failures.push(error), daily, save)) await work()
  expect(failures).toEqual([])
}

async function placeOrders(count: number): Promise<OrderId[]> {
  const ids: OrderId[] = []
  for (let i = 0; i < count; i++) {
    const customer_id = await shop.addCustomer({ name: `Nadia ${i}`, phone: `06123456${String(10 + i)}` })
    const body = { product_ids: [goods], prices: [100], priceGain: [100], quantities: [1], customer_id }
    const headers = { 'idempotency-key': `une-cle-de-commande-${i}-${shop.now.getTime()}` }
    ids.push((await shop.call('POST', '/api/orders/create', { body, headers })).json.order.OrderID)
  }
  return ids
}

async function deliver(ids: readonly OrderId[]): Promise<void> {
  const body = { ids, CurrentStatus: 'livré' }
  const { status } = await shop.call('PUT', '/api/admin/orders/tracking', { token: shop.tokens.admin, body })
  expect(status).toBe(200)
}

const age = (ids: readonly OrderId[], years: number) =>
  shop.db.execute(sql`
    update orders set created_at = ${new Date(shop.now.getTime() - years * YEAR_MS).toISOString()}
    where id = any(${sql.param(ids)}::int[])`)

/** Rows that a wrong clock might delete. */
async function held(): Promise<unknown> {
  const { rows } = await shop.db.execute(sql`
    select (select json_agg(name order by id) from orders) as names, (select count(*)::int from customers) as records,
      (select count(*)::int from sessions) as sessions, (select count(*)::int from idempotency_keys) as keys,
      (select count(*)::int from images) as pictures`)
  return rows[0]
}

const namesOf = async (ids: readonly OrderId[]) =>
  (
    await shop.db.execute<{ name: string }>(
      sql`select name from orders where id = any(${sql.param(ids)}::int[]) order by id`,
    )
  ).rows.map(({ name }) => name)

async function bell(): Promise<string[]> {
  const { rows } = await shop.db.execute<{ message: string }>(
    sql`select message from notifications where kind = 'retention' order by id`,
  )
  return rows.map(({ message }) => message)
}

/** The journal's entries of retention rounds: action, actor and number of orders. */
async function journal(): Promise<unknown[]> {
  const { rows } = await shop.db.execute<Record<string, unknown>>(
    sql`select actor_id, after from audit_entries where subject = 'retention' order by id`,
  )
  return rows.map(({ actor_id, after }) => [actor_id, after])
}

const asAdmin = async (method: string, path: string, body?: object) => {
  const token = await shop.sessionOf(shop.ids.admin)
  return shop.call(method, path, { token, body })
}

const confirmClock = (now = shop.now) =>
  asAdmin('POST', '/api/admin/retention/confirm-clock', { now: now.toISOString() })
const confirmRound = (orders_due: number) => asAdmin('POST', '/api/admin/retention/confirm-round', { orders_due })

describe('a clock that jumped', () => {
  test('erases nobody, removes no backup, and rings the bell once', async () => {
    const ids = await placeOrders(20)
    await deliver(ids)
    await shop.addCustomer({ name: 'Sans commande' })
    for (const day of ['2026-11-17', '2026-11-18']) writeFileSync(join(backups, `quotidienne-${day}.tar.zst`), day)
    const before = await held()
    shop.pass(11 * YEAR_MS)
    await runJobs()
    await runJobs()
    expect(await held()).toEqual(before)
    expect(readdirSync(backups)).toEqual(
      expect.arrayContaining(['quotidienne-2026-11-17.tar.zst', 'quotidienne-2026-11-18.tar.zst']),
    )
    expect(await bell()).toEqual([
      'Date du serveur à confirmer\u00A0– il indique le 28/11/2037, et tout s’arrête au 20/11/2026. Rien n’est effacé en attendant',
    ])
    expect((await asAdmin('GET', '/api/admin/retention')).json).toMatchObject({
      waiting: 'clock',
      seen_before: '2026-11-20T12:00:01.000Z',
      now: shop.now.toISOString(),
    })
  })

  test('is no better for an order that is placed meanwhile', async () => {
    const ids = await placeOrders(3)
    await deliver(ids)
    await runJobs()
    shop.pass(11 * YEAR_MS)
    await placeOrders(60)
    await runJobs()
    expect(await namesOf(ids)).toEqual(['Nadia 0', 'Nadia 1', 'Nadia 2'])
    expect((await asAdmin('GET', '/api/admin/retention')).json.waiting).toBe('clock')
  })

  test('and is put right is forgotten; a few days without an order are no jump', async () => {
    await placeOrders(1)
    shop.pass(8 * DAY_MS)
    await runJobs()
    shop.pass(-2 * DAY_MS)
    await runJobs()
    expect((await asAdmin('GET', '/api/admin/retention')).json).toMatchObject({
      waiting: null,
      last_round_at: shop.now.toISOString(),
    })
    for (const _ of [1, 2, 3]) {
      shop.pass(6 * DAY_MS)
      await runJobs()
    }
    expect(await bell()).toHaveLength(1)
  })

  test('is believed once the owner has confirmed what it shows, in its own name', async () => {
    await placeOrders(1)
    shop.pass(60 * DAY_MS)
    await runJobs()
    expect((await confirmClock(new Date(shop.now.getTime() - DAY_MS))).status).toBe(409)
    expect((await confirmClock()).json).toMatchObject({ waiting: null, last_round_at: shop.now.toISOString() })
    expect((await confirmClock()).status).toBe(409)
    expect(await journal()).toEqual([[shop.ids.admin, { personal_data: 'clock_confirmed', orders: 0 }]])
    shop.pass(60_000)
    await runJobs()
    expect((await asAdmin('GET', '/api/admin/retention')).json.last_round_at).toBe(shop.now.toISOString())
    expect(await bell()).toHaveLength(1)
  })
})

describe('a round of anonymisation', () => {
  test('is one line of the journal and of the bell, with its number', async () => {
    const ids = await placeOrders(20)
    const old = ids.slice(0, 1)
    await deliver(old)
    await age(old, 11)
    await runJobs()
    await runJobs()
    expect(await namesOf(old)).toEqual([ANONYMOUS_RECIPIENT.name])
    expect(await journal()).toEqual([[null, { personal_data: 'expired', orders: 1 }]])
    expect(await bell()).toEqual(['Anonymisation faite\u00A0– une commande de plus de 10\u00A0ans'])
    const { json } = await asAdmin('GET', '/api/admin/audit?subject=retention')
    expect(json.data[0]).toMatchObject({ subject: 'retention', subject_id: null, actor: null })
  })

  test('that would touch more than a twentieth of the orders waits for the owner', async () => {
    const ids = await placeOrders(20)
    const old = ids.slice(0, 2)
    await deliver(ids)
    await age(old, 11)
    await runJobs()
    await runJobs()
    expect(await namesOf(old)).toEqual(['Nadia 0', 'Nadia 1'])
    expect(await bell()).toEqual(['Anonymisation à confirmer\u00A0– 2 commandes sur 20, de plus de 10\u00A0ans'])
    expect((await confirmRound(20)).status).toBe(409)
    expect((await confirmRound(2)).json).toMatchObject({ waiting: null, orders_confirmed: 2 })
    await runJobs()
    expect(await namesOf(old)).toEqual(Array(2).fill(ANONYMOUS_RECIPIENT.name))
    expect(await journal()).toEqual([
      [shop.ids.admin, { personal_data: 'round_confirmed', orders: 2 }],
      [null, { personal_data: 'expired', orders: 2 }],
    ])
    expect((await asAdmin('GET', '/api/admin/retention')).json).toMatchObject({ waiting: null, orders_confirmed: null })
    // The word was for that round alone.
    await age(ids.slice(2, 4), 11)
    await runJobs()
    expect((await asAdmin('GET', '/api/admin/retention')).json).toMatchObject({ waiting: 'round', orders_due: 2 })
  })

  test('that is no longer due asks nothing, and its next question rings the bell again', async () => {
    const ids = await placeOrders(20)
    const old = ids.slice(0, 2)
    await deliver(ids)
    await age(old, 11)
    await runJobs()
    await age(old, 0)
    await runJobs()
    const nothing = { waiting: null, orders_due: null, orders: null, orders_confirmed: null }
    expect((await asAdmin('GET', '/api/admin/retention')).json).toMatchObject(nothing)
    expect((await confirmRound(2)).status).toBe(409)
    await age(old, 11)
    await runJobs()
    expect(await bell()).toHaveLength(2)
  })

  test('that was confirmed and is no longer due lets no other orders pass', async () => {
    const ids = await placeOrders(20)
    await deliver(ids)
    await age(ids.slice(0, 2), 11)
    await runJobs()
    expect((await confirmRound(2)).status).toBe(200)
    await age(ids.slice(0, 2), 0)
    await runJobs()
    await age(ids.slice(2, 4), 11)
    await runJobs()
    expect((await asAdmin('GET', '/api/admin/retention')).json).toMatchObject({ waiting: 'round', orders_due: 2 })
    expect(await namesOf(ids.slice(2, 4))).toEqual(['Nadia 2', 'Nadia 3'])
  })

  test('that was confirmed for more orders than are due leaves nothing for others', async () => {
    const ids = await placeOrders(20)
    await deliver(ids)
    await age(ids.slice(0, 4), 11)
    await runJobs()
    expect((await confirmRound(4)).status).toBe(200)
    await age(ids.slice(2, 4), 0)
    await runJobs()
    expect(await namesOf(ids.slice(0, 2))).toEqual(Array(2).fill(ANONYMOUS_RECIPIENT.name))
    await age(ids.slice(2, 4), 11)
    await runJobs()
    expect((await asAdmin('GET', '/api/admin/retention')).json).toMatchObject({ waiting: 'round', orders_due: 2 })
  })

  test('that was confirmed is asked about no more by a copy that looks while another is at it', async () => {
    const other = await shop.another()
    const [id] = await placeOrders(1)
    await deliver([id!])
    await age([id!], 11)
    await shop.db.execute(sql`
      insert into orders overriding system value
      select (jsonb_populate_record(own, jsonb_build_object('id', 500000 + nth))).*
      from orders own, generate_series(1, 1200) nth where own.id = ${id}`)
    expect(await anonymiseOldOrders(shop.first.shop)).toBe(0)
    expect((await confirmRound(1201)).status).toBe(200)
    const done = await Promise.all([shop.first.shop, other.shop].map((each) => anonymiseOldOrders(each)))
    expect(done.reduce((sum, orders) => sum + orders, 0)).toBe(1201)
    const nothing = { waiting: null, orders_due: null, orders: null, orders_confirmed: null }
    expect((await asAdmin('GET', '/api/admin/retention')).json).toMatchObject(nothing)
    expect((await bell()).filter((line) => line.startsWith('Anonymisation à confirmer'))).toHaveLength(1)
  })

  test('that several copies of the program begin at once is one', async () => {
    const other = await shop.another()
    const ids = await placeOrders(20)
    await deliver(ids.slice(0, 1))
    await age(ids.slice(0, 1), 11)
    const jobsOf = (each: typeof other.shop) =>
      scheduledJobs(
        each,
        (error) => failures.push(error),
        null,
        async () => undefined,
      )
    await Promise.all([shop.first.shop, other.shop].flatMap((each) => jobsOf(each).map(({ work }) => work())))
    expect(await bell()).toEqual(['Anonymisation faite\u00A0– une commande de plus de 10\u00A0ans'])
  })
})

test('the cleaning deletes letters that were written into files a week ago', async () => {
  const letters = join(backups, 'mail')
  mkdirSync(letters)
  const old = new Date(shop.now.getTime() - 8 * DAY_MS)
  writeFileSync(join(letters, 'old.eml'), '')
  utimesSync(join(letters, 'old.eml'), old, old)
  const copy = await shop.another({ dataDir: backups })
  const [cleaning] = scheduledJobs(
    copy.shop,
    (error) => failures.push(error),
    null,
    async () => undefined,
  )
  await cleaning!.work()
  expect(readdirSync(letters)).toEqual([])
})
