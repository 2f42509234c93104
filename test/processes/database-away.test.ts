import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { customerPageRoutes } from '#server/pages/customer-page.ts'
import { pageServices } from '#server/pages/page-services.ts'
import { loadBuild, servePages } from '#server/pages/pages.ts'
import { addresses } from '#web/addresses.ts'
import { DatabaseProxy } from '../../proof/resilience/proxy.ts'
import { ensureBuild } from '../ensure-build.ts'
import { type Call, type Instance, openTestShop, type TestShop } from '../test-app.ts'

const METRICS_TOKEN = 'a-token-for-the-numbers'

let shop: TestShop
let proxy: DatabaseProxy
/** The copy of the program whose database goes away; the test keeps a way to it. */
let copy: Instance
let token: string

beforeAll(async () => {
  await ensureBuild()
  const build = await loadBuild()
  shop = await openTestShop()
  await shop.addPeople()
  await shop.addProduct({ name: 'Canari' })
  token = shop.tokens.sara
  const { host, port } = shop.connection
  proxy = new DatabaseProxy(`${host}/.s.PGSQL.${port}`)
  await proxy.open()
  copy = await shop.another({
    databasePort: proxy.port,
    metricsToken: METRICS_TOKEN,
    extend: async ({ app, shop: it, pageCache }) => {
      const defaults = readConfig({}).settings
      await app.register(customerPageRoutes({ shop: it, defaults, build: async () => build! }))
      await servePages(app, {
        services: pageServices(it, defaults),
        build: async () => build!,
        pageCache,
        randomBytes: it.randomBytes,
        development: false,
      })
    },
  })
})

afterAll(async () => {
  await shop.close()
  await proxy.close()
})

const get = (url: string, call: Call = {}) => shop.call('GET', url, call, copy)

async function numbers(): Promise<Map<string, number>> {
  const { status, text } = await get('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  expect(status).toBe(200)
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

const OF_DATABASE = ['mail_waiting', 'mail_oldest_seconds', 'books_broken_promises', 'books_checked_timestamp_seconds']

describe('a copy whose database is away', () => {
  const pages = [addresses.home, addresses.shop]
  const before: string[] = []

  beforeAll(async () => {
    for (const page of pages) before.push((await get(page)).text)
    await proxy.close()
    // Beyond the life of a kept page.
    shop.pass(20_000)
  })

  test('stays in: it is started and migrated, and says what is missing', async () => {
    const { status, json } = await get('/readyz')
    expect([status, json]).toEqual([200, { status: 'ok', disk: 'ok', database: 'away' }])
  })

  test('shows the pages that it kept, and of others says when to ask again', async () => {
    for (const [nth, page] of pages.entries()) {
      const { status, text } = await get(page)
      expect(status, page).toEqual(200)
      expect(text).toBe(before[nth])
    }
    const other = await get(`${addresses.shop}?q=canari`)
    expect([other.status, other.headers['retry-after']]).toEqual([503, '2'])
  })

  test('asks a customer for patience on the page of her order, in her language and without her address leaking', async () => {
    const { status, headers, text } = await get('/c/anything')
    expect([status, headers['retry-after'], headers['content-type']]).toEqual([503, '2', 'text/html; charset=utf-8'])
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    expect(text).toContain('La page s’affichera d’elle-même')
    const sent = await shop.call(
      'POST',
      '/c/anything',
      { raw: 'action=confirmer', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      copy,
    )
    expect([sent.status, sent.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
    // Nothing leads her away from what she sent.
    expect(sent.text).toContain('n’est pas encore enregistrée')
    expect(sent.text).not.toContain('refresh')
  })

  test('answers calls, with and without a token, that they come later', async () => {
    for (const call of [{}, { token }]) {
      const { status, headers, json } = await get('/api/products/1', call)
      expect([status, headers['retry-after'], json.code]).toEqual([503, '2', 'unavailable'])
    }
  })

  test('tells whoever has the token of the numbers, of what is not known nothing', async () => {
    const seen = await numbers()
    expect(seen.get('database_up')).toBe(0)
    expect(OF_DATABASE.filter((name) => seen.has(name))).toEqual([])
    expect(seen.has('process_resident_memory_bytes')).toBe(true)
  })

  test('is as before once it is back', async () => {
    await proxy.open()
    await expect.poll(async () => (await get('/readyz')).json.database).toBe('up')
    const seen = await numbers()
    expect([seen.get('database_up'), ...OF_DATABASE.map((name) => seen.has(name))]).toEqual([1, true, true, true, true])
    expect((await get('/api/products/1')).status).toBe(200)
  })
})

test('a statement that finds the disk of the database full is told so in the promised words', async () => {
  await shop.db.execute(sql`
    create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`)
  await shop.db.execute(sql`create trigger no_room before insert on customers execute function no_room()`)
  const body = { Name: 'Nadia', Phone: '0612345678', Address: '1, rue des Fleurs', City: 'Casablanca' }
  const { status, headers, json } = await shop.call('POST', '/api/customers/create', { body })
  expect([status, headers['retry-after'], json]).toEqual([
    503,
    '60',
    { message: 'Le disque du serveur est plein.', code: 'disk_full' },
  ])
  await shop.db.execute(sql`drop trigger no_room on customers`)
})
