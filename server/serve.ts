import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { HashingLine, hashersFor } from '#features/accounts/index.ts'
import { SharedChanges } from '#platform/db/shared-changes.ts'
import type { Shop } from '#platform/http/shop.ts'
import { buildApp } from './app.ts'
import { serveFiles } from './assets.ts'
import { type Config, ConfigError } from './config.ts'
import { DevelopmentPages } from './development.ts'
import type { Log } from './logs.ts'
import { Metrics } from './metrics.ts'
import { loadBuild, pageServices, servePages } from './pages.ts'
import { ReadyBytes } from './ready-bytes.ts'

/** What kept pages and answers are made from. */
const SHOWN_TABLES = ['products', 'settings']

export interface Serving {
  port: number
  /** Requests in flight finish. */
  stop: () => Promise<void>
}

/** Opens the port: pages, files and calls of a shop whose database is ready. */
export async function serveShop(
  config: Config,
  shop: Shop,
  log: Log,
  onError: (error: unknown) => void,
): Promise<Serving> {
  const ready = new ReadyBytes()
  const drop = () => ready.drop()
  const changes = new SharedChanges(shop.db, { tables: SHOWN_TABLES, onChange: drop, onError })
  const contentChanged = () => {
    drop()
    changes.tell()
  }
  const development = config.development ? new DevelopmentPages() : null
  const built = development ? null : await loadBuild()
  if (!development && !built) throw new ConfigError('Les pages ne sont pas construites : npm run build.')
  const hashing = new HashingLine(shop.now, hashersFor(Math.floor(availableParallelism() / config.workers)))
  const metrics = new Metrics(shop.db)
  const inFront = development?.inFront
  const app = await buildApp({ config, shop, hashing, ready, contentChanged, log, metrics, inFront })
  await development?.start(app.server)
  await serveFiles(app, { storageDir: shop.storageDir, built: built !== null })
  servePages(app, {
    services: pageServices(shop, config.settings),
    build: async () => built ?? (await development!.build()),
    ready,
    randomBytes,
    development: config.development,
  })
  await changes.start()
  try {
    await listen(app, config)
  } catch (error) {
    await changes.stop()
    throw error
  }
  const { port } = app.server.address() as { port: number }
  return {
    port,
    stop: async () => {
      await closeApp(app)
      await changes.stop()
      await development?.close()
    },
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

/** Connections that are kept alive for nothing are closed as they fall idle. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const reaper = setInterval(() => app.server.closeIdleConnections(), 50)
  await app.close()
  clearInterval(reaper)
}
