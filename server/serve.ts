import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { PasswordHashQueue } from '#features/accounts/password-hashing.ts'
import { Heartbeat } from '#platform/db/heartbeat.ts'
import { securityHeaders } from '#platform/http/security-headers.ts'
import type { Shop } from '#platform/http/shop.ts'
import { buildApp } from './app.ts'
import { type Config, ConfigError } from './config.ts'
import type { Log } from './http/logs.ts'
import { Metrics } from './http/metrics.ts'
import { serveFiles } from './pages/assets.ts'
import { customerPageRoutes } from './pages/customer-page.ts'
import { DevelopmentPages } from './pages/development.ts'
import { PageCache } from './pages/page-cache.ts'
import { pageServices } from './pages/page-services.ts'
import { loadBuild, servePages } from './pages/pages.ts'

/** Time for clients of open connections to send one more request and learn that the connection ends. */
const LAST_ANSWERS_MS = 500
/** Requests that take longer to arrive or to be answered are cut: a stop takes ten seconds in all. */
const LAST_REQUESTS_MS = 4_000

/** The queue of connections not yet accepted. When it is full, clients get no refusal: their systems retry after 1, 3, 7 s. */
const WAITING_CONNECTIONS = 4_096

export interface Serving {
  port: number
  /** Closes the port and gives running requests a few seconds to finish. */
  stop: () => Promise<void>
}

/** Opens the port for pages, files and calls. The shop's database must be ready. */
export async function serveShop(
  config: Config,
  shop: Shop,
  log: Log,
  onError: (error: unknown) => void,
): Promise<Serving> {
  const pageCache = new PageCache({ commonHeaders: securityHeaders(config.publicUrl) })
  const development = config.development ? new DevelopmentPages() : null
  const built = development ? null : await loadBuild()
  if (!development && !built) throw new ConfigError('Les pages ne sont pas construites : npm run build.')
  const hashing = new PasswordHashQueue()
  const metrics = new Metrics(shop.db, config)
  const inFront = development?.inFront
  const app = await buildApp({ config, shop, hashing, pageCache, log, metrics, inFront })
  await development?.start(app.server)
  await serveFiles(app, { shop, built: built !== null })
  const build = async () => built ?? (await development!.build())
  await app.register(customerPageRoutes({ shop, defaults: config.settings, build }))
  servePages(app, {
    services: pageServices(shop, config.settings),
    build,
    pageCache,
    randomBytes,
    development: config.development,
  })
  const heartbeat = new Heartbeat(shop.db, onError)
  heartbeat.start()
  try {
    await listen(app, config)
  } catch (error) {
    await heartbeat.stop()
    throw error
  }
  const { port } = app.server.address() as { port: number }
  return {
    port,
    stop: async () => {
      await closeApp(app)
      await heartbeat.stop()
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
 * Stops accepting connections. The next answer on each open one announces that it is the last; idle ones are closed only
 * after that, since a request on its way would be cut. Requests that still run at the deadline are cut.
 */
async function closeApp(app: FastifyInstance): Promise<void> {
  const { server, health } = app
  health.isStopping = true
  server.prependListener('request', (_, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })
  // `close` of `http.Server` would also close connections that are idle at this moment; that of TCP does not.
  const noConnection = new Promise((resolve) => TcpServer.prototype.close.call(server, resolve))
  await Promise.race([noConnection, sleep(LAST_ANSWERS_MS, undefined, { ref: false })])
  const reaper = setInterval(() => app.server.closeIdleConnections(), 50)
  const end = setTimeout(() => app.server.closeAllConnections(), LAST_REQUESTS_MS)
  await app.close()
  clearInterval(reaper)
  clearTimeout(end)
}
