import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { PICTURE_WIDTHS, pictureFile } from '#features/catalogue/model.ts'
import { type ArchiveEntry, readArchive, writeArchive } from '#platform/backup/archive.ts'
import { BackupError } from '#platform/backup/backup-error.ts'
import { restoreBackup } from '#platform/backup/restore-backup.ts'
import { writeBackup } from '#platform/backup/write-backup.ts'
import { type Connection, closeDatabase, type Db, inTransaction, openDatabase } from '#platform/db/database.ts'
import { knownMigrations, MIGRATIONS, migrateDatabase } from '#platform/db/migrate.ts'
import { waitingJobs } from '#platform/jobs/jobs.ts'
import { MAIL_PRIORITY, MAIL_QUEUE } from '#platform/mail/post-office.ts'
import { openTestDatabase } from '#test/database.ts'
import { onDatabase, runOn } from '#test/database-server.ts'
import { isMigrated } from '#test/is-migrated.ts'
import { addPicture } from '#test/picture.ts'
import { type Instance, openTestShop, TestShop } from '#test/test-app.ts'
import { findBrokenInvariants } from '../books/check-invariants.ts'
import { serveFiles } from '../pages/assets.ts'

const AT = new Date('2026-11-20T12:00:00Z')
const folder = mkdtempSync(join(tmpdir(), 'backup-'))
const letter = { subject: 'Bienvenue', paragraphs: ['Un mot.'] }

let shop: TestShop
let creme: number
const ends: (() => Promise<void>)[] = []

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  creme = await shop.addProduct({ stock: 100_000 })
})

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true })
})

let places = 0
const place = (name: string) => join(folder, `${places++}-${name}`)

async function save(db: Db = shop.db): Promise<string> {
  const path = place('shop.tar.zst')
  await writeBackup(path, { db, at: AT })
  return path
}

/** A backup for those that ask nothing of what is in it: written once. */
let anyBackup: Promise<string> | undefined
function someBackup(): Promise<string> {
  anyBackup ??= save()
  return anyBackup
}

interface Target {
  db: Db
  connection: Connection
}

/** A database in which there was never a shop. */
async function bareDatabase(): Promise<Target> {
  const server = inject('testServer')
  const name = `bare_${randomBytes(6).toString('hex')}`
  await runOn(server.connection, `CREATE DATABASE ${name} TEMPLATE template0`)
  ends.push(() => runOn(server.connection, `DROP DATABASE ${name} WITH (FORCE)`))
  return target(onDatabase(server.connection, name))
}

/** An empty shop as this program makes it. */
async function emptyShop(): Promise<Target> {
  const { connection, close } = await openTestDatabase()
  ends.push(close)
  return target(connection)
}

function target(connection: Connection): Target {
  const db = openDatabase({ connection })
  ends.push(() => closeDatabase(db))
  return { db, connection }
}

const restore = (path: string, { db }: Target, migrations = MIGRATIONS) =>
  restoreBackup(path, { db, migrations, queues: [MAIL_QUEUE], onError: (error) => void error })

async function tablesIn({ db }: Target): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_tables where schemaname = 'public'`,
  )
  return rows[0]!.count
}

const records = new Map<string, number>()

/** With a record of its own; the same one for the same key. */
async function order(key: string, at = shop) {
  const customer = records.get(key) ?? (await at.addCustomer())
  records.set(key, customer)
  const line = { product_ids: [creme], prices: [149.5], priceGain: [149.5], quantities: [1] }
  const headers = { 'idempotency-key': key }
  return at.call('POST', '/api/orders/create', { headers, body: { ...line, customer_id: customer } })
}

/** All that a shop's tables hold, but for what its own work changes. */
async function contentsOf(db: Db, tables: readonly string[]): Promise<Record<string, unknown[]>> {
  const contents: Record<string, unknown[]> = {}
  for (const table of tables) {
    const { rows } = await db.execute(sql.raw(`select row_to_json(it)::text as row from ${table} it order by 1`))
    contents[table] = rows
  }
  return contents
}

test('a shop that is saved while orders come in stands again with every order said yes to before, and goes on', async () => {
  const before: number[] = []
  let isOpen = true
  const buy = async (name: string) => {
    for (let nth = 0; isOpen; nth++) {
      const { status, json } = await order(`${name}-${nth}-of-this-test`)
      expect(status).toBe(201)
      before.push(json.order.OrderID)
    }
  }
  const buying = Promise.all(['a', 'b', 'c', 'd'].map(buy))
  await expect.poll(() => before.length).toBeGreaterThan(40)
  const acknowledged = [...before]
  const path = await save()
  isOpen = false
  await buying
  expect(before.length).toBeGreaterThan(acknowledged.length)

  const bare = await bareDatabase()
  await restore(path, bare)
  const { rows } = await bare.db.execute<{ id: number }>(sql`select id from orders`)
  const ids = new Set(rows.map(({ id }) => id))
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
  expect(await findBrokenInvariants(bare.db)).toEqual([])

  const second = new TestShop(bare.connection, async () => undefined, {})
  await second.another()
  const again = await order('a-0-of-this-test', second)
  expect(again.json.order.OrderID).toBe(before.find((id) => ids.has(id) && id === again.json.order.OrderID))
  const next = await order('the-first-after-the-restoration', second)
  expect(next.status).toBe(201)
  expect(next.json.order.OrderID).toBeGreaterThan(Math.max(...ids))
  expect((await second.call('GET', '/api/user', { token: shop.tokens.admin })).status).not.toBe(401)
  expect(await findBrokenInvariants(bare.db)).toEqual([])
  await second.close()
})

test('every row of every table is what it was, and nothing was counted or noted a second time', async () => {
  await order('one-more-order-of-this-test')
  const path = await save()
  const empty = await emptyShop()
  await restore(path, empty)
  const tables = Object.keys(await shop.rowCounts())
  expect(tables.length).toBeGreaterThan(20)
  expect(await contentsOf(empty.db, tables)).toEqual(await contentsOf(shop.db, tables))
  const off = sql`select tgname from pg_trigger where tgenabled <> 'O'`
  expect((await empty.db.execute(off)).rows).toEqual([])
})

test('references and what guards them are there again, each once', async () => {
  const empty = await emptyShop()
  await restore(await someBackup(), empty)
  const constraints = sql`
    select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition, convalidated
    from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`
  const theirs = (await shop.db.execute(constraints)).rows
  expect((await empty.db.execute(constraints)).rows).toEqual(theirs)
})

test('pictures come along: the shop that was restored, in an empty folder, serves every one at every width', async () => {
  const images = ['products/0123abcd.webp', 'products/4567cdef.webp']
  for (const [nth, image] of images.entries()) await addPicture(shop.db, image, ['#c93582', '#045f2e'][nth])
  const empty = await emptyShop()
  await restore(await save(), empty)
  const extend = ({ app, shop: it }: Instance) => serveFiles(app, { shop: it, built: false })
  const second = new TestShop(empty.connection, async () => undefined, { extend })
  const { app } = await second.another()
  for (const image of images)
    for (const width of PICTURE_WIDTHS) {
      const answer = await app.inject({ url: `/storage/${pictureFile(image, width, 'avif')}` })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/avif'])
    }
  await second.close()
})

test('a mail that waits is waiting still, once, in the shop that was saved and in the one that was restored', async () => {
  const to = { id: shop.ids.sara, name: 'Nadia', email: 'nadia@mail.example' }
  await inTransaction(shop.db, (tx) => shop.first.shop.postOffice.post(tx, to, letter, MAIL_PRIORITY.password))
  const waiting = await waitingJobs(shop.db.$client)
  expect(waiting).toMatchObject([{ priority: MAIL_PRIORITY.password }])
  const bare = await bareDatabase()
  await restore(await save(), bare)
  expect(await waitingJobs(bare.db.$client)).toEqual(waiting)
  expect(await waitingJobs(shop.db.$client)).toEqual(waiting)
  const retries = sql`select retry_limit from pgboss.job`
  expect((await bare.db.execute(retries)).rows).toEqual([{ retry_limit: MAIL_QUEUE.tries }])
})

test('a shop that is not empty is refused, and stays as it is; the command says why in one line, and that it failed', async () => {
  const path = await someBackup()
  const empty = await emptyShop()
  await restore(path, empty)
  const before = await contentsOf(empty.db, ['accounts', 'orders', 'products'])
  await expect(restore(path, empty)).rejects.toThrow('n’est pas vide')
  await closeDatabase(empty.db)
  await expect(run('restore.ts', path, empty)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Cette boutique n’est pas vide.*\n$/),
  })
  const after = target(empty.connection)
  expect(await contentsOf(after.db, ['accounts', 'orders', 'products'])).toEqual(before)
})

test('a database that is somebody else’s is refused', async () => {
  const bare = await bareDatabase()
  await bare.db.execute(sql`create table somebody_elses (id integer)`)
  await closeDatabase(bare.db)
  await expect(restore(await someBackup(), target(bare.connection))).rejects.toThrow('n’est pas vide')
})

test('a shop that runs on the database is noticed', async () => {
  const path = await someBackup()
  const empty = await emptyShop()
  const other = target(empty.connection)
  await other.db.execute(sql`select 1`)
  await expect(restore(path, empty)).rejects.toThrow('Une boutique est en marche')
})

test('a file that is damaged or cut off is refused before anything is done', async () => {
  const whole = readFileSync(await someBackup())
  const bare = await bareDatabase()
  const path = place('damaged.tar.zst')
  const flipped = Buffer.from(whole)
  flipped[Math.floor(whole.length / 2)]! ^= 1
  for (const bytes of [flipped, whole.subarray(0, -1), whole.subarray(0, whole.length / 2), Buffer.alloc(0)]) {
    writeFileSync(path, bytes)
    await expect(restore(path, bare)).rejects.toThrow(BackupError)
  }
  expect(await tablesIn(bare)).toBe(0)
})

test('what fails halfway leaves the database as it was', async () => {
  await order('an-order-that-will-have-lost-its-head')
  const source = await emptyShop()
  await restore(await save(), source)
  await source.db.execute(sql`alter table order_lines drop constraint order_lines_order_id_orders_id_fk`)
  await source.db.execute(sql`update order_lines set order_id = 1000000 where id = (select max(id) from order_lines)`)
  const path = await save(source.db)
  const bare = await bareDatabase()
  await expect(restore(path, bare)).rejects.toThrow('order_lines_order_id_orders_id_fk')
  expect(await tablesIn(bare)).toBe(0)
  await closeDatabase(bare.db)
  const again = target(bare.connection)
  await restore(await save(), again)
  expect(await findBrokenInvariants(again.db)).toEqual([])
})

async function* withPlan(
  path: string,
  change: (plan: Record<string, unknown>) => object,
): AsyncGenerator<ArchiveEntry> {
  for await (const entry of readArchive(path)) {
    if (entry.name !== 'shop.json') yield entry
    else yield { ...entry, bytes: Buffer.from(JSON.stringify(change(JSON.parse(entry.bytes.toString())))) }
  }
}

test('a backup of a newer shop than this program is refused', async () => {
  const path = await someBackup()
  const bare = await bareDatabase()
  for (const newer of [{ format: 3 }, { migrations: [...knownMigrations(MIGRATIONS), 4_000_000_000_000] }]) {
    const other = place('newer.tar.zst')
    await writeArchive(
      other,
      withPlan(path, (plan) => ({ ...plan, ...newer })),
      AT,
    )
    await expect(restore(other, bare)).rejects.toThrow('version plus récente')
  }
  expect(await tablesIn(bare)).toBe(0)
})

test('a backup of before the first release is refused in one line', async () => {
  const [path, other, bare] = [await someBackup(), place('older.tar.zst'), await bareDatabase()]
  await writeArchive(
    other,
    withPlan(path, (plan) => ({ ...plan, migrations: [1_000, ...knownMigrations(MIGRATIONS)] })),
    AT,
  )
  await expect(restore(other, bare)).rejects.toThrow(
    `${other}\u00A0: faite avant la version 1.0, cette sauvegarde ne peut pas être reprise.`,
  )
  expect(await tablesIn(bare)).toBe(0)
})

/** The migrations of the next program, which has one more. */
function nextMigrations(): string {
  const next = place('migrations')
  cpSync(MIGRATIONS, next, { recursive: true })
  const journal = join(next, 'meta', '_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'))
  const entry = { ...entries.at(-1), idx: entries.length, when: 4_000_000_000_000, tag: '9999_points' }
  writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, entry] }))
  writeFileSync(join(next, '9999_points.sql'), 'alter table customers add column points integer not null default 7')
  return next
}

test('an older shop’s backup is restored as it was and then brought up to date, also where a newer one stands empty', async () => {
  await order('an-order-of-the-older-shop')
  const [path, next, standing] = [await save(), nextMigrations(), await emptyShop()]
  await migrateDatabase(standing.db, next)
  const { customers } = await shop.rowCounts()
  for (const into of [await bareDatabase(), standing]) {
    await restore(path, into, next)
    expect(await isMigrated(into.db, next)).toBe(true)
    const { rows } = await into.db.execute(sql`select count(*)::int, sum(points)::int as points from customers`)
    expect(rows).toEqual([{ count: customers, points: 7 * customers! }])
    expect(await findBrokenInvariants(into.db)).toEqual([])
  }
})

test('where there is no shop, nothing is saved', async () => {
  const bare = await bareDatabase()
  await expect(save(bare.db)).rejects.toThrow('rien à sauvegarder')
})

/** An operator's command on that database. */
function run(script: string, file: string, { connection }: { connection: Connection }) {
  const { host, user, database, connectionString } = connection
  const url = connectionString ?? `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host!)}`
  const env = { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: place('data') }
  return promisify(execFile)(process.execPath, [join(import.meta.dirname, '..', '..', 'scripts', script), file], {
    env,
  })
}

test('the two commands move a shop to another database, and say that every invariant of the books holds', async () => {
  const file = place('moved.tar.zst')
  const saved = await run('backup.ts', file, { connection: shop.connection })
  expect(saved.stdout).toContain(file)
  const bare = await bareDatabase()
  const restored = await run('restore.ts', file, bare)
  expect(restored.stdout).toMatch(/Les \d+ contrôles tiennent\./)
  expect(await findBrokenInvariants(bare.db)).toEqual([])
})
