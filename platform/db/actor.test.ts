import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountId } from '#platform/kernel/ids.ts'
import { openTestDatabase } from '#test/database.ts'
import { actingAs, nameActor } from './actor.ts'
import { closeDatabase, type Db, type DbOrTx, inTransaction, openDatabase } from './database.ts'

let db: Db
let drop: () => Promise<void>

beforeAll(async () => {
  const { connection, close } = await openTestDatabase()
  drop = close
  // One connection: whoever comes next gets the one that was used before.
  db = openDatabase({ connection, poolSize: 1 })
})

afterAll(async () => {
  await closeDatabase(db)
  await drop()
})

const sara = 12 as AccountId
const youssef = 13 as AccountId

async function actorIn(queries: DbOrTx): Promise<string | null> {
  const { rows } = await queries.execute<{ actor: string | null }>(
    sql`select nullif(current_setting('shop.actor', true), '') as actor`,
  )
  return rows[0]!.actor
}

test('a transaction knows in whose name it was opened, and nobody’s name stays on the connection', async () => {
  expect(await actingAs(sara, () => inTransaction(db, actorIn))).toBe('12')
  expect(await inTransaction(db, actorIn)).toBeNull()
  expect(await actorIn(db)).toBeNull()
})

test('people who act at once are not taken for each other', async () => {
  const act = (actor: AccountId) =>
    actingAs(actor, async () => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      return inTransaction(db, actorIn)
    })
  const all = await Promise.all([sara, youssef, sara, youssef].map(act))
  expect(all).toEqual(['12', '13', '12', '13'])
})

test('a transaction that was undone leaves no name either', async () => {
  const failing = actingAs(sara, () => inTransaction(db, () => Promise.reject(new Error('no'))))
  await expect(failing).rejects.toThrow('no')
  expect(await actorIn(db)).toBeNull()
})

test('what is done for the past names its own actor, until the transaction ends', async () => {
  const at = new Date('2026-01-02T03:04:05Z')
  const seen = await inTransaction(db, async (tx) => {
    await nameActor(tx, youssef, at)
    const before = await actorIn(tx)
    await nameActor(tx, null, at)
    return [before, await actorIn(tx)]
  })
  expect(seen).toEqual(['13', null])
  expect(await actorIn(db)).toBeNull()
})
