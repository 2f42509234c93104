import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { checkInvariants } from '../books/check-invariants.ts'

let shop: TestShop
const dataDir = mkdtempSync(join(tmpdir(), 'numbers-'))

beforeAll(async () => {
  shop = await openTestShop({ dataDir })
  await shop.addPeople()
})

afterAll(async () => {
  await shop.close()
  rmSync(dataDir, { recursive: true })
})

const NEWCOMER = {
  name: 'Imane',
  email: 'imane@shop.example',
  phone: '0612345678',
  address: '1, rue des Fleurs',
  password: 'le soleil de minuit',
}

async function numbers(): Promise<Map<string, number>> {
  const { status, text } = await shop.call('GET', '/metrics')
  expect(status).toBe(200)
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

async function order(headers: Record<string, string> = {}): Promise<void> {
  const id = await shop.addProduct()
  const customer_id = await shop.addCustomer()
  const body = { product_ids: [id], prices: [149.5], priceGain: [149.5], quantities: [1], customer_id }
  expect((await shop.call('POST', '/api/orders/create', { headers, body })).status).toBe(201)
  if (headers['idempotency-key']) await shop.call('POST', '/api/orders/create', { headers, body })
}

test('answers are counted by route, orders once each, however often they were asked for', async () => {
  await order()
  await order({ 'idempotency-key': 'an-order-that-is-sent-twice' })
  await shop.call('GET', '/api/products/999999')
  const seen = await numbers()
  expect(seen.get('shop_orders_total')).toBe(2)
  const count = (route: string, method: string, status: number) =>
    seen.get(`http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`)
  expect(count('/api/orders/create', 'POST', 201)).toBe(3)
  expect(count('/api/products/:id', 'GET', 404)).toBe(1)
})

test('the pool, the waiting mails and the books are told', async () => {
  await checkInvariants({ db: shop.db, now: () => shop.now })
  const seen = await numbers()
  expect(seen.get('database_up')).toBe(1)
  expect(seen.get('database_connections{state="waited for"}')).toBe(0)
  expect(seen.get('books_broken_promises')).toBe(0)
  expect(seen.get('books_checked_timestamp_seconds')).toBe(shop.now.getTime() / 1000)
  await shop.db.execute(sql`update products set stock = stock + 1`)
  await checkInvariants({ db: shop.db, now: () => shop.now })
  expect((await numbers()).get('books_broken_promises')).toBe(1)
  await shop.db.execute(sql`update products set stock = stock - 1`)
})

test('mails that do not go out are told by their number and the age of the oldest', async () => {
  expect([(await numbers()).get('mail_waiting'), (await numbers()).get('mail_oldest_seconds')]).toEqual([0, 0])
  const { status } = await shop.call('POST', '/api/register', { body: NEWCOMER })
  expect(status).toBe(201)
  await shop.db.execute(sql`update pgboss.job set created_on = created_on - interval '20 minutes'`)
  const seen = await numbers()
  expect(seen.get('mail_waiting')).toBe(1)
  expect(seen.get('mail_oldest_seconds')).toBeGreaterThanOrEqual(1_200)
  expect(seen.get('mail_oldest_seconds')).toBeLessThan(1_300)
})

test('a database that is away is a number, not a failure', async () => {
  await shop.db.execute(sql`alter table invariant_checks rename to invariant_checks_away`)
  expect((await numbers()).get('database_up')).toBe(0)
  await shop.db.execute(sql`alter table invariant_checks_away rename to invariant_checks`)
})

test('the room on the disk and the age of the newest backup are told', async () => {
  const before = await numbers()
  expect(before.get('data_dir_free_bytes')).toBeGreaterThan(0)
  expect(before.get('backup_newest_timestamp_seconds')).toBe(0)
  const backups = join(dataDir, 'backups')
  mkdirSync(backups)
  for (const [name, at] of [
    ['quotidienne-2026-11-19.tar.zst', 1_795_000_000],
    ['quotidienne-2026-11-18.tar.zst', 1_794_900_000],
    ['notes.txt', 1_796_000_000],
  ] as const) {
    writeFileSync(join(backups, name), '')
    utimesSync(join(backups, name), at, at)
  }
  expect((await numbers()).get('backup_newest_timestamp_seconds')).toBe(1_795_000_000)
})

describe('are read', () => {
  test('by callers on this machine alone, and by none whom a proxy speaks for', async () => {
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip'])
      expect((await shop.call('GET', '/metrics', { headers: { [name]: '203.0.113.7' } })).status).toBe(404)
    expect((await shop.call('GET', '/metrics', { from: '203.0.113.7' })).status).toBe(404)
  })

  test('by whoever has the token, when there is one', async () => {
    const guarded = await shop.another({ metricsToken: 'a-token-for-the-numbers' })
    const ask = (headers: Record<string, string>, from?: string) =>
      shop.call('GET', '/metrics', { headers, ...(from ? { from } : {}) }, guarded)
    expect((await ask({})).status).toBe(404)
    expect((await ask({ authorization: 'Bearer another-token-for-them' })).status).toBe(404)
    expect((await ask({ authorization: 'Bearer a-token-for-the-numbers' }, '203.0.113.7')).status).toBe(200)
  })
})
