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
import { dropTables, hasNoRows, listTables, quoted, setSequence, suspendConstraints, type Table } from './tables.ts'

/** A statement here builds or reads a whole table. */
const PATIENCE = { lock: 10_000, statement: 3_600_000, idleInTransaction: 3_600_000 }

export interface RestoreOptions {
  db: Db
  /** The folder of the migrations that this program knows. */
  migrations: string
  queues: readonly Queue[]
  onError: (error: unknown) => void
}

interface BackupContents {
  plan: BackupManifest
  closing: BackupTrailer
}

/** Reads the whole of a backup and says what it holds; nothing but a whole one that this program can read passes. */
export async function inspectBackup(path: string, migrations: string): Promise<BackupContents> {
  const read = new Map<string, unknown>()
  for await (const { name, bytes } of readArchive(path))
    if (name === MANIFEST || name === TRAILER) read.set(name, JSON.parse(bytes.toString()))
  const plan = read.get(MANIFEST) as BackupManifest | undefined
  const closing = read.get(TRAILER) as BackupTrailer | undefined
  if (!plan || !closing) throw new BackupError(`${path} n’est pas une sauvegarde de la boutique.`)
  const known = knownMigrations(migrations)
  if (areOlder(plan.migrations, known))
    throw new BackupError(`${path}\u00A0: faite avant la version 1.0, cette sauvegarde ne peut pas être reprise.`)
  if (plan.format > FORMAT || plan.migrations.some((each) => !known.includes(each)))
    throw new BackupError(
      `${path} vient d’une version plus récente de la boutique\u00A0: mettre le programme à jour d’abord.`,
    )
  return { plan, closing }
}

/**
 * Makes an empty shop the one of the backup, all of it or nothing, and then brings it up to date. Nobody else may be at
 * work on the database.
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

/** Shops name their connections. */
async function refuseRunningShop(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name = current_setting('application_name')`)
  if (rows[0].count > 0) throw new BackupError('Une boutique est en marche sur cette base\u00A0: l’arrêter d’abord.')
}

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
  { plan, closing }: BackupContents,
  jobs: Jobs,
  migrations: string,
): Promise<void> {
  try {
    await migrateTo(client, migrations, plan.migrations)
    await fillTables(client, path, plan, closing)
    for (const sequence of closing.sequences) await setSequence(client, sequence)
    // What the planner knows: without it the first hours would be slow.
    await client.query(`analyze ${namesOf(plan.tables)}`)
    for (const job of closing.jobs) await jobs.addAgain(client, job)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const namesOf = (tables: readonly Pick<Table, 'name'>[]): string =>
  tables.map(({ name }) => `public.${quoted(name)}`).join(', ')

/** Gives the database the tables of that very version. */
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
  plan: BackupManifest,
  closing: BackupTrailer,
): Promise<void> {
  const tables = new Map((await listTables(client)).map((table) => [table.name, table]))
  for (const { name, columns } of plan.tables)
    if (columns.join() !== tables.get(name)?.columns.join()) throw new Error(`The table ${name} is another one here`)
  if (tables.size !== plan.tables.length) throw new Error('There are tables here that the backup does not know')
  const putBack = await suspendConstraints(client, plan.tables)
  await client.query(`truncate ${namesOf(plan.tables)}`)
  const filled = await copyAll(client, path, tables)
  for (const [name, rows] of Object.entries(closing.rows))
    if (rows !== (filled.get(name) ?? 0)) throw new Error(`${name} should have ${rows} rows, not ${filled.get(name)}`)
  await putBack()
}

/** How many rows each table got. */
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
