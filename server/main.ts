import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seedDemo } from '#demo/seed.ts'
import { PasswordHashQueue } from '#features/accounts/password-hashing.ts'
import { checkServer } from '#platform/db/check-server.ts'
import { closeDatabase, openDatabase } from '#platform/db/database.ts'
import { startEmbedded } from '#platform/db/embedded/embedded.ts'
import { MIGRATIONS, migrateDatabase } from '#platform/db/migrate.ts'
import { reportOutagesOnce } from '#platform/db/outages.ts'
import { dailyBackupsOf } from './backup/daily-backup.ts'
import { type Config, ConfigError, readConfig, removedVariables } from './config.ts'
import { refusePublicDemo } from './demo-passwords.ts'
import { logWarnings, openLog } from './http/logs.ts'
import { reportFailure } from './report-failure.ts'
import { runScheduledJobs } from './scheduled-jobs.ts'
import { serveShop } from './serve.ts'
import { buildShop, startWork } from './shop.ts'
import { withTimeout } from './with-timeout.ts'

const LISTEN_WITHIN_MS = 60_000
const STOP_WITHIN_MS = 10_000
const LAST_STATEMENTS_MS = 1_000

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const onError = reportOutagesOnce((error) => process.emitWarning(error instanceof Error ? error : String(error)))
const now = () => new Date()

/** Opens the shop. Disposing of the result closes it. */
async function openShop(config: Config): Promise<AsyncDisposableStack> {
  const open = new AsyncDisposableStack()
  try {
    await openParts(config, open)
    return open
  } catch (error) {
    await open.disposeAsync()
    throw error
  }
}

/** Opens the database, the jobs and the port; each registers on the stack how it is closed, in reverse order. */
async function openParts(config: Config, open: AsyncDisposableStack): Promise<void> {
  const log = openLog(config.logLevel)
  logWarnings(log)
  makeDataDir(config)
  const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir, log: say }) : null
  open.defer(() => embedded?.stop())
  const connection = embedded?.connection ?? { connectionString: config.databaseUrl! }
  const db = openDatabase({ connection, poolSize: config.databasePool, onError })
  open.defer(() => closeDatabase(db, LAST_STATEMENTS_MS))
  if (config.databaseUrl !== null) await checkServer(db)
  await migrateDatabase(db, MIGRATIONS)
  const shop = await withinAMinute(buildShop(config, db, { now, say, onError }))
  open.defer(() => shop.jobs.stop())
  if (config.demo) await seedDemo(shop, new PasswordHashQueue(), say)
  await refusePublicDemo(config, db, say)
  if (!config.rateLimits) say('Attention : RATE_LIMITS=off, les essais ne sont pas limités.')
  const serving = await withinAMinute(serveShop(config, shop, log, onError))
  open.defer(serving.stop)
  await startWork(shop)
  open.defer(runScheduledJobs(shop, onError, dailyBackupsOf(config)))
  say(`La boutique est ouverte : http://${config.host}:${serving.port}/`)
}

/** Ends a start that hangs with exit code 1, so that a supervisor tries again. */
const withinAMinute = <Result>(work: Promise<Result>): Promise<Result> =>
  withTimeout(
    LISTEN_WITHIN_MS,
    work,
    new ConfigError('La boutique n’a pas pu ouvrir en une minute\u00A0: elle s’arrête.'),
  )

function makeDataDir({ dataDir }: Config): void {
  try {
    mkdirSync(join(dataDir, 'storage'), { recursive: true })
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR\u00A0: on ne peut pas écrire dans ${dataDir} (${(error as NodeJS.ErrnoException).code}).`,
    )
  }
}

const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** Stops the shop on a signal. During the start it lets the start finish first, since nobody else would stop the database. */
function stopOnSignals(opening: Promise<AsyncDisposableStack>): void {
  let stopping = false
  const onSignal = async () => {
    if (stopping) return
    stopping = true
    const late = sleep(STOP_WITHIN_MS, 'late', { ref: false })
    const stopped = opening.then((shop) => shop.disposeAsync()).then(() => 'stopped')
    const end = await Promise.race([stopped, late])
    process.exit(end === 'late' ? 1 : 0)
  }
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal)
}

try {
  const config = readConfig(process.env)
  for (const warning of removedVariables(process.env)) say(warning)
  const opening = openShop(config)
  stopOnSignals(opening)
  await opening
} catch (error) {
  reportFailure(error)
  process.exit()
}
