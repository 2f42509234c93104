import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { connectBesidePool, type Db } from '#platform/db/database.ts'
import {
  appliedMigrations,
  applyMigrations,
  holdMigrations,
  knownMigrations,
  migrateDatabase,
} from '#platform/db/migrate.ts'
import { Jobs, type Queue, waitingJobs } from '#platform/jobs/jobs.ts'
import { putOnDisk, readArchive } from './archive.ts'
import { BackupError } from './backup-error.ts'
import { CLOSING, type Closing, FORMAT, fileOf, PLAN, type Plan, tableOf } from './contents.ts'
import { CopyIn } from './copy.ts'
import {
  dropTables,
  holdsNothing,
  quoted,
  refreshViews,
  setSequence,
  type Table,
  tablesOf,
  takeOffGuards,
} from './tables.ts'

/** A statement here builds or reads a whole table. */
const PATIENCE = { lock: 10_000, statement: 3_600_000, idleInTransaction: 3_600_000 }

export interface RestoreOptions {
  db: Db
  /** The folder of the migrations that this program knows. */
  migrations: string
  queues: readonly Queue[]
  storageDir: string
  onError: (error: unknown) => void
}

interface Backup {
  plan: Plan
  closing: Closing
}

/** Reads the whole of a backup and says what it holds; nothing but a whole one that this program can read passes. */
export async function inspectBackup(path: string, migrations: string): Promise<Backup> {
  const read = new Map<string, unknown>()
  for await (const { name, bytes } of readArchive(path))
    if (name === PLAN || name === CLOSING) read.set(name, JSON.parse(bytes.toString()))
  const plan = read.get(PLAN) as Plan | undefined
  const closing = read.get(CLOSING) as Closing | undefined
  if (!plan || !closing) throw new BackupError(`${path} n’est pas une sauvegarde de la boutique.`)
  const known = new Set(knownMigrations(migrations))
  if (plan.format > FORMAT || plan.migrations.some((each) => !known.has(each)))
    throw new BackupError(
      `${path} vient d’une version plus récente de la boutique\u00A0: mettre le programme à jour d’abord.`,
    )
  return { plan, closing }
}

/**
 * Makes an empty shop the one of the backup, all of it or nothing, and then brings it up to date. Nobody else may be at
 * work on the database.
 */
export async function restoreBackup(path: string, options: RestoreOptions): Promise<Backup> {
  const { db, migrations, queues, onError } = options
  const backup = await inspectBackup(path, migrations)
  const jobs = new Jobs(db, onError)
  const client = await connectBesidePool(db, PATIENCE)
  try {
    await holdMigrations(client)
    await refuseHeld(client)
    await refuseOthers(client)
    await jobs.start(queues)
    await fillShop(client, path, backup, jobs, options)
  } finally {
    await client.end()
    await jobs.stop()
  }
  await migrateDatabase(db, migrations)
  await tidy(db)
  return backup
}

/** Shops name their connections. */
async function refuseOthers(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name = current_setting('application_name')`)
  if (rows[0].count > 0) throw new BackupError('Une boutique est en marche sur cette base\u00A0: l’arrêter d’abord.')
}

async function refuseHeld(client: pg.Client): Promise<void> {
  const isShop = (await appliedMigrations(client)).length > 0
  const isEmpty = isShop ? await holdsNothing(client) : (await tablesOf(client)).length === 0
  if (isEmpty && (await waitingJobs(client)).length === 0) return
  throw new BackupError(
    'Cette boutique n’est pas vide\u00A0: une sauvegarde ne se restaure que dans une boutique vide.',
  )
}

async function fillShop(
  client: pg.Client,
  path: string,
  { plan, closing }: Backup,
  jobs: Jobs,
  { migrations, storageDir }: RestoreOptions,
): Promise<void> {
  const files = new Files(storageDir)
  try {
    await client.query('begin')
    await standAt(client, migrations, plan.migrations)
    await fillTables(client, path, plan, closing, files)
    for (const sequence of closing.sequences) await setSequence(client, sequence)
    await refreshViews(client)
    for (const job of closing.jobs) await jobs.addAgain(client, job)
    await files.keep()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    await files.remove()
    throw error
  }
}

/** Gives the database the tables of that very version. */
async function standAt(client: pg.Client, folder: string, wanted: readonly number[]): Promise<void> {
  const applied = await appliedMigrations(client)
  if (applied.some((each) => !wanted.includes(each))) {
    await dropTables(client)
    await client.query('delete from drizzle.__drizzle_migrations')
  }
  await applyMigrations(client, folder, wanted)
}

async function fillTables(client: pg.Client, path: string, plan: Plan, closing: Closing, files: Files): Promise<void> {
  const tables = new Map((await tablesOf(client)).map((table) => [table.name, table]))
  for (const { name, columns } of plan.tables)
    if (columns.join() !== tables.get(name)?.columns.join()) throw new Error(`The table ${name} is another one here`)
  if (tables.size !== plan.tables.length) throw new Error('There are tables here that the backup does not know')
  const putBack = await takeOffGuards(client, plan.tables)
  await client.query(`truncate ${plan.tables.map(({ name }) => `public.${quoted(name)}`).join(', ')}`)
  const filled = await copyAll(client, path, tables, files)
  for (const [name, rows] of Object.entries(closing.rows))
    if (rows !== (filled.get(name) ?? 0)) throw new Error(`${name} should have ${rows} rows, not ${filled.get(name)}`)
  await putBack()
}

/** How many rows each table got. */
async function copyAll(
  client: pg.Client,
  path: string,
  tables: ReadonlyMap<string, Table>,
  files: Files,
): Promise<Map<string, number>> {
  const filled = new Map<string, number>()
  let copying: CopyIn | null = null
  const endCopy = async () => {
    if (copying) filled.set(copying.table, await copying.end())
    copying = null
  }
  for await (const { name, bytes } of readArchive(path)) {
    const table = tables.get(tableOf(name) ?? '')
    const file = fileOf(name)
    if (copying?.table !== table?.name) await endCopy()
    if (table) {
      copying ??= new CopyIn(client, table)
      await copying.write(bytes)
    } else if (file) await files.add(file, bytes)
  }
  return filled
}

const AT_ONCE = 32

/** Files of the backup, put beside those that are there; each under its name only when it is whole. */
class Files {
  readonly #folder: string
  readonly #written: string[] = []
  readonly #added: string[] = []

  constructor(folder: string) {
    this.#folder = folder
  }

  async add(name: string, bytes: Buffer): Promise<void> {
    const path = join(this.#folder, name)
    await mkdir(dirname(path), { recursive: true })
    if (!existsSync(path)) this.#added.push(path)
    await writeFile(`${path}.restored.part`, bytes)
    await rename(`${path}.restored.part`, path)
    this.#written.push(path)
  }

  /** Safe from a crash of the machine: first what they hold, then their names. */
  async keep(): Promise<void> {
    for (let begin = 0; begin < this.#written.length; begin += AT_ONCE)
      await Promise.all(this.#written.slice(begin, begin + AT_ONCE).map(putOnDisk))
    for (const folder of new Set(this.#written.map(dirname))) await putOnDisk(folder)
  }

  async remove(): Promise<void> {
    for (const path of this.#added) await rm(path, { force: true })
  }
}

/** What the planner knows and what index scans rest on: without it the first hours would be slow. */
async function tidy(db: Db): Promise<void> {
  const client = await connectBesidePool(db, PATIENCE)
  try {
    for (const { name } of await tablesOf(client)) await client.query(`vacuum (analyze) public.${quoted(name)}`)
  } finally {
    await client.end()
  }
}
