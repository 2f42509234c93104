import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { begin, connectBesidePool, type Db } from '#platform/db/database.ts'
import { appliedMigrations } from '#platform/db/migrate.ts'
import { waitingJobs } from '#platform/jobs/jobs.ts'
import { type ArchiveEntry, writeArchive } from './archive.ts'
import { BackupError } from './backup-error.ts'
import { type BackupManifest, type BackupTrailer, chunkName, FORMAT, MANIFEST, TRAILER } from './backup-format.ts'
import { copyOut } from './copy.ts'
import { listSequences, listTables, PATIENCE, quoted, type Table } from './tables.ts'

export interface BackupOptions {
  db: Db
  /** The beginning, for the manifest and the times of the files. */
  at: Date
}

/** Writes the shop as it is at one moment, while it goes on working. Throws a `BackupError` when `path` exists or the database has no shop. */
export async function writeBackup(path: string, { db, at }: BackupOptions): Promise<BackupTrailer> {
  const client = await connectBesidePool(db, PATIENCE)
  const trailer: BackupTrailer = { rows: {}, sequences: [], jobs: [] }
  try {
    await writeArchive(path, entriesOf(client, at, trailer), at)
    return trailer
  } finally {
    await client.end()
  }
}

async function* entriesOf(client: pg.Client, at: Date, trailer: BackupTrailer): AsyncGenerator<ArchiveEntry> {
  const tables = await beginSnapshot(client)
  const migrations = await appliedMigrations(client)
  if (migrations.length === 0)
    throw new BackupError('Cette base ne contient pas de boutique\u00A0: rien à sauvegarder.')
  yield asJson(MANIFEST, { format: FORMAT, madeAt: at.toISOString(), migrations, tables } satisfies BackupManifest)
  for (const table of tables) trailer.rows[table.name] = yield* rowsOf(client, table)
  trailer.jobs = await waitingJobs(client)
  trailer.sequences = await listSequences(client)
  await client.query('commit')
  yield asJson(TRAILER, trailer)
}

/** Locks the tables before the snapshot: one that a migration rewrites after it would look empty. */
async function beginSnapshot(client: pg.Client): Promise<Table[]> {
  const before = await listTables(client)
  await client.query(begin(PATIENCE, 'ISOLATION LEVEL REPEATABLE READ READ ONLY'))
  const names = before.map(({ name }) => `public.${quoted(name)}`)
  if (names.length > 0) await client.query(`lock table ${names.join(', ')} in access share mode`)
  const tables = await listTables(client)
  if (isDeepStrictEqual(before, tables)) return tables
  throw new BackupError('La base est en train d’être mise à jour\u00A0: recommencer dans un moment.')
}

async function* rowsOf(client: pg.Client, table: Table): AsyncGenerator<ArchiveEntry, number> {
  const chunks = copyOut(client, table)
  for (let nth = 1; ; nth++) {
    const { done, value } = await chunks.next()
    if (done) return value
    yield { name: chunkName(table.name, nth), bytes: value }
  }
}

const asJson = (name: string, value: object): ArchiveEntry => ({ name, bytes: Buffer.from(JSON.stringify(value)) })
