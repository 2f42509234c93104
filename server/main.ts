import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { seedDemo } from '#demo/seed.ts'
import { forgetExpired, HashingLine, hashersFor } from '#features/accounts/index.ts'
import { sweepPictures } from '#features/catalogue/index.ts'
import { forgetReadNotifications } from '#features/notifications/index.ts'
import { foldTallies, refreshOutcomes } from '#features/orders/index.ts'
import { closeDatabase, type Db, openDatabase } from '#platform/db/database.ts'
import { type EmbeddedDatabase, EmbeddedDatabaseError, startEmbedded } from '#platform/db/embedded.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { forgetOldKeys } from '#platform/http/idempotency.ts'
import { forgetOldTries } from '#platform/http/limits.ts'
import type { Shop } from '#platform/http/shop.ts'
import { buildApp } from './app.ts'
import { serveFiles } from './assets.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { DevelopmentPages } from './development.ts'
import { MIGRATIONS } from './health.ts'
import { loadBuild, pageServices, servePages } from './pages.ts'
import { ReadyBytes } from './ready-bytes.ts'
import { buildShop, startWork } from './shop.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS
const STOP_WITHIN_MS = 10_000

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

async function start(config: Config): Promise<() => Promise<void>> {
  const storageDir = join(config.dataDir, 'storage')
  mkdirSync(storageDir, { recursive: true })
  const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir, log: say }) : null
  const db = openDatabase({
    connection: embedded?.connection ?? { connectionString: config.databaseUrl! },
    poolSize: config.databasePool,
  })
  const stopDatabase = () => closeAll(db, embedded)
  try {
    await migrateDatabase(db, MIGRATIONS)
    return await openShop(config, db, storageDir, stopDatabase)
  } catch (error) {
    await stopDatabase()
    throw error
  }
}

async function closeAll(db: Db, embedded: EmbeddedDatabase | null): Promise<void> {
  await closeDatabase(db)
  await embedded?.stop()
}

async function openShop(config: Config, db: Db, storageDir: string, stopDatabase: () => Promise<void>) {
  const onError = (error: unknown) => process.emitWarning(error instanceof Error ? error : String(error))
  const shop = await buildShop(config, db, { now: () => new Date(), say, onError })
  const hashing = new HashingLine(() => new Date(), hashersFor(availableParallelism()))
  const ready = new ReadyBytes()
  if (config.demo) await seedDemo(shop, hashing, say)
  if (!config.rateLimits) say('Attention : RATE_LIMITS=off, les essais ne sont pas limités.')

  const development = config.development ? new DevelopmentPages() : null
  const built = development ? null : await loadBuild()
  if (!development && !built) throw new ConfigError('Les pages ne sont pas construites : npm run build.')
  const app = await buildApp({ config, shop, hashing, ready, inFront: development?.inFront })
  await development?.start(app.server)
  await serveFiles(app, { storageDir, built: built !== null })
  servePages(app, {
    services: pageServices(shop, config.settings),
    build: async () => built ?? (await development!.build()),
    ready,
    randomBytes,
    development: config.development,
  })
  await listen(app, config)
  await startWork(shop)
  const { port } = app.server.address() as { port: number }
  say(`La boutique est ouverte : http://${config.host}:${port}/`)
  const chores = [
    every(HOUR_MS, 'cleaning', () => cleanUp(shop)),
    every(MINUTE_MS, 'tallies', () => foldTallies(shop.db)),
    every(5 * MINUTE_MS, 'outcomes', () => refreshOutcomes(shop.db, shop.now())),
  ]

  attempt('outcomes', () => refreshOutcomes(shop.db, shop.now()))

  function attempt(name: string, work: () => Promise<void>): void {
    work().catch((error) => app.log.warn({ err: error, chore: name }, 'a chore failed'))
  }

  function every(milliseconds: number, name: string, work: () => Promise<void>): () => void {
    const timer = setInterval(() => attempt(name, work), milliseconds).unref()
    return () => clearInterval(timer)
  }

  return async () => {
    for (const stopChore of chores) stopChore()
    await closeApp(app)
    await shop.jobs.stop()
    await development?.close()
    await stopDatabase()
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE' || code === 'EACCES')
      throw new ConfigError(`PORT: le port ${port} de ${host} est déjà pris ou interdit.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new ConfigError(`HOST: cette machine n’a pas l’adresse ${host}.`)
    throw error
  }
}

async function cleanUp(shop: Shop): Promise<void> {
  await forgetOldKeys(shop.db, shop.now())
  await forgetOldTries(shop.db, shop.now())
  await forgetExpired(shop.db, shop.now())
  await forgetReadNotifications(shop.db, shop.now())
  await sweepPictures(shop, shop.now())
}

/** Requests in flight finish. Connections that are kept alive for nothing are closed as they fall idle. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const reaper = setInterval(() => app.server.closeIdleConnections(), 50)
  await app.close()
  clearInterval(reaper)
}

function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false
  const onSignal = async () => {
    if (stopping) return
    stopping = true
    const late = sleep(STOP_WITHIN_MS, 'late', { ref: false })
    const end = await Promise.race([stop().then(() => 'stopped'), late])
    process.exit(end === 'late' ? 1 : 0)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

try {
  stopOnSignals(await start(readConfig(process.env)))
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof EmbeddedDatabaseError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
