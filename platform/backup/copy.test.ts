import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase, connectBesidePool, openDatabase } from '#platform/db/database.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { copyOut } from './copy.ts'

const PATIENCE = { lock: 1000, statement: 10_000, idleInTransaction: 10_000 }
/** The message of the protocol after which no row comes. */
const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4])

let server: TestDatabase
let between: Server

beforeAll(async () => {
  server = await openTestDatabase()
  await server.db.execute(sql`create table pebbles (id integer)`)
  await server.db.execute(sql`insert into pebbles select generate_series(1, 78)`)
  between = createServer(passOn).listen(0, '127.0.0.1')
  await once(between, 'listening')
})

afterAll(async () => {
  between.close()
  await server.close()
})

/** Passes everything on, and what follows the last row in a packet of its own. */
function passOn(client: Socket): void {
  const { host, port } = server.connection
  const database = host!.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port!, host!)
  client.on('data', (bytes) => database.write(bytes))
  database.on('data', (bytes) => {
    const at = bytes.indexOf(COPY_DONE)
    if (at < 0) return client.write(bytes)
    client.write(bytes.subarray(0, at + COPY_DONE.length))
    setTimeout(() => client.write(bytes.subarray(at + COPY_DONE.length)), 100)
  })
  for (const socket of [client, database])
    socket
      .on('error', () => undefined)
      .on('close', () => {
        client.destroy()
        database.destroy()
      })
}

test('the rows of a table are counted also when their number arrives after the last of them', async () => {
  const { port } = between.address() as { port: number }
  const db = openDatabase({ connection: { ...server.connection, host: '127.0.0.1', port } })
  const client = await connectBesidePool(db, PATIENCE)
  const rows = copyOut(client, { name: 'pebbles', columns: ['id'] })
  const chunk = await rows.next()
  expect(String(chunk.value).split('\n')).toHaveLength(79)
  expect(await rows.next()).toEqual({ done: true, value: 78 })
  await client.end()
  await closeDatabase(db)
})
