import { globSync } from 'node:fs'
import { join } from 'node:path'
import { is, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../database.ts'

const ROOT = join(import.meta.dirname, '../..')

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})

afterAll(() => database.close())

async function namesOf(query: string): Promise<string[]> {
  const { rows } = await database.db.execute<{ name: string }>(sql.raw(query))
  return rows.map(({ name }) => name).sort()
}

/** Relations, functions and constraints of the shop itself, not those that an extension brought. */
const OF_SHOP = `= 'public'::regnamespace and not exists (
  select from pg_depend where objid = it.oid and deptype = 'e')`

const COLUMNS = `from pg_class it join pg_attribute a on attrelid = it.oid
  where relnamespace ${OF_SHOP} and relkind = 'r' and attnum > 0 and not attisdropped`

test('every table and every function says in the database itself what it is for', async () => {
  const tables = `select relname as name from pg_class it where relnamespace ${OF_SHOP} and relkind = 'r'`
  const functions = `select proname as name from pg_proc it where pronamespace ${OF_SHOP}`
  expect((await namesOf(tables)).length).toBeGreaterThan(20)
  expect(await namesOf(`${tables} and obj_description(oid, 'pg_class') is null`)).toEqual([])
  expect(await namesOf(`${functions} and obj_description(oid, 'pg_proc') is null`)).toEqual([])
})

test('every amount says that it is in centimes, and every column of bytes what they are', async () => {
  const unclear = `col_description(attrelid, attnum) is null
    or atttypid = 'bigint'::regtype and col_description(attrelid, attnum) not ilike '%centime%'`
  const columns = `select relname || '.' || attname as name ${COLUMNS}
    and atttypid in ('bigint'::regtype, 'bytea'::regtype) and relname <> 'tracking_keys'`
  expect((await namesOf(columns)).length).toBeGreaterThan(10)
  expect(await namesOf(`${columns} and (${unclear})`)).toEqual([])
})

test('an index is named after its table and what it finds, one that forbids by what it holds', async () => {
  const misnamed = `select it.relname as name from pg_class it join pg_index on indexrelid = it.oid
    join pg_class owner on owner.oid = indrelid
    where it.relnamespace ${OF_SHOP} and indisunique = starts_with(it.relname, owner.relname || '_')
      and not indisprimary`
  expect(await namesOf(misnamed)).toEqual([])
})

async function tablesOfCode() {
  const files = globSync('{features/*,platform/http}/tables.ts', { cwd: ROOT })
  const modules = await Promise.all(files.map((file) => import(join(ROOT, file))))
  return modules.flatMap((each) => Object.values(each).filter((it) => is(it, PgTable))).map(getTableConfig)
}

test('tables, columns, constraints and indexes of the database are those of the code', async () => {
  const tables = await tablesOfCode()
  const columns = tables.flatMap(({ name, columns }) =>
    columns.map((it) => `${name}.${toSnakeCase(it.name)} ${it.getSQLType()}${it.notNull ? ' not null' : ''}`),
  )
  const type = `replace(format_type(atttypid, atttypmod), 'timestamp(3)', 'timestamp (3)')`
  expect(
    await namesOf(`
      select relname || '.' || attname || ' ' || ${type} || case when attnotnull then ' not null' else '' end as name
      ${COLUMNS}`),
  ).toEqual(columns.map((each) => each.replace('"bytea"', 'bytea')).sort())
  const constraints = tables.flatMap(({ checks, foreignKeys }) => [
    ...checks.map(({ name }) => name),
    ...foreignKeys.map((key) => toSnakeCase(key.getName())),
  ])
  expect(
    await namesOf(
      `select conname as name from pg_constraint it where connamespace ${OF_SHOP} and contype in ('c', 'f')`,
    ),
  ).toEqual(constraints.sort())
  const indexes = tables.flatMap(({ indexes }) => indexes.map(({ config }) => config.name))
  expect(
    await namesOf(`select relname as name from pg_class it join pg_index on indexrelid = oid
      where relnamespace ${OF_SHOP} and not exists (select from pg_constraint where conindid = it.oid and contype <> 'f')`),
  ).toEqual(indexes.sort())
})
