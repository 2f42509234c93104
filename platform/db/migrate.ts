import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { connectBesidePool, type Db, type Queries } from './database.ts'

/** Any number will do, as long as every version of the shop uses the same. */
const MIGRATION_LOCK = 7_041_977

/** Another process may be migrating for minutes; a statement that rebuilds a table may take as long. */
const PATIENCE = { lock: 300_000, statement: 600_000, idleInTransaction: 600_000 }

/** Once it is our turn: a migration that waits for a table makes every query behind it wait as well. */
const TABLE_LOCK_MS = 10_000

/**
 * Brings the tables up to the migrations of the folder. Of several processes at once, one does it and the others wait;
 * then they find it done. The lock belongs to a session: it needs a direct address, not a transaction pooler.
 */
export async function migrateDatabase(db: Db, folder: string): Promise<void> {
  const client = await connectBesidePool(db, PATIENCE)
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`SET lock_timeout = ${TABLE_LOCK_MS}`)
    await migrate(drizzle(client), { migrationsFolder: folder })
    await refuseSkipped(client, folder)
  } finally {
    await client.end()
  }
}

/** Whether every migration of the folder is in the database. */
export async function isMigrated(db: Queries, folder: string): Promise<boolean> {
  const times = journal(folder).map((entry) => entry.when)
  const present = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as yes`)
  if (!present.rows[0]?.yes) return times.length === 0
  const applied = await db.execute(sql`select created_at from drizzle.__drizzle_migrations`)
  const done = new Set(applied.rows.map((row) => Number(row.created_at)))
  return times.every((time) => done.has(time))
}

export const hasMigrations = (folder: string): boolean => existsSync(journalPath(folder))

type JournalEntry = { tag: string; when: number }

const journalPath = (folder: string): string => join(folder, 'meta', '_journal.json')

const journal = (folder: string): JournalEntry[] => JSON.parse(readFileSync(journalPath(folder), 'utf8')).entries

/** Drizzle passes over a migration that is dated before the last one applied, as after a merge of two branches. */
async function refuseSkipped(client: pg.Client, folder: string): Promise<void> {
  const applied = await client.query('SELECT created_at FROM drizzle.__drizzle_migrations')
  const done = new Set(applied.rows.map((row) => Number(row.created_at)))
  const skipped = journal(folder).filter((entry) => !done.has(entry.when))
  if (skipped.length === 0) return
  const names = skipped.map((entry) => entry.tag).join(', ')
  throw new Error(`Migrations dated before the last one applied were passed over: ${names}. Generate them again`)
}
