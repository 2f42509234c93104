import { sql } from 'drizzle-orm'
import { integer, pgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { isOneOf } from './one-of.ts'

const boxes = pgTable('boxes', { id: integer().notNull() })

let server: TestDatabase

beforeAll(async () => {
  server = await openTestDatabase()
  await server.db.execute(sql`create table boxes as select id from generate_series(1, 3) as id`)
})

afterAll(() => server.close())

const found = async (ids: readonly number[]) =>
  (await server.db.select().from(boxes).where(isOneOf(boxes.id, ids)).orderBy(boxes.id)).map(({ id }) => id)

test('a list that is longer than a statement has room for is looked up all the same', async () => {
  expect(await found(Array.from({ length: 70_000 }, (_, nth) => nth + 2))).toEqual([2, 3])
})

test('an empty list has nothing in it', async () => {
  expect(await found([])).toEqual([])
})
