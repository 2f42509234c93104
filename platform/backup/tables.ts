import type pg from 'pg'

/** Milliseconds. A statement of a backup reads or builds a whole table. */
export const PATIENCE = { lock: 10_000, statement: 3_600_000, idleInTransaction: 3_600_000 }

export interface Table {
  name: string
  /** Stored columns; PostgreSQL computes the generated ones again. */
  columns: string[]
}

export interface Sequence {
  name: string
  value: string
  isCalled: boolean
}

/** An SQL identifier in double quotes. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A condition that leaves out objects of extensions, which belong to the server. */
const ofShop = (catalogue: string, row: string): string =>
  `not exists (select from pg_depend where classid = '${catalogue}'::regclass and objid = ${row}.oid and deptype = 'e')`

/** The tables, read from the database's own catalogue, so that a new table cannot be forgotten. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select relname::text as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped and attgenerated = '' and ${ofShop('pg_class', 'pg_class')}
    group by relname order by relname collate "C"`)
  return rows
}

/** The sequences. They ignore snapshots, so a value read here is never behind rows that were read before. */
export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const sequences: Sequence[] = []
  for (const name of await relationsOf(client, ['S'])) {
    const { rows } = await client.query(`select last_value::text as value, is_called from public.${quoted(name)}`)
    sequences.push({ name, value: rows[0].value, isCalled: rows[0].is_called })
  }
  return sequences
}

/** Sets a sequence to the value of the backup. */
export async function setSequence(client: pg.Client, { name, value, isCalled }: Sequence): Promise<void> {
  await client.query('select setval($1::regclass, $2::bigint, $3)', [`public.${quoted(name)}`, value, isCalled])
}

/** True when no table with numbered rows has one: accounts, products, orders and the like. */
export async function hasNoRows(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(`
    select distinct relname::text as name from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attidentity <> ''`)
  for (const { name } of rows) {
    const found = await client.query(`select from public.${quoted(name)} limit 1`)
    if (found.rowCount !== 0) return false
  }
  return true
}

async function relationsOf(client: pg.Client, kinds: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = any($1) and ${ofShop('pg_class', 'pg_class')}
     order by oid desc`,
    [kinds],
  )
  return rows.map(({ name }) => name)
}

/** Drops tables, views, sequences and routines of an empty shop, so that those of an older version can be made. */
export async function dropTables(client: pg.Client): Promise<void> {
  const drop = async (kind: string, relkind: string) => {
    for (const name of await relationsOf(client, [relkind])) await client.query(`drop ${kind} public.${quoted(name)}`)
  }
  await drop('view', 'v')
  const tables = (await listTables(client)).map(({ name }) => `public.${quoted(name)}`)
  if (tables.length > 0) await client.query(`drop table ${tables.join(', ')}`)
  await drop('sequence', 'S')
  const { rows } = await client.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc
     where pronamespace = 'public'::regnamespace and ${ofShop('pg_proc', 'pg_proc')}`,
  )
  for (const { name } of rows) await client.query(`drop routine ${name}`)
}

/**
 * Drops foreign keys and disables triggers, so that rows are stored as they were and nothing is counted or logged again.
 * The tables' owner may do all of it. Returns the function that restores both; it fails when a reference is missing.
 */
export async function suspendConstraints(client: pg.Client, tables: readonly Table[]): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; table: string; definition: string }>(`
    select conname::text as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`)
  for (const { name, table } of rows) await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  for (const { name } of tables) await client.query(`alter table public.${quoted(name)} disable trigger user`)
  return async () => {
    for (const { name } of tables) await client.query(`alter table public.${quoted(name)} enable trigger user`)
    for (const { name, table, definition } of rows)
      await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  }
}
