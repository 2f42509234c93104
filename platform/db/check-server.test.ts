import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { onDatabase, runOn } from '#test/database-server.ts'
import { checkServer, type ServerFacts, unfitness } from './check-server.ts'
import { type Connection, closeDatabase, openDatabase } from './database.ts'

let server: TestDatabase
const name = `fit_${randomBytes(4).toString('hex')}`

beforeAll(async () => {
  server = await openTestDatabase()
  await runOn(server.connection, `create role ${name}`)
  await runOn(
    server.connection,
    `create database ${name} encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`,
  )
})

afterAll(async () => {
  await runOn(server.connection, `drop database ${name}`)
  await runOn(server.connection, `drop role ${name}`)
  await server.close()
})

async function lineOf(connection: Connection): Promise<string | null> {
  const db = openDatabase({ connection, onError: () => undefined })
  try {
    await checkServer(db)
    return null
  } catch (error) {
    return (error as Error).message
  } finally {
    await closeDatabase(db)
  }
}

test('a server that has all that a shop needs is taken', async () => {
  expect(await lineOf(server.connection)).toBeNull()
})

test.each<[string, (connection: Connection) => Connection, string]>([
  ['stores no accents', (connection) => onDatabase(connection, name), 'SQL_ASCII'],
  ['lets the user make nothing', (connection) => ({ ...connection, options: `-c role=${name}` }), 'pg_trgm'],
  ['does not know the user', (connection) => ({ ...connection, user: 'nobody_here' }), 'cet utilisateur'],
  ['does not know the database', (connection) => onDatabase(connection, 'nowhere'), 'cette base n’existe pas'],
  ['is not there', () => ({ connectionString: 'postgres://u:canari@127.0.0.1:1/shop' }), 'ECONNREFUSED'],
  ['is read-only', (connection) => ({ ...connection, options: '-c default_transaction_read_only=on' }), 'écrire'],
  ['loses the time-outs', (connection) => ({ ...connection, options: '-c lock_timeout=0' }), 'ALTER ROLE'],
  [
    'lives in another time zone',
    (connection) => ({ ...connection, options: '-c timezone=Africa/Casablanca' }),
    'ALTER ROLE',
  ],
])('one that %s is refused in one French line that names the variable and no password', async (_, change, reason) => {
  const line = await lineOf(change(server.connection))
  expect(line).toMatch(/^DATABASE_URL\u00A0: .*\.$/)
  expect(line).toContain(reason)
  expect(line).not.toContain('canari')
})

test('one older than 15, or without the extension for searches, is refused', () => {
  const good: ServerFacts = {
    version: 150_004,
    versionName: '15.4',
    encoding: 'UTF8',
    readsOnly: false,
    mayCreate: true,
    hasTrigrams: true,
    hasTimeOuts: true,
    isUtc: true,
  }
  expect(unfitness(good)).toBeNull()
  expect(unfitness({ ...good, version: 140_019, versionName: '14.19' })).toContain('14.19')
  expect(unfitness({ ...good, hasTrigrams: false })).toContain('pg_trgm')
})
