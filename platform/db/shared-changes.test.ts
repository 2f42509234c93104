import { type SQL, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { closeDatabase, type Db, openDatabase } from './database.ts'
import { SharedChanges } from './shared-changes.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'

let server: TestDatabase
let ours: Db
let theirs: Db
const started: SharedChanges[] = []

beforeAll(async () => {
  server = await openTestDatabase()
  ours = openDatabase({ connection: server.connection, poolSize: 2 })
  theirs = openDatabase({ connection: server.connection, poolSize: 2 })
  await ours.execute(sql`create table shown (id int)`)
  await ours.execute(sql`create table other (id int)`)
})

afterEach(async () => {
  for (const each of started.splice(0)) await each.stop()
})

afterAll(async () => {
  await closeDatabase(ours)
  await closeDatabase(theirs)
  await server.close()
})

async function listenOn(db: Db, checkEvery = 60_000) {
  const onChange = vi.fn()
  const onError = vi.fn()
  const changes = new SharedChanges(db, { tables: ['shown'], onChange, onError, checkEvery })
  await changes.start()
  started.push(changes)
  return { changes, onChange, onError }
}

/** On a connection of its own: what it changed is counted at its end at the latest. */
async function byHand(change: SQL): Promise<void> {
  const hand = openDatabase({ connection: server.connection, poolSize: 1 })
  await hand.execute(change)
  await closeDatabase(hand)
}

const cutLines = () =>
  server.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like '%n_tup_ins%' and pid <> pg_backend_pid()`)

test('the others hear of a change, whoever made it does not', async () => {
  const [mine, other] = [await listenOn(ours), await listenOn(theirs)]
  mine.changes.tell()
  await expect.poll(() => other.onChange.mock.calls.length).toBe(1)
  expect(mine.onChange).not.toHaveBeenCalled()
})

test('a crowd of changes is told in few messages, and the last one is not forgotten', async () => {
  const [mine, other] = [await listenOn(ours), await listenOn(theirs)]
  for (let nth = 0; nth < 1000; nth++) mine.changes.tell()
  await expect.poll(() => other.onChange.mock.calls.length).toBeGreaterThan(0)
  mine.changes.tell()
  await expect.poll(() => other.onChange.mock.calls.length).toBeGreaterThan(1)
  expect(other.onChange.mock.calls.length).toBeLessThan(5)
})

test('a change that nobody told is found by asking, in the named tables alone', async () => {
  const { onChange } = await listenOn(ours, 50)
  await byHand(sql`insert into other values (1)`)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(onChange).not.toHaveBeenCalled()
  await byHand(sql`insert into shown values (1)`)
  await expect.poll(() => onChange.mock.calls.length, { timeout: 5_000 }).toBeGreaterThan(0)
})

test('a line that is cut is mended, and what happened meanwhile is heard of', async () => {
  const [mine, other] = [await listenOn(ours), await listenOn(theirs)]
  await cutLines()
  await server.db.execute(sql`insert into shown values (2)`)
  await expect.poll(() => other.onError.mock.calls.length).toBe(1)
  await expect
    .poll(
      () => {
        mine.changes.tell()
        return other.onChange.mock.calls.length
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0)
}, 20_000)
