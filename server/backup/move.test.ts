import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { restoreBackup } from '#platform/backup/restore-backup.ts'
import { writeBackup } from '#platform/backup/write-backup.ts'
import { type Connection, closeDatabase, type Db, openDatabase } from '#platform/db/database.ts'
import { startEmbedded } from '#platform/db/embedded/embedded.ts'
import { MIGRATIONS } from '#platform/db/migrate.ts'
import { MAIL_QUEUE } from '#platform/mail/post-office.ts'
import { openTestDatabase } from '#test/database.ts'
import { openTestShop } from '#test/test-app.ts'
import { findBrokenInvariants } from '../books/check-invariants.ts'
import { readConfig } from '../config.ts'
import { operatorMessage } from '../report-failure.ts'
import { moveShop } from './backup-commands.ts'

const SECRET = 'le-mot-de-passe-de-la-base'
const SCRIPT = join(import.meta.dirname, '..', '..', 'scripts', 'move.ts')
const folder = mkdtempSync(join(tmpdir(), 'move-'))
// When we are root, another user runs PostgreSQL in it.
chmodSync(folder, 0o755)
const house = join(folder, 'house')
const ends: (() => Promise<void>)[] = []

/** A shop with a person and a product in a database of its own under DATA_DIR, as it stands when it was stopped. */
beforeAll(async () => {
  const shop = await openTestShop()
  await shop.addPeople()
  await shop.addProduct({ stock: 7 })
  const file = join(folder, 'shop.tar.zst')
  await writeBackup(file, { db: shop.db, at: new Date('2026-11-20T12:00:00Z') })
  await shop.close()
  await inOwnDatabase(async (db) => {
    const onError = (error: unknown) => process.emitWarning(error as Error)
    await restoreBackup(file, { db, migrations: MIGRATIONS, queues: [MAIL_QUEUE], onError })
  })
})

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

afterAll(() => rmSync(folder, { recursive: true }))

async function inOwnDatabase(work: (db: Db) => Promise<unknown>): Promise<void> {
  const server = await startEmbedded({ dataDir: house, durable: false })
  const db = openDatabase({ connection: server.connection, poolSize: 2 })
  try {
    await work(db)
  } finally {
    await closeDatabase(db)
    await server.stop()
  }
}

/** An empty shop on the tests' server. */
async function emptyShop(): Promise<{ db: Db; connection: Connection }> {
  const { connection, close } = await openTestDatabase()
  const db = openDatabase({ connection, poolSize: 1 })
  ends.push(async () => {
    await closeDatabase(db)
    await close()
  })
  return { db, connection }
}

const addressOf = ({ host, user, database }: Connection): string =>
  `postgres://${user}:${SECRET}@localhost/${database}?host=${encodeURIComponent(host!)}`

const peopleIn = async (db: Db) => (await db.execute(sql`select count(*)::int as people from accounts`)).rows[0]!.people

function start(address: string, dataDir = house) {
  const env = { PATH: process.env.PATH, DATABASE_URL: address, DATA_DIR: dataDir }
  const child = spawn(process.execPath, [SCRIPT], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = Promise.all([text(child.stdout!), text(child.stderr!)])
  return { child, output, ended: once(child, 'exit') }
}

/** The command of an operator. It never prints the password of the database. */
async function move(address: string, dataDir = house): Promise<{ code: number; printed: string; error: string }> {
  const { output, ended } = start(address, dataDir)
  const [code] = await ended
  const [printed, error] = await output
  expect(printed + error).not.toContain(SECRET)
  return { code, printed, error }
}

test('a shop moves once: it stands there with its books in order, stays where it was, and is not moved on top of itself', async () => {
  const { db, connection } = await emptyShop()
  const { code, printed } = await move(addressOf(connection))
  expect(code).toBe(0)
  expect(printed.match(/Les \d+ contrôles tiennent\./g)).toHaveLength(2)
  const people = await peopleIn(db)
  expect(people).toBeGreaterThan(0)
  const again = await move(addressOf(connection))
  expect(again).toMatchObject({ code: 1, error: expect.stringMatching(/^Cette boutique n’est pas vide.*\n$/) })
  await inOwnDatabase(async (own) => expect(await peopleIn(own)).toBe(people))
})

test('one that was interrupted in the middle is run again', async () => {
  const { db, connection } = await emptyShop()
  // Under another name than a shop's, which the command would refuse.
  const holder = new pg.Client({ ...connection, application_name: 'holder' })
  await holder.connect()
  const count = async (what: string) => (await holder.query(`select from ${what}`)).rowCount!
  await holder.query('begin; lock table accounts in access share mode')
  const { child, output, ended } = start(addressOf(connection))
  const waiting = `pg_locks where not granted and relation = 'accounts'::regclass`
  while (child.exitCode === null && (await count(waiting)) === 0) await sleep(20)
  child.kill('SIGKILL')
  await ended
  expect([child.signalCode, (await output)[1]]).toEqual(['SIGKILL', ''])
  await holder.query('rollback')
  const others = 'pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  while ((await count(others)) > 0) await sleep(20)
  await holder.end()
  expect(await move(addressOf(connection))).toMatchObject({ code: 0 })
  expect(await peopleIn(db)).toBeGreaterThan(0)
  expect(await findBrokenInvariants(db)).toEqual([])
})

test('a shop of a newer program is not moved', async () => {
  const { db, connection } = await emptyShop()
  const newer = 4_000_000_000_000
  await inOwnDatabase((own) =>
    own.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', ${newer})`),
  )
  const { code, error } = await move(addressOf(connection))
  await inOwnDatabase((own) => own.execute(sql`delete from drizzle.__drizzle_migrations where created_at = ${newer}`))
  expect(code).toBe(1)
  expect(error).toMatch(/^.* vient d’une version plus récente de la boutique.*\n$/)
  expect(await peopleIn(db)).toBe(0)
})

/** The line that the command would end with. One refusal goes through the command itself. */
async function refusal(address: string, dataDir: string): Promise<string> {
  const config = readConfig({ DATABASE_URL: address, DATA_DIR: dataDir })
  const error = await moveShop(config, join(folder, 'none.tar.zst'), new Date(), () => undefined).catch((why) => why)
  return operatorMessage(error) ?? String(error.stack)
}

/** Each makes a DATA_DIR from which nothing can be moved. */
const UNREADABLE: [name: string, make: (path: string) => void, says: RegExp][] = [
  [
    'has a database of another version',
    (path) => {
      mkdirSync(path)
      cpSync(join(house, 'postgres'), join(path, 'postgres'), { recursive: true })
      writeFileSync(join(path, 'postgres', 'PG_VERSION'), '17\n')
    },
    /PostgreSQL 17/,
  ],
  [
    'names a database that is gone',
    (path) => {
      mkdirSync(path)
      writeFileSync(join(path, 'database-folder.txt'), join(path, 'gone'))
    },
    /gone/,
  ],
]

test('a DATA_DIR that has no database is refused in one line by the command, and the target stays empty', async () => {
  const { db, connection } = await emptyShop()
  const path = join(folder, 'nothing')
  mkdirSync(path)
  const { code, error } = await move(addressOf(connection), path)
  expect(code).toBe(1)
  expect(error).toMatch(/^.*n’a pas de base de données à déménager.*\n$/)
  expect(await peopleIn(db)).toBe(0)
})

test.each(UNREADABLE)(
  'a DATA_DIR that %s is refused in one line, and the target stays empty',
  async (name, make, says) => {
    const { db, connection } = await emptyShop()
    const path = join(folder, name.replaceAll(' ', '-'))
    make(path)
    const error = await refusal(addressOf(connection), path)
    expect(error).toMatch(says)
    expect(error).not.toContain(SECRET)
    expect(error.trim().split('\n')).toHaveLength(1)
    expect(await peopleIn(db)).toBe(0)
  },
)

test('a server that is not there is named without its password, and the copy that was made stays', async () => {
  const copies = () => globSync('backups/*.tar.zst', { cwd: house }).length
  const before = copies()
  const { code, error } = await move(`postgres://shop:${SECRET}@127.0.0.1:1/shop`)
  expect(code).toBe(1)
  expect(error.trim().split('\n')).toHaveLength(1)
  expect(copies()).toBe(before + 1)
})
