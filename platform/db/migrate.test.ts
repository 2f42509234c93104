import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { isMigrated } from '#test/is-migrated.ts'
import { type Connection, closeDatabase, connectBesidePool, type Db, openDatabase } from './database.ts'
import { areOlder, knownMigrations, MIGRATIONS, marksOf, migrateDatabase } from './migrate.ts'

type Migration = { tag: string; when: number; statements: string }

const MAKE: Migration = {
  tag: '0000_make',
  when: 1000,
  statements: 'select pg_sleep(0.2); create table made (id int);',
}
const FILL: Migration = { tag: '0001_fill', when: 2000, statements: 'insert into made values (7);' }

let server: TestDatabase
let folder: string

beforeAll(async () => {
  server = await openTestDatabase()
})

afterAll(() => server.close())

beforeEach(async () => {
  // The shop's own migrations left these in the copy, and a test those of its own.
  await server.db.execute(sql`drop schema if exists drizzle cascade`)
  await server.db.execute(sql`drop table if exists made`)
  folder = mkdtempSync(join(tmpdir(), 'shop-migrations-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

test('two processes that migrate at once make each change once', async () => {
  write([MAKE, FILL])
  await withPools(server.connection, 3, (pools) => Promise.all(pools.map((db) => migrateDatabase(db, folder))))
  const { rows } = await server.db.execute(sql`select id from made`)
  expect(rows).toEqual([{ id: 7 }])
})

test('a database is migrated once every migration of the folder is in it', async () => {
  write([MAKE])
  expect(await isMigrated(server.db, folder)).toBe(false)
  await migrateDatabase(server.db, folder)
  expect(await isMigrated(server.db, folder)).toBe(true)
  write([MAKE, FILL])
  expect(await isMigrated(server.db, folder)).toBe(false)
  await migrateDatabase(server.db, folder)
  expect(await isMigrated(server.db, folder)).toBe(true)
})

test('a migration that fails leaves nothing behind and lets the next process in', async () => {
  write([MAKE, { ...FILL, statements: 'insert into made values (1); insert into nowhere values (1);' }])
  await expect(migrateDatabase(server.db, folder)).rejects.toThrow('nowhere')
  const { rows } = await server.db.execute(sql`select to_regclass('made') as made`)
  expect(rows).toEqual([{ made: null }])
  write([MAKE, FILL])
  await migrateDatabase(server.db, folder)
})

test('a migration dated before the last one applied, as after a merge of two branches, is not passed over', async () => {
  write([FILL].map((migration) => ({ ...migration, statements: 'select 1' })))
  await migrateDatabase(server.db, folder)
  write([MAKE, FILL])
  await migrateDatabase(server.db, folder)
  expect((await server.db.execute(sql`select to_regclass('made')::text as made`)).rows).toEqual([{ made: 'made' }])
})

test('a database of before the first release is refused in one line, and nothing of it is touched', async () => {
  write([MAKE])
  await migrateDatabase(server.db, folder)
  write([{ ...FILL, tag: '0000_baseline', statements: 'drop table made' }])
  await expect(migrateDatabase(server.db, folder)).rejects.toThrow(
    /^Faite avant la version 1\.0, cette base ne peut pas être reprise\.$/,
  )
  expect((await server.db.execute(sql`select to_regclass('made')::text as made`)).rows).toEqual([{ made: 'made' }])
})

test('the shop’s own baseline is younger than all that was there before it, so that each of these is refused', () => {
  for (const former of [1_795_338_000_000, 1_795_360_712_395])
    expect(areOlder([former], knownMigrations(MIGRATIONS))).toBe(true)
})

test('a database that a newer version migrated is taken as it is: copies of both run while one after the other is renewed', async () => {
  write([MAKE, FILL])
  await migrateDatabase(server.db, folder)
  write([MAKE])
  await migrateDatabase(server.db, folder)
  expect(await isMigrated(server.db, folder)).toBe(true)
})

test('a database that a breaking migration of a newer version changed is refused in one line, however old the program', async () => {
  const breaking = { tag: '0002_break', when: 3000, statements: '-- breaking\nalter table made rename to remade;' }
  write([MAKE, FILL, breaking])
  await migrateDatabase(server.db, folder)
  for (const known of [[MAKE], [MAKE, FILL]]) {
    write(known)
    await expect(migrateDatabase(server.db, folder)).rejects.toThrow(/^Une version plus récente .* \(0002_break\).*\.$/)
  }
  write([MAKE, FILL, breaking])
  await migrateDatabase(server.db, folder)
  await server.db.execute(sql`drop table remade`)
})

test('what was migrated before marks were kept gets them from the program that knows it', async () => {
  const breaking = { tag: '0002_break', when: 3000, statements: '-- breaking\nselect 1' }
  write([MAKE, breaking])
  await migrateDatabase(server.db, folder)
  await server.db.execute(sql`alter table drizzle.__drizzle_migrations drop column tag, drop column is_breaking`)
  await migrateDatabase(server.db, folder)
  write([MAKE])
  await expect(migrateDatabase(server.db, folder)).rejects.toThrow('0002_break')
})

test('each migration of the shop has its line in the list of changes, which says whether it breaks', () => {
  const list = readFileSync(join(import.meta.dirname, '..', '..', 'CHANGELOG.md'), 'utf8')
  const told = [...list.matchAll(/^\| `(\d{4}_\w+)` \| (no|yes|–) \|/gm)].map(([, tag, isBreaking]) => [
    tag,
    isBreaking === 'yes',
  ])
  expect(told).toEqual(marksOf(MIGRATIONS).map(({ tag, isBreaking }) => [tag, isBreaking]))
})

test('waiting for another process that migrates outlasts the usual limit for a lock', async () => {
  write([MAKE])
  const other = await connectBesidePool(server.db)
  await other.query('BEGIN; SELECT pg_advisory_xact_lock(7041977)')
  const migrating = migrateDatabase(server.db, folder)
  setTimeout(() => other.end(), 2_500)
  await migrating
  expect(await isMigrated(server.db, folder)).toBe(true)
})

function write(migrations: Migration[]): void {
  mkdirSync(join(folder, 'meta'), { recursive: true })
  for (const { tag, statements } of migrations) writeFileSync(join(folder, `${tag}.sql`), statements)
  const entries = migrations.map(({ tag, when }, idx) => ({ idx, version: '7', when, tag, breakpoints: true }))
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }))
}

async function withPools(connection: Connection, many: number, run: (pools: Db[]) => Promise<unknown>): Promise<void> {
  const pools = Array.from({ length: many }, () => openDatabase({ connection, poolSize: 1 }))
  await run(pools).finally(() => Promise.all(pools.map(closeDatabase)))
}
