import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkServer } from './check-server.ts'
import { closeDatabase, type Db, openDatabase } from './database.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded/embedded.ts'
import { Heartbeat } from './heartbeat.ts'
import { addressesOf } from './hosts.ts'

const folder = mkdtempSync(join(tmpdir(), 'shop-hosts-'))
const servers: EmbeddedDatabase[] = []
let url: string

beforeAll(async () => {
  // When we are root, another user runs PostgreSQL in it.
  chmodSync(folder, 0o755)
  for (const name of ['a', 'b']) servers.push(await startEmbedded({ dataDir: join(folder, name), durable: false }))
  const hosts = servers.map(({ connection }) => encodeURIComponent(connection.host!))
  url = `postgres://shop@${hosts.join()}/shop?target_session_attrs=read-write`
})

afterAll(async () => {
  for (const server of servers) await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  ['postgres://a/shop', ['postgres://a/shop']],
  ['postgres://u:p@a:1,b:2/shop?x=1', ['postgres://u:p@a:1/shop?x=1', 'postgres://u:p@b:2/shop?x=1']],
  ['postgresql://u:p,q@a,[::1]:2', ['postgresql://u:p,q@a', 'postgresql://u:p,q@[::1]:2']],
])('%s names %j', (address, all) => expect(addressesOf(address)).toEqual(all))

/** As one that follows another does, or as one that was promoted; connections are cut, as they are then. */
async function become(server: EmbeddedDatabase, role: 'standby' | 'primary'): Promise<void> {
  const db = openDatabase({ connection: server.connection, poolSize: 1, onError: () => undefined })
  await db.execute(
    sql.raw(`begin read write; alter database shop
    set default_transaction_read_only = ${role === 'standby' ? 'on' : 'off'}; commit`),
  )
  await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = 'shop' and pid <> pg_backend_pid()`)
  await closeDatabase(db)
}

/** The one of the two that answers. */
const serverOf = async (db: Db) =>
  (await db.execute(sql`select current_setting('unix_socket_directories') as host`)).rows[0]!.host

test('of several hosts the one that writes is kept, and another one once it is promoted', async () => {
  const [a, b] = servers as [EmbeddedDatabase, EmbeddedDatabase]
  await become(a, 'standby')
  const db = openDatabase({ connection: { connectionString: url }, onError: () => undefined })
  await checkServer(db)
  expect(await serverOf(db)).toBe(b.connection.host)
  const heartbeat = new Heartbeat(db, () => undefined)
  heartbeat.start()
  try {
    await become(a, 'primary')
    await become(b, 'standby')
    await expect.poll(() => serverOf(db).catch(() => null)).toBe(a.connection.host)
    await db.execute(sql`create table if not exists orders_of_today (id integer)`)
    await become(b, 'primary')
    await a.stop()
    await expect.poll(() => serverOf(db).catch(() => null)).toBe(b.connection.host)
  } finally {
    await heartbeat.stop()
    await closeDatabase(db)
  }
})

test('a start where none of several hosts writes, or none answers, says so in one line', async () => {
  const [, b] = servers as [EmbeddedDatabase, EmbeddedDatabase]
  const socket = encodeURIComponent(b.connection.host!)
  const refusal = async (hosts: string) => {
    const db = openDatabase({ connection: { connectionString: `postgres://shop@${hosts}/shop` } })
    const error = await checkServer(db).catch((refused: Error) => refused.message)
    await closeDatabase(db)
    return error
  }
  await become(b, 'standby')
  expect(await refusal(`${socket},${socket}`)).toBe('DATABASE_URL\u00A0: aucun de ces serveurs n’accepte d’écrire.')
  expect(await refusal('127.0.0.1:1,127.0.0.1:2')).toMatch(/^DATABASE_URL\u00A0: le serveur ne répond pas \(.*\)\.$/)
})
