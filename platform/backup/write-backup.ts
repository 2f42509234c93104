import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { begin, connectBesidePool, type Db } from '#platform/db/database.ts'
import { appliedMigrations } from '#platform/db/migrate.ts'
import { waitingJobs } from '#platform/jobs/jobs.ts'
import { type Entry, writeArchive } from './archive.ts'
import { BackupError } from './backup-error.ts'
import { CLOSING, type Closing, FORMAT, PLAN, type Plan, partName } from './backup-format.ts'
import { copyOut } from './copy.ts'
import { quoted, sequencesOf, type Table, tablesOf } from './tables.ts'

/** A statement here reads a whole table. */
const PATIENCE = { lock: 10_000, statement: 3_600_000, idleInTransaction: 3_600_000 }

export interface BackupOptions {
  db: Db
  /** When it begins. */
  at: Date
}

/** Writes the shop as it is at one moment, while it goes on working. */
export async function writeBackup(path: string, { db, at }: BackupOptions): Promise<Closing> {
  const client = await connectBesidePool(db, PATIENCE)
  const closing: Closing = { rows: {}, sequences: [], jobs: [] }
  try {
    await writeArchive(path, entriesOf(client, at, closing), at)
    return closing
  } finally {
    await client.end()
  }
}

async function* entriesOf(client: pg.Client, at: Date, closing: Closing): AsyncGenerator<Entry> {
  const tables = await beginSnapshot(client)
  const migrations = await appliedMigrations(client)
  if (migrations.length === 0)
    throw new BackupError('Cette base ne contient pas de boutique\u00A0: rien à sauvegarder.')
  yield asJson(PLAN, { format: FORMAT, madeAt: at.toISOString(), migrations, tables } satisfies Plan)
  for (const table of tables) closing.rows[table.name] = yield* rowsOf(client, table)
  closing.jobs = await waitingJobs(client)
  closing.sequences = await sequencesOf(client)
  await client.query('commit')
  yield asJson(CLOSING, closing)
}

/** Tables are held before the snapshot is taken: one that a migration rewrites after it would look empty. */
async function beginSnapshot(client: pg.Client): Promise<Table[]> {
  const before = await tablesOf(client)
  await client.query(begin(PATIENCE, 'ISOLATION LEVEL REPEATABLE READ READ ONLY'))
  const names = before.map(({ name }) => `public.${quoted(name)}`)
  if (names.length > 0) await client.query(`lock table ${names.join(', ')} in access share mode`)
  const tables = await tablesOf(client)
  if (isDeepStrictEqual(before, tables)) return tables
  throw new BackupError('La base est en train d’être mise à jour\u00A0: recommencer dans un moment.')
}

async function* rowsOf(client: pg.Client, table: Table): AsyncGenerator<Entry, number> {
  const parts = copyOut(client, table)
  for (let nth = 1; ; nth++) {
    const { done, value } = await parts.next()
    if (done) return value
    yield { name: partName(table.name, nth), bytes: value }
  }
}

const asJson = (name: string, value: object): Entry => ({ name, bytes: Buffer.from(JSON.stringify(value)) })
