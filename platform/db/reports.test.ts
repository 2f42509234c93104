import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase, openDatabase, type Queries } from './database.ts'
import { reportsFrom } from './reports.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'

let main: TestDatabase
let standby: TestDatabase

const say = async (database: TestDatabase, word: string) => {
  await database.db.execute(sql`create table words (word text)`)
  await database.db.execute(sql`insert into words values (${word})`)
}
const heard = async (db: Queries) => (await db.execute(sql`select word from words`)).rows[0]?.word

beforeAll(async () => {
  main = await openTestDatabase()
  standby = await openTestDatabase()
  await say(main, 'main')
  await say(standby, 'standby')
})

afterAll(async () => {
  await main.close()
  await standby.close()
})

test('reports come from the standby where there is one', async () => {
  expect(await reportsFrom(main.db, standby.db)(heard)).toBe('standby')
  expect(await reportsFrom(main.db, null)(heard)).toBe('main')
})

test('a standby that cannot be reached is done without', async () => {
  const gone = openDatabase({ connection: { ...standby.connection, port: 1 } })
  expect(await reportsFrom(main.db, gone)(heard)).toBe('main')
  await closeDatabase(gone)
})

test('what is wrong with the question is not asked twice', async () => {
  let asked = 0
  const wrong = (db: Queries) => {
    asked++
    return db.execute(sql`select * from nowhere`)
  }
  await expect(reportsFrom(main.db, standby.db)(wrong)).rejects.toThrow()
  expect(asked).toBe(1)
})
