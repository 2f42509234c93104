import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { type Entry, readArchive, writeArchive } from '#platform/backup/archive.ts'
import { BackupError } from '#platform/backup/backup-error.ts'
import { restoreBackup } from '#platform/backup/restore-backup.ts'
import { writeBackup } from '#platform/backup/write-backup.ts'
import {
  type Connection,
  closeDatabase,
  connectBesidePool,
  type Db,
  inTransaction,
  openDatabase,
} from '#platform/db/database.ts'
import { applyMigrations, isMigrated, knownMigrations } from '#platform/db/migrate.ts'
import { openTestDatabase } from '#platform/db/test-database.ts'
import { onDatabase, runOn } from '#platform/db/test-server.ts'
import { waitingJobs } from '#platform/jobs/jobs.ts'
import { writeLetter } from '#platform/mail/letter.ts'
import { MAIL_QUEUE } from '#platform/mail/post-office.ts'
import { findBroken } from './audit-rounds.ts'
import { MIGRATIONS } from './health.ts'
import { openTestShop, TestShop } from './test-app.ts'

const AT = new Date('2026-11-20T12:00:00Z')
const folder = mkdtempSync(join(tmpdir(), 'backup-'))
const letter = writeLetter({ subject: 'Bienvenue', greeting: 'Bonjour,', paragraphs: ['Un mot.'] }, 'La boutique')

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

const storageDir = () => shop.first.shop.storageDir

async function save(db: Db = shop.db, storage = storageDir()): Promise<string> {
  const path = place('shop.tar.zst')
  await writeBackup(path, { db, storageDir: storage, at: AT })
  return path
}

interface Target {
  db: Db
  connection: Connection
  storage: string
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
  return { db, connection, storage: place('storage') }
}

const restore = (path: string, { db, storage }: Target, migrations = MIGRATIONS) =>
  restoreBackup(path, { db, migrations, queues: [MAIL_QUEUE], storageDir: storage, onError: (error) => void error })

async function tablesIn({ db }: Target): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_tables where schemaname = 'public'`,
  )
  return rows[0]!.count
}

async function order(customer: number, key: string, at = shop) {
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
  const customer = await shop.addCustomer()
  const before: number[] = []
  let isOpen = true
  const buy = async (name: string) => {
    for (let nth = 0; isOpen; nth++) {
      const { status, json } = await order(customer, `${name}-${nth}-of-this-test`)
      expect(status).toBe(201)
      before.push(json.order.OrderID)
    }
  }
  const buying = Promise.all(['a', 'b', 'c', 'd'].map(buy))
  await expect.poll(() => before.length, { timeout: 20_000 }).toBeGreaterThan(40)
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
  expect(await findBroken(bare.db)).toEqual([])

  const second = new TestShop(bare.connection, async () => undefined, {})
  await second.another()
  const again = await order(customer, 'a-0-of-this-test', second)
  expect(again.json.order.OrderID).toBe(before.find((id) => ids.has(id) && id === again.json.order.OrderID))
  const next = await order(customer, 'the-first-after-the-restoration', second)
  expect(next.status).toBe(201)
  expect(next.json.order.OrderID).toBeGreaterThan(Math.max(...ids))
  expect((await second.call('GET', '/api/user', { token: shop.tokens.admin })).status).not.toBe(401)
  expect(await findBroken(bare.db)).toEqual([])
  await second.close()
})

test('every row of every table is what it was, and nothing was counted or noted a second time', async () => {
  await order(await shop.addCustomer(), 'one-more-order-of-this-test')
  const path = await save()
  const empty = await emptyShop()
  await restore(path, empty)
  const tables = Object.keys(await shop.rowCounts())
  expect(tables.length).toBeGreaterThan(20)
  expect(await contentsOf(empty.db, tables)).toEqual(await contentsOf(shop.db, tables))
  const outcomes = sql`select kind, months, total from order_outcomes order by 1, 2, 3 limit 50`
  expect((await empty.db.execute(outcomes)).rows.length).toBeGreaterThan(0)
  const off = sql`select tgname from pg_trigger where tgenabled <> 'O'`
  expect((await empty.db.execute(off)).rows).toEqual([])
})

test('references and what guards them are there again, each once', async () => {
  const empty = await emptyShop()
  await restore(await save(), empty)
  const constraints = sql`
    select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition, convalidated
    from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`
  const theirs = (await shop.db.execute(constraints)).rows
  expect((await empty.db.execute(constraints)).rows).toEqual(theirs)
})

function addPicture(name: string, bytes: Buffer): void {
  mkdirSync(join(storageDir(), 'products'), { recursive: true })
  writeFileSync(join(storageDir(), 'products', name), bytes)
}

test('pictures come along byte for byte; what was not finished does not', async () => {
  const pictures = join(storageDir(), 'products')
  const bytes = randomBytes(700_000)
  addPicture('a-480.avif', bytes)
  writeFileSync(join(pictures, 'b.123.0.part'), 'half')
  const empty = await emptyShop()
  await restore(await save(), empty)
  expect(readFileSync(join(empty.storage, 'products', 'a-480.avif')).equals(bytes)).toBe(true)
  expect(readdirSync(join(empty.storage, 'products'))).not.toContain('b.123.0.part')
})

test('a mail that waits is waiting still, once, in the shop that was saved and in the one that was restored', async () => {
  const to = { name: 'Nadia', address: 'nadia@mail.example' }
  await inTransaction(shop.db, (tx) => shop.first.shop.postOffice.post(tx, to, letter))
  const waiting = await waitingJobs(shop.db.$client)
  expect(waiting).toHaveLength(1)
  const bare = await bareDatabase()
  await restore(await save(), bare)
  expect(await waitingJobs(bare.db.$client)).toEqual(waiting)
  expect(await waitingJobs(shop.db.$client)).toEqual(waiting)
  const retries = sql`select retry_limit from pgboss.job`
  expect((await bare.db.execute(retries)).rows).toEqual([{ retry_limit: MAIL_QUEUE.tries }])
})

test('a shop that is not empty is refused, and stays as it is', async () => {
  const path = await save()
  const empty = await emptyShop()
  await restore(path, empty)
  const before = await contentsOf(empty.db, ['accounts', 'orders', 'products'])
  await expect(restore(path, empty)).rejects.toThrow('n’est pas vide')
  expect(await contentsOf(empty.db, ['accounts', 'orders', 'products'])).toEqual(before)
})

test('a database that is somebody else’s is refused', async () => {
  const bare = await bareDatabase()
  await bare.db.execute(sql`create table somebody_elses (id integer)`)
  await closeDatabase(bare.db)
  await expect(restore(await save(), target(bare.connection))).rejects.toThrow('n’est pas vide')
})

test('a shop that runs on the database is noticed', async () => {
  const path = await save()
  const empty = await emptyShop()
  const other = target(empty.connection)
  await other.db.execute(sql`select 1`)
  await expect(restore(path, empty)).rejects.toThrow('Une boutique est en marche')
})

test('a file that is damaged or cut off is refused before anything is done', async () => {
  const whole = readFileSync(await save())
  const bare = await bareDatabase()
  const path = place('damaged.tar.zst')
  const flipped = Buffer.from(whole)
  flipped[Math.floor(whole.length / 2)]! ^= 1
  for (const bytes of [flipped, whole.subarray(0, -1), whole.subarray(0, whole.length / 2), Buffer.alloc(0)]) {
    writeFileSync(path, bytes)
    await expect(restore(path, bare)).rejects.toThrow(BackupError)
  }
  expect(await tablesIn(bare)).toBe(0)
  expect(existsSync(bare.storage)).toBe(false)
})

test('what fails halfway leaves the database as it was, and no picture', async () => {
  await order(await shop.addCustomer(), 'an-order-that-will-have-lost-its-head')
  addPicture('of-half-a-restoration-480.avif', randomBytes(100))
  const source = await emptyShop()
  await restore(await save(), source)
  await source.db.execute(sql`alter table order_lines drop constraint order_lines_order_id_orders_id_fk`)
  await source.db.execute(sql`update order_lines set order_id = 1000000 where id = (select max(id) from order_lines)`)
  const path = await save(source.db)
  const bare = await bareDatabase()
  await expect(restore(path, bare)).rejects.toThrow('order_lines_order_id_orders_id_fk')
  expect(await tablesIn(bare)).toBe(0)
  expect(readdirSync(join(bare.storage, 'products'))).toEqual([])
  await closeDatabase(bare.db)
  const again = target(bare.connection)
  await restore(await save(), again)
  expect(await findBroken(again.db)).toEqual([])
})

async function* withPlan(path: string, change: (plan: Record<string, unknown>) => object): AsyncGenerator<Entry> {
  for await (const entry of readArchive(path)) {
    if (entry.name !== 'shop.json') yield entry
    else yield { ...entry, bytes: Buffer.from(JSON.stringify(change(JSON.parse(entry.bytes.toString())))) }
  }
}

test('a backup of a newer shop than this program is refused', async () => {
  const path = await save()
  const bare = await bareDatabase()
  for (const newer of [{ format: 2 }, { migrations: [...knownMigrations(MIGRATIONS), 4_000_000_000_000] }]) {
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

/** A shop that an earlier program made, with somebody in it. */
async function olderShop(): Promise<Target> {
  const older = await bareDatabase()
  const client = await connectBesidePool(older.db)
  await applyMigrations(client, MIGRATIONS, knownMigrations(MIGRATIONS).slice(0, 10))
  await client.query(`insert into accounts (custom_id, role, name, email, phone, address, password_hash, created_at, search)
    values ('F-1001', 'supplier', 'Sara', 'sara@shop.example', '0612345678', 'Rabat', '', now(), 'sara')`)
  await client.query(`insert into customers (supplier_id, name, phone, address, city, created_at, search)
    select 1, 'Nadia ' || n, '0612345678', 'Rabat', 'Rabat', now(), 'nadia' from generate_series(1, 1500) n`)
  await client.end()
  return older
}

test('an older shop’s backup is restored as it was and then brought up to date, also where a newer one stands empty', async () => {
  const older = await olderShop()
  const path = await save(older.db)
  for (const into of [await bareDatabase(), await emptyShop()]) {
    await restore(path, into)
    expect(await isMigrated(into.db, MIGRATIONS)).toBe(true)
    expect(await contentsOf(into.db, ['customers'])).toMatchObject({ customers: { length: 1500 } })
    expect(await findBroken(into.db)).toEqual([])
  }
})

test('where there is no shop, nothing is saved', async () => {
  const bare = await bareDatabase()
  await expect(save(bare.db)).rejects.toThrow('rien à sauvegarder')
})

/** An operator's command on that database. */
function run(script: string, file: string, { connection, storage }: { connection: Connection; storage: string }) {
  const { host, user, database, connectionString } = connection
  const url = connectionString ?? `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host!)}`
  const env = { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: dirname(storage) }
  return promisify(execFile)(process.execPath, [join(import.meta.dirname, '..', 'scripts', script), file], { env })
}

test('the two commands move a shop to another database, and say that every promise of the audit holds', async () => {
  const file = place('moved.tar.zst')
  const saved = await run('backup.ts', file, { connection: shop.connection, storage: storageDir() })
  expect(saved.stdout).toContain(file)
  const bare = await bareDatabase()
  const restored = await run('restore.ts', file, { ...bare, storage: join(place('data'), 'storage') })
  expect(restored.stdout).toMatch(/Les \d+ contrôles tiennent\./)
  expect(await findBroken(bare.db)).toEqual([])
})

test('a command that is refused says why in one line, and that it failed', async () => {
  const file = await save()
  const empty = await emptyShop()
  await restore(file, empty)
  await closeDatabase(empty.db)
  const refused = run('restore.ts', file, empty)
  await expect(refused).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Cette boutique n’est pas vide.*\n$/),
  })
})
