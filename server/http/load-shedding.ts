import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tooBusy } from '#platform/http/errors.ts'
import { Semaphore } from '#platform/http/semaphore.ts'

declare module 'fastify' {
  interface FastifyInstance {
    load: Load
  }
  interface FastifyRequest {
    /** The limiter that currently counts this request. */
    limiter: Limiter | null
  }
}

// Sized so that accepted calls are answered within a second even when the database does 150 a second. Orders have a larger
// limit of their own: they are the last thing that the shop should refuse.
const CAPACITY: Capacity = { calls: 50, orders: 100 }

// Rendering blocks the processor, also for calls that only need a refusal. A few at a time occupy the processor while
// others wait for the database.
const RENDERED_AT_ONCE = 4

const RETRY_AFTER_SECONDS = 2
const WARNING_EVERY_MS = 1_000
const LONGEST_WORK_MS = 60_000

interface Capacity {
  orders: number
  calls: number
}

/** Counts running work and refuses (503) beyond its maximum, instead of queueing in memory. */
class Limiter {
  readonly #most: number
  readonly #onRefusal: () => void
  #inside = 0

  constructor(most: number, onRefusal: () => void) {
    this.#most = most
    this.#onRefusal = onRefusal
  }

  enter(): void {
    if (this.#inside >= this.#most) {
      this.#onRefusal()
      throw tooBusy(RETRY_AFTER_SECONDS)
    }
    this.#inside++
  }

  leave(): void {
    this.#inside--
  }
}

/** The limits of this process. */
class Load {
  readonly orders: Limiter
  readonly calls: Limiter
  readonly #renderings = new Semaphore(RENDERED_AT_ONCE)

  constructor(room: Capacity, onRefusal: () => void) {
    this.orders = new Limiter(room.orders, onRefusal)
    this.calls = new Limiter(room.calls, onRefusal)
  }

  /** Renders a page in its turn. Throws an `Overload` (503) when too many wait already. */
  async render<Result>(work: () => Promise<Result>): Promise<Result> {
    this.calls.enter()
    try {
      return await this.#renderings.run(work)
    } finally {
      this.calls.leave()
    }
  }
}

/** The calls that placing an order needs, from the form on. */
const ORDERING = ['/api/supplier-from-code/:code', '/api/customers/create', '/api/orders/create']
/** Routes outside the API that compute their answer. */
const COMPUTED = ['/catalogue.pdf', '/sitemap.xml', '/storage/cards/:file', '/c/:token']

/**
 * Counts running calls until their answer and refuses (503) those beyond the capacity. A call whose body still arrives does
 * not count, nor do files and health checks; pages count where they are rendered. Register it before the access check, so
 * that a refused call costs no query.
 */
export function shedLoad(app: FastifyInstance, room = CAPACITY): void {
  const load = new Load(room, warningOncePerSecond(app))
  app.decorate('load', load)
  app.decorateRequest('limiter', null)

  const limiterOf = ({ url = '' }: FastifyRequest['routeOptions']): Limiter | null => {
    if (ORDERING.includes(url)) return load.orders
    return url.startsWith('/api/') || COMPUTED.includes(url) ? load.calls : null
  }

  const enter = (request: FastifyRequest): void => {
    const limiter = limiterOf(request.routeOptions)
    limiter?.enter()
    request.limiter = limiter
  }

  const leave = (request: FastifyRequest): void => {
    request.limiter?.leave()
    request.limiter = null
  }

  app.addHook('onRequest', async (request) => enter(request))
  app.addHook('preParsing', async (request) => {
    if (!request.raw.complete) leave(request)
  })
  app.addHook('preValidation', async (request) => {
    if (request.limiter === null) enter(request)
  })
  // `onSend` and not `onResponse`: a slow reader of the answer must not count.
  app.addHook('onSend', async (request) => leave(request))
  // Work goes on after its caller hangs up and leaves in `onSend`. This timer covers work that never answers.
  app.addHook('onRequestAbort', async (request) => {
    setTimeout(() => leave(request), LONGEST_WORK_MS).unref()
  })
}

/** Logs the number of refusals once a second instead of a line for each. */
function warningOncePerSecond(app: FastifyInstance): () => void {
  let refused = 0
  return () => {
    if (refused++ > 0) return
    setTimeout(() => {
      app.log.warn({ refused }, 'too many calls at once')
      refused = 0
    }, WARNING_EVERY_MS).unref()
  }
}

/** The page sent when there is no capacity to render one. It reloads itself. */
export const BUSY_PAGE = {
  status: 503,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'retry-after': String(RETRY_AFTER_SECONDS),
  },
  body: Buffer.from(
    `<!doctype html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}"><title>Un instant</title>` +
      `<h1>Il y a beaucoup de monde</h1><p>La page s’affichera d’elle-même dans quelques secondes.</p></html>`,
  ),
}
