import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { closeDatabase, type Db, isUnavailable, openDatabase } from './database.ts'
import { Heartbeat } from './heartbeat.ts'

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
      if (bytes.toString('latin1').includes('transaction_read_only')) onQuestion()
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
  const heartbeat = new Heartbeat(db, (error) => complaints.push(error))
  heartbeat.start()
  const ask = () => db.execute(sql`select 1 as one`)
  await Promise.all([ask(), ask(), ask()])
  isSilent = true
  const stuck = ask().catch((error: unknown) => error)
  await expect.poll(() => complaints.length).toBe(1)
  isSilent = false
  const error = await stuck
  expect(isUnavailable(error)).toBe(true)
  const failures = [String((error as Error).cause)]
  const askOrFail = () =>
    ask().then(
      ({ rows }) => rows,
      (failure: Error) => void failures.push(String(failure.cause)),
    )
  const one = [{ one: 1 }]
  await expect.poll(() => Promise.all([askOrFail(), askOrFail(), askOrFail()])).toEqual([one, one, one])
  // On a line that was not hung up the driver waits until its time is up, and says so.
  expect(failures.join()).not.toContain('timeout')
  expect(complaints).toHaveLength(1)
  await heartbeat.stop()
})

test('a moment in which we ourselves were too busy to listen is no silence: nobody is hung up', async () => {
  const complaints: unknown[] = []
  const slow = db.execute(sql`select pg_sleep(3.5), 1 as one`)
  let questions = 0
  onQuestion = () => {
    // Longer than a question may wait and be late: whenever it was asked, its time-out is noticed too late.
    if (++questions === 1) for (const end = performance.now() + 2_100; performance.now() < end; );
  }
  const heartbeat = new Heartbeat(db, (error) => complaints.push(error))
  heartbeat.start()
  expect((await slow).rows).toMatchObject([{ one: 1 }])
  await expect.poll(() => questions).toBeGreaterThan(1)
  await heartbeat.stop()
  expect(complaints).toEqual([])
})
