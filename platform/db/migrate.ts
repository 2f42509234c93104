import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { begin, connectBesidePool, type Db } from './database.ts'

/** The folder of the shop's own migrations. */
export const MIGRATIONS = join(import.meta.dirname, 'migrations')

/** The advisory lock of migrations; every version of the shop must use the same number. */
const MIGRATION_LOCK = 7_041_977

/** Milliseconds. Another copy of the program may migrate for minutes, and so may a statement that rebuilds a table. */
const PATIENCE = { lock: 300_000, statement: 600_000, idleInTransaction: 600_000 }

/** A shorter time-out for locks on tables, since every query queues behind a migration that waits for one. */
const TABLE_LOCK_MS = 10_000

/** The database is from before the first release. The message is one French line for the operator. */
export class OldDatabaseError extends Error {
  override name = 'OldDatabaseError'
}

/** A newer version made a breaking change to the database. The message is one French line for the operator. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError'
}

/**
 * Applies the missing migrations of the folder in one transaction. Of several copies of the program at once, one applies
 * them and the others wait. Throws an `OldDatabaseError` or a `NewerDatabaseError`.
 */
export async function migrateDatabase(db: Db, folder: string): Promise<void> {
  const client = await connectBesidePool(db, PATIENCE)
  try {
    await client.query(begin(PATIENCE))
    await lockMigrations(client)
    await client.query(`SET LOCAL lock_timeout = ${TABLE_LOCK_MS}`)
    const [known, applied] = [knownMigrations(folder), await appliedMigrations(client)]
    if (areOlder(applied, known))
      throw new OldDatabaseError('Faite avant la version 1.0, cette base ne peut pas être reprise.')
    await applyMigrations(client, folder, known)
    await refuseNewer(client, known)
    await client.query('COMMIT')
  } finally {
    // Ending the connection undoes an open transaction.
    await client.end()
  }
}

async function refuseNewer(client: pg.Client, known: readonly number[]): Promise<void> {
  const { rows } = await client.query<{ tag: string }>(
    'SELECT tag FROM drizzle.__drizzle_migrations WHERE is_breaking AND created_at <> ALL ($1::bigint[]) ORDER BY created_at',
    [known],
  )
  const [first] = rows
  if (first)
    throw new NewerDatabaseError(
      `Une version plus récente a changé cette base (${first.tag}) et celle-ci ne sait pas s’en servir\u00A0: remettre le programme plus récent, ou restaurer la sauvegarde d’avant (npm run restore) dans une base vide.`,
    )
}

/** True when some migrations are unknown to us and older than our newest. Unknown newer ones do not count. */
export const areOlder = (migrations: readonly number[], known: readonly number[]): boolean =>
  migrations.some((each) => !known.includes(each) && each < Math.max(...known))

/** The migrations of the folder, identified by the millisecond in which they were written. */
export const knownMigrations = (folder: string): number[] => journal(folder).map((entry) => entry.when)

/** The migrations applied to the database, identified as by `knownMigrations`; none when it was never a shop's. */
export async function appliedMigrations(client: pg.Client): Promise<number[]> {
  const { rows: found } = await client.query(`SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS yes`)
  if (!found[0].yes) return []
  const { rows } = await client.query('SELECT created_at FROM drizzle.__drizzle_migrations ORDER BY created_at')
  return rows.map((row) => Number(row.created_at))
}

/** Applies the missing migrations of `wanted` in the caller's transaction, which the caller must commit. */
export async function applyMigrations(client: pg.Client, folder: string, wanted: readonly number[]): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle')
  await client.query(
    'CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  )
  // Name and breaking mark are stored for older programs, which do not have the migration's file.
  await client.query(
    'ALTER TABLE drizzle.__drizzle_migrations ADD COLUMN IF NOT EXISTS tag text, ADD COLUMN IF NOT EXISTS is_breaking boolean NOT NULL DEFAULT false',
  )
  const applied = await appliedMigrations(client)
  for (const { sql: statements, hash, folderMillis } of readMigrationFiles({ migrationsFolder: folder })) {
    if (!wanted.includes(folderMillis) || applied.includes(folderMillis)) continue
    for (const statement of statements) await client.query(statement)
    const values = [hash, folderMillis]
    await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', values)
  }
  for (const { tag, when, isBreaking } of marksOf(folder))
    await client.query(
      'UPDATE drizzle.__drizzle_migrations SET tag = $1, is_breaking = $2 WHERE created_at = $3 AND tag IS NULL',
      [tag, isBreaking, when],
    )
}

/** Locks out other migrations until the transaction ends. */
export const lockMigrations = (client: pg.Client): Promise<unknown> =>
  client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])

type JournalEntry = { tag: string; when: number }

const journal = (folder: string): JournalEntry[] =>
  JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')).entries

const BREAKING = /^-- breaking\b/

/**
 * The name of each migration of the folder, and its breaking mark: `-- breaking` in the first line means that the former
 * program cannot work on it.
 */
export const marksOf = (folder: string): (JournalEntry & { isBreaking: boolean })[] =>
  journal(folder).map(({ tag, when }) => ({
    tag,
    when,
    isBreaking: BREAKING.test(readFileSync(join(folder, `${tag}.sql`), 'utf8')),
  }))
