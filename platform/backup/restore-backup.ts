import type pg from 'pg'
import { begin, connectBesidePool, type Db } from '#platform/db/database.ts'
import {
  appliedMigrations,
  applyMigrations,
  areOlder,
  knownMigrations,
  lockMigrations,
  migrateDatabase,
} from '#platform/db/migrate.ts'
import { Jobs, type Queue, waitingJobs } from '#platform/jobs/jobs.ts'
import { readArchive } from './archive.ts'
import { BackupError } from './backup-error.ts'
import { type BackupManifest, type BackupTrailer, FORMAT, MANIFEST, TRAILER, tableOf } from './backup-format.ts'
import { CopyIn } from './copy.ts'
import {
  dropTables,
  hasNoRows,
  listTables,
  PATIENCE,
  quoted,
  setSequence,
  suspendConstraints,
  type Table,
} from './tables.ts'

export interface RestoreOptions {
  db: Db
  /** The folder of the migrations that this program knows. */
  migrations: string
  queues: readonly Queue[]
  onError: (error: unknown) => void
}

interface BackupContents {
  manifest: BackupManifest
  trailer: BackupTrailer
}

/** Reads a whole backup. Throws a `BackupError` unless it is complete and this version of the program can restore it. */
async function inspectBackup(path: string, migrations: string): Promise<BackupContents> {
  const read = new Map<string, unknown>()
  for await (const { name, bytes } of readArchive(path))
    if (name === MANIFEST || name === TRAILER) read.set(name, JSON.parse(bytes.toString()))
  const manifest = read.get(MANIFEST) as BackupManifest | undefined
  const trailer = read.get(TRAILER) as BackupTrailer | undefined
  if (!manifest || !trailer) throw new BackupError(`${path} n’est pas une sauvegarde de la boutique.`)
  const known = knownMigrations(migrations)
  if (areOlder(manifest.migrations, known))
    throw new BackupError(`${path}\u00A0: faite avant la version 1.0, cette sauvegarde ne peut pas être reprise.`)
  if (manifest.format > FORMAT || manifest.migrations.some((each) => !known.includes(each)))
    throw new BackupError(
      `${path} vient d’une version plus récente de la boutique\u00A0: mettre le programme à jour d’abord.`,
    )
  return { manifest, trailer }
}

/**
 * Fills an empty shop with a backup in one transaction, then applies newer migrations. Throws a `BackupError` when the
 * backup does not fit, the shop is not empty, or a shop runs on the database.
 */
export async function restoreBackup(path: string, options: RestoreOptions): Promise<BackupContents> {
  const { db, migrations, queues, onError } = options
  const backup = await inspectBackup(path, migrations)
  const jobs = new Jobs(db, onError)
  const client = await connectBesidePool(db, PATIENCE)
  try {
    await refuseUnlessEmpty(client)
    await refuseRunningShop(client)
    await jobs.start(queues)
    await client.query(begin(PATIENCE))
    await lockMigrations(client)
    await refuseUnlessEmpty(client)
    await fillShop(client, path, backup, jobs, migrations)
  } finally {
    await client.end()
    await jobs.stop()
  }
  await migrateDatabase(db, migrations)
  return backup
}

/** Refuses while a shop runs on the database; its connections are known by their application name. */
async function refuseRunningShop(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name = current_setting('application_name')`)
  if (rows[0].count > 0) throw new BackupError('Une boutique est en marche sur cette base\u00A0: l’arrêter d’abord.')
}

/** Refuses a database with rows or waiting jobs; one with other tables than a shop's counts as full. */
async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  const isShop = (await appliedMigrations(client)).length > 0
  const isEmpty = isShop ? await hasNoRows(client) : (await listTables(client)).length === 0
  if (isEmpty && (await waitingJobs(client)).length === 0) return
  throw new BackupError(
    'Cette boutique n’est pas vide\u00A0: une sauvegarde ne se restaure que dans une boutique vide.',
  )
}

async function fillShop(
  client: pg.Client,
  path: string,
  { manifest, trailer }: BackupContents,
  jobs: Jobs,
  migrations: string,
): Promise<void> {
  try {
    await migrateTo(client, migrations, manifest.migrations)
    await fillTables(client, path, manifest, trailer)
    for (const sequence of trailer.sequences) await setSequence(client, sequence)
    // The planner needs statistics: without them the first hours would be slow.
    await client.query(`analyze ${namesOf(manifest.tables)}`)
    for (const job of trailer.jobs) await jobs.addAgain(client, job)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const namesOf = (tables: readonly Pick<Table, 'name'>[]): string =>
  tables.map(({ name }) => `public.${quoted(name)}`).join(', ')

/** Gives the database the tables of exactly these migrations. */
async function migrateTo(client: pg.Client, folder: string, wanted: readonly number[]): Promise<void> {
  const applied = await appliedMigrations(client)
  if (applied.some((each) => !wanted.includes(each))) {
    await dropTables(client)
    await client.query('delete from drizzle.__drizzle_migrations')
  }
  await applyMigrations(client, folder, wanted)
}

async function fillTables(
  client: pg.Client,
  path: string,
  manifest: BackupManifest,
  trailer: BackupTrailer,
): Promise<void> {
  const tables = new Map((await listTables(client)).map((table) => [table.name, table]))
  for (const { name, columns } of manifest.tables)
    if (columns.join() !== tables.get(name)?.columns.join()) throw new Error(`The table ${name} is another one here`)
  if (tables.size !== manifest.tables.length) throw new Error('There are tables here that the backup does not know')
  const resume = await suspendConstraints(client, manifest.tables)
  await client.query(`truncate ${namesOf(manifest.tables)}`)
  const filled = await copyAll(client, path, tables)
  for (const [name, rows] of Object.entries(trailer.rows))
    if (rows !== (filled.get(name) ?? 0)) throw new Error(`${name} should have ${rows} rows, not ${filled.get(name)}`)
  await resume()
}

/** Copies all rows and returns their number by table. */
async function copyAll(
  client: pg.Client,
  path: string,
  tables: ReadonlyMap<string, Table>,
): Promise<Map<string, number>> {
  const filled = new Map<string, number>()
  let copying: CopyIn | null = null
  const endCopy = async () => {
    if (copying) filled.set(copying.table, await copying.end())
    copying = null
  }
  for await (const { name, bytes } of readArchive(path)) {
    const table = tables.get(tableOf(name) ?? '')
    if (copying?.table !== table?.name) await endCopy()
    if (!table) continue
    copying ??= new CopyIn(client, table)
    await copying.write(bytes)
  }
  return filled
}
