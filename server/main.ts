import cluster from 'node:cluster'
import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seedDemo } from '#demo/seed.ts'
import { HashingLine, hashersFor } from '#features/accounts/index.ts'
import { type Connection, closeDatabase, type Db, openDatabase } from '#platform/db/database.ts'
import {
  type EmbeddedDatabase,
  EmbeddedDatabaseError,
  runningConnection,
  startEmbedded,
} from '#platform/db/embedded.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import type { Shop } from '#platform/http/shop.ts'
import { startChores } from './chores.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { dailyBackupsOf } from './daily-backup.ts'
import { MIGRATIONS } from './health.ts'
import { type Log, logWarnings, openLog } from './logs.ts'
import { serveShop } from './serve.ts'
import { buildShop, startWork } from './shop.ts'
import { startWorkers } from './workers.ts'

// One process by itself, or with `WORKERS` a first one that keeps house and others that answer.

const STOP_WITHIN_MS = 10_000

type Stop = () => Promise<void>

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const onError = (error: unknown) => process.emitWarning(error instanceof Error ? error : String(error))
const now = () => new Date()

const openMain = ({ databasePool, directUrl }: Config, connection: Connection): Db =>
  openDatabase({
    connection,
    direct: directUrl === null ? undefined : { connectionString: directUrl },
    poolSize: databasePool,
    onError,
  })

/** Enough for files and statistics. */
const STANDBY_POOL = 4

const openStandby = ({ replicaUrl }: Config): Db | null =>
  replicaUrl === null
    ? null
    : openDatabase({ connection: { connectionString: replicaUrl }, poolSize: STANDBY_POOL, onError })

/** The database of the shop, at work and up to date; filled with the demo where that is asked for. */
async function openHouse(config: Config): Promise<{ shop: Shop; close: Stop }> {
  mkdirSync(join(config.dataDir, 'storage'), { recursive: true })
  const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir, log: say }) : null
  const db = openMain(config, embedded?.connection ?? { connectionString: config.databaseUrl! })
  const standby = openStandby(config)
  try {
    await migrateDatabase(db, MIGRATIONS)
    const shop = await buildShop(config, db, { now, say, onError, standby })
    if (config.demo) await seedDemo(shop, new HashingLine(shop.now, hashersFor(availableParallelism())), say)
    if (!config.rateLimits) say('Attention : RATE_LIMITS=off, les essais ne sont pas limités.')
    return { shop, close: () => closeAll(shop, standby, embedded) }
  } catch (error) {
    await closeDatabases(db, standby, embedded)
    throw error
  }
}

async function closeAll({ jobs, db }: Shop, standby: Db | null, embedded: EmbeddedDatabase | null): Promise<void> {
  await jobs.stop()
  await closeDatabases(db, standby, embedded)
}

async function closeDatabases(db: Db, standby: Db | null, embedded: EmbeddedDatabase | null): Promise<void> {
  if (standby) await closeDatabase(standby)
  await closeDatabase(db)
  await embedded?.stop()
}

/** Keeps house; the port is opened by `openPort`, here or in other processes. */
async function keepHouse(
  config: Config,
  openPort: (shop: Shop) => Promise<{ port: number; stop: Stop }>,
): Promise<Stop> {
  const { shop, close } = await openHouse(config)
  try {
    const serving = await openPort(shop)
    await startWork(shop)
    const stopChores = startChores(shop, onError, dailyBackupsOf(config))
    say(`La boutique est ouverte : http://${config.host}:${serving.port}/`)
    return async () => {
      stopChores()
      await serving.stop()
      await close()
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** One of several that answer, on a house that the first process keeps. */
async function serveBeside(config: Config, log: Log): Promise<Stop> {
  const db = openMain(config, connectionOf(config))
  const standby = openStandby(config)
  const shop = await buildShop(config, db, { now, say, onError, standby })
  const { stop } = await serveShop(config, shop, log, onError)
  return async () => {
    await stop()
    await closeAll(shop, standby, null)
  }
}

function connectionOf({ databaseUrl, dataDir }: Config): Connection {
  const connection = databaseUrl === null ? runningConnection(dataDir) : { connectionString: databaseUrl }
  if (!connection) throw new ConfigError('DATA_DIR: sa base n’est pas en marche.')
  return connection
}

function start(config: Config): Promise<Stop> {
  const log = openLog(config.logLevel)
  logWarnings(log)
  if (cluster.isWorker) return serveBeside(config, log)
  return keepHouse(config, (shop) =>
    config.workers === 1 ? serveShop(config, shop, log, onError) : startWorkers(config.workers, onError),
  )
}

const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** What is told to stop while it starts has a database already, which nobody else would stop: it starts, then stops. */
function stopOnSignals(starting: Promise<Stop>): void {
  let stopping = false
  const onSignal = async () => {
    if (stopping) return
    stopping = true
    const late = sleep(STOP_WITHIN_MS, 'late', { ref: false })
    const stopped = starting.then((stop) => stop()).then(() => 'stopped')
    const end = await Promise.race([stopped, late])
    process.exit(end === 'late' ? 1 : 0)
  }
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal)
}

try {
  const starting = start(readConfig(process.env))
  stopOnSignals(starting)
  await starting
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof EmbeddedDatabaseError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
