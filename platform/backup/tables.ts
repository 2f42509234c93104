import type pg from 'pg'

export interface Table {
  name: string
  /** Those that are stored: what is generated from them follows by itself. */
  columns: string[]
}

export interface Sequence {
  name: string
  value: string
  isCalled: boolean
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** What extensions brought along belongs to the server. */
const ofShop = (catalogue: string, row: string): string =>
  `not exists (select from pg_depend where classid = '${catalogue}'::regclass and objid = ${row}.oid and deptype = 'e')`

/** All that the database itself knows of, so that a table of tomorrow cannot be forgotten. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select relname::text as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped and attgenerated = '' and ${ofShop('pg_class', 'pg_class')}
    group by relname order by relname collate "C"`)
  return rows
}

/** Sequences know no snapshot: what is read here is never behind rows that were seen before. */
export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const sequences: Sequence[] = []
  for (const name of await relationsOf(client, ['S'])) {
    const { rows } = await client.query(`select last_value::text as value, is_called from public.${quoted(name)}`)
    sequences.push({ name, value: rows[0].value, isCalled: rows[0].is_called })
  }
  return sequences
}

export async function setSequence(client: pg.Client, { name, value, isCalled }: Sequence): Promise<void> {
  await client.query('select setval($1::regclass, $2::bigint, $3)', [`public.${quoted(name)}`, value, isCalled])
}

/** Of tables whose rows are numbered: those of people, things and what happened to them. */
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

/** Drops tables and what goes with them: of a shop that holds nothing, so that an older one's can be made instead. */
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
 * Lets rows in as they were: nothing is counted or noted a second time, and references are looked at together when
 * everything is there. An owner may do all of it. Gives what puts it back.
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
