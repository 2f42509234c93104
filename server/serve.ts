import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { HashingLine, hashersFor } from '#features/accounts/index.ts'
import { Pulse } from '#platform/db/pulse.ts'
import { SharedChanges } from '#platform/db/shared-changes.ts'
import { securityHeaders } from '#platform/http/security-headers.ts'
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

/** Whoever asks again and again has done so by then. */
const LAST_ANSWERS_MS = 500

/** A crowd that finds the line full would not be told so: its systems try again after one second, three, seven. */
const WAITING_CONNECTIONS = 4_096

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
  const ready = new ReadyBytes(securityHeaders(config.publicUrl))
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
  const pulse = new Pulse(shop.db, onError)
  await changes.start()
  pulse.start()
  try {
    await listen(app, config)
  } catch (error) {
    await pulse.stop()
    await changes.stop()
    throw error
  }
  const { port } = app.server.address() as { port: number }
  return {
    port,
    stop: async () => {
      await closeApp(app)
      await pulse.stop()
      await changes.stop()
      await development?.close()
    },
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port, backlog: WAITING_CONNECTIONS })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE' || code === 'EACCES')
      throw new ConfigError(`PORT: le port ${port} de ${host} est déjà pris ou interdit.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new ConfigError(`HOST: cette machine n’a pas l’adresse ${host}.`)
    throw error
  }
}

/**
 * Takes no new connection. On those that are there the next answer says that it is the last; only then are they closed
 * as they fall idle: a request that was on its way would be cut.
 */
async function closeApp(app: FastifyInstance): Promise<void> {
  const { server } = app
  server.prependListener('request', (_, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })
  // Unlike the one of HTTP, which also hangs up on whoever is idle at this moment.
  const noConnection = new Promise((resolve) => TcpServer.prototype.close.call(server, resolve))
  await Promise.race([noConnection, sleep(LAST_ANSWERS_MS, undefined, { ref: false })])
  const reaper = setInterval(() => app.server.closeIdleConnections(), 50)
  await app.close()
  clearInterval(reaper)
}
