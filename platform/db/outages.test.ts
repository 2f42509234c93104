import { afterAll, beforeAll, expect, test } from 'vitest'
import { Jobs } from '#platform/jobs/jobs.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { DatabaseProxy } from '../../proof/resilience/proxy.ts'
import { closeDatabase, type Db, inTransaction, openDatabase } from './database.ts'
import { reportOutagesOnce } from './outages.ts'

const QUEUE = { name: 'outages', firstPause: 1, longestPause: 1, tries: 1, patience: 60, atOnce: 1 }

let server: TestDatabase
let proxy: DatabaseProxy
let db: Db
let jobs: Jobs
let now = 0
/** All that is told by the pool and by the jobs, and what is passed on of it. */
const all: unknown[] = []
const told: unknown[] = []
const passOn = reportOutagesOnce(
  (error) => told.push(error),
  () => now,
)
const onError = (error: unknown) => {
  all.push(error)
  passOn(error)
}

beforeAll(async () => {
  server = await openTestDatabase()
  const { host, port } = server.connection
  proxy = new DatabaseProxy(`${host}/.s.PGSQL.${port}`)
  await proxy.open()
  db = openDatabase({ connection: { ...server.connection, host: '127.0.0.1', port: proxy.port }, onError })
  jobs = new Jobs(db, onError)
  await jobs.start([QUEUE])
})

afterAll(async () => {
  await jobs.stop()
  await closeDatabase(db)
  await proxy.close()
  await server.close()
})

/** Some connections that nobody uses at this moment. */
const openSome = () =>
  Promise.all([1, 2, 3, 4].map(() => inTransaction(db, (tx) => tx.execute('select pg_sleep(0.05)'))))

test('a database that goes away is told once, in words, and again the next time', async () => {
  let done = 0
  await jobs.work(QUEUE, async () => {
    done++
  })
  for (const outage of [1, 2]) {
    await openSome()
    await proxy.close()
    const before = all.length
    await expect.poll(() => all.length - before).toBeGreaterThan(5)
    expect(told).toHaveLength(outage)
    await proxy.open()
    await inTransaction(db, (tx) => jobs.add(tx, QUEUE.name, {}))
    await expect.poll(() => done).toBe(outage)
    now += 60_000
  }
  expect(all.filter((error) => !(error instanceof Error && error.message !== ''))).toEqual([])
  expect(told.map((error) => (error as Error).message)).toEqual(Array(2).fill('The database is away'))
})

test('what is no outage is told each time', () => {
  const failure = new Error('A scheduled job failed: cleaning')
  for (let time = 0; time < 3; time++) passOn(failure)
  expect(told.filter((error) => error === failure)).toHaveLength(3)
})
