import { asc, desc, eq, sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { containsText, isShortText, listPage } from './list-page.ts'

const letters = pgTable('letters', { id: integer().primaryKey(), box: integer().notNull(), search: text().notNull() })
const boxes = pgTable('boxes', { id: integer().primaryKey(), name: text().notNull() })

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await database.db.execute(sql`create table boxes as select 1 as id, 'ours' as name`)
  await database.db.execute(sql`create table letters as
    select id, 1 as box, case when id % 3 = 0 then 'fes 10 %' else 'rabat 0661' end as search
    from generate_series(1, 10050) as id`)
})
afterAll(() => database.close())

const listLetters = (asked: { page: number; perPage: number; typed?: string; above?: number }) => {
  const { db } = database
  const query = db
    .select({ id: letters.id, box: boxes.name })
    .from(letters)
    .innerJoin(boxes, eq(boxes.id, letters.box))
    .$dynamic()
  const where = sql`${letters.id} > ${asked.above ?? 0}`
  const search = containsText(letters.search, asked.typed ?? '')
  return listPage(db, { ...asked, query, table: letters, where, search, sort: [asc(letters.id)] })
}

test('a page has its rows in their order, with what is joined to them, and how many there are', async () => {
  const { rows, total } = await listLetters({ page: 2, perPage: 3, above: 10_000 })
  expect(rows).toEqual([10_004, 10_005, 10_006].map((id) => ({ id, box: 'ours' })))
  expect(total).toBe(50)
})

test('beyond ten thousand nobody counts, and pages still answer their rows', async () => {
  const { rows, total } = await listLetters({ page: 1005, perPage: 10 })
  expect(rows.map(({ id }) => id)).toEqual([
    10_041, 10_042, 10_043, 10_044, 10_045, 10_046, 10_047, 10_048, 10_049, 10_050,
  ])
  expect(total).toBe(10_001)
  expect(await listLetters({ page: 1006, perPage: 10 })).toEqual({ rows: [], total: 10_001 })
})

test('a search lists its newest hundred hits in the order of the list, and counts these', async () => {
  const found = await listLetters({ page: 1, perPage: 2, typed: 'RABAT' })
  expect(found).toMatchObject({ total: 100, rows: [{ id: 9901 }, { id: 9902 }] })
  expect((await listLetters({ page: 51, perPage: 2, typed: 'rabat' })).rows).toEqual([])
})

test('one or two letters are looked for among the newest five thousand', async () => {
  const query = database.db.select().from(letters).$dynamic()
  const listed = (isShort: boolean) =>
    listPage(database.db, {
      ...{ query, table: letters, isShort, sort: [asc(letters.id)], newest: [asc(letters.id)], page: 1, perPage: 1 },
      search: sql`${letters.id} > 4990`,
    })
  expect(await listed(true)).toMatchObject({ total: 10, rows: [{ id: 4991 }] })
  expect(await listed(false)).toMatchObject({ total: 100, rows: [{ id: 4991 }] })
})

test('the newest of a search are what its list takes for new', async () => {
  const query = database.db.select().from(letters).$dynamic()
  const search = containsText(letters.search, 'rabat')
  const oldest = { sort: [desc(letters.id)], newest: [asc(letters.id)], page: 1, perPage: 1 }
  expect((await listPage(database.db, { query, table: letters, search, ...oldest })).rows).toMatchObject([{ id: 149 }])
})

test.each([
  ['10 %', 3350],
  ['%', 3350],
  ['_', 0],
  ['+212 6 61', 6700],
  ['06.61', 6700],
])('what is typed means itself, and a number is found as it is stored: %s', async (typed, hits) => {
  const { rows } = await database.db.execute(
    sql`select count(*)::int as hits from letters where ${containsText(letters.search, typed)}`,
  )
  expect(rows).toEqual([{ hits }])
})

test('a number that is nearly one is told in no more time than it has letters', () => {
  expect(isShortText(`${'1'.repeat(1_000_000)}x`)).toBe(false)
})
