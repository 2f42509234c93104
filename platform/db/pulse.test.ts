import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase, type Db, isUnavailable, openDatabase } from './database.ts'
import { Pulse } from './pulse.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'

let server: TestDatabase
let between: Server
let db: Db
let isSilent = false
/** Once a question has been passed on. */
let onQuestion = (): void => undefined

beforeAll(async () => {
  server = await openTestDatabase()
  between = await listening()
  const { port } = between.address() as { port: number }
  const connection = { ...server.connection, host: '127.0.0.1', port }
  db = openDatabase({ connection, poolSize: 3, onError: () => undefined })
})

afterAll(async () => {
  await closeDatabase(db)
  between.close()
  await server.close()
})

/** Passes everything on; what is open while it is silent stays so for good. */
async function listening(): Promise<Server> {
  const { host, port } = server.connection
  const one = createServer((client) => {
    const database = host!.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port!, host!)
    let isForgotten = isSilent
    const pass = (to: typeof client) => (bytes: Buffer) => {
      isForgotten ||= isSilent
      if (!isForgotten) to.write(bytes)
    }
    client.on('data', pass(database))
    client.on('data', (bytes) => {
      if (bytes.toString('latin1').includes('select 1\0')) onQuestion()
    })
    database.on('data', pass(client))
    for (const socket of [client, database])
      socket
        .on('error', () => undefined)
        .on('close', () => {
          client.destroy()
          database.destroy()
        })
  })
  one.listen(0, '127.0.0.1')
  await once(one, 'listening')
  return one
}

test('after a silence the lines of before are hung up, and the next call gets a new one at once', async () => {
  const complaints: unknown[] = []
  const pulse = new Pulse(db, (error) => complaints.push(error))
  pulse.start()
  const ask = () => db.execute(sql`select 1 as one`)
  await Promise.all([ask(), ask(), ask()])
  await sleep(200)
  isSilent = true
  const stuck = ask().catch((error: unknown) => error)
  await sleep(3_000)
  isSilent = false
  const begin = performance.now()
  expect(isUnavailable(await stuck)).toBe(true)
  // Those that nobody used are gone a moment later.
  await sleep(50)
  expect((await ask()).rows).toEqual([{ one: 1 }])
  // By itself the driver waits eight seconds for an answer that was lost.
  expect(performance.now() - begin).toBeLessThan(3_000)
  expect(complaints).toHaveLength(1)
  await pulse.stop()
}, 20_000)

test('a moment in which we ourselves were too busy to listen is no silence: nobody is hung up', async () => {
  const complaints: unknown[] = []
  const pulse = new Pulse(db, (error) => complaints.push(error))
  pulse.start()
  await sleep(700)
  const slow = db.execute(sql`select pg_sleep(3.5), 1 as one`)
  await sleep(50)
  onQuestion = () => {
    onQuestion = () => undefined
    for (const end = performance.now() + 2_100; performance.now() < end; );
  }
  expect((await slow).rows).toMatchObject([{ one: 1 }])
  expect(complaints).toEqual([])
  await pulse.stop()
}, 20_000)
