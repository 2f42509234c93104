import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tooBusy } from '#platform/http/errors.ts'
import { networkOf } from '#platform/http/limits.ts'
import { Semaphore } from '#platform/http/semaphore.ts'
import { Shares } from '#platform/http/shares.ts'

declare module 'fastify' {
  interface FastifyInstance {
    load: Load
  }
  interface FastifyRequest {
    /** Ends the counting of this request; null while no limiter counts it. */
    leaveLimiter: (() => void) | null
  }
}

// Sized so that accepted calls are answered within a second even when the database does 150 a second. Orders have a larger
// limit of their own: they are the last thing that the shop should refuse.
const CAPACITY: Capacity = { calls: 50, orders: 100 }

// Calls at once are capped, not calls a minute: one address may stand for a whole mobile network, whose calls take milliseconds.
const SHARE_OF_NETWORK = 1 / 4

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

type OnRefusal = (network: string | null) => void

/** Counts running work and refuses (503) beyond its maximum and beyond the share of one network, instead of queueing in memory. */
class Limiter {
  readonly #most: number
  readonly #shares: Shares
  readonly #onRefusal: OnRefusal
  #inside = 0

  constructor(most: number, share: number, onRefusal: OnRefusal) {
    this.#most = most
    this.#shares = new Shares(Math.ceil(most * share))
    this.#onRefusal = onRefusal
  }

  /** Returns the function that ends the work. */
  enter(address: string): () => void {
    const network = networkOf(address)
    const isFull = this.#inside >= this.#most
    if (isFull || this.#shares.isUsedUp(network)) {
      this.#onRefusal(isFull ? null : network)
      throw tooBusy(RETRY_AFTER_SECONDS)
    }
    this.#inside++
    this.#shares.enter(network)
    return () => {
      this.#inside--
      this.#shares.leave(network)
    }
  }
}

/** The limits of this process. */
class Load {
  readonly orders: Limiter
  readonly calls: Limiter
  readonly #renderings = new Semaphore(RENDERED_AT_ONCE)

  constructor(room: Capacity, share: number, onRefusal: OnRefusal) {
    this.orders = new Limiter(room.orders, share, onRefusal)
    this.calls = new Limiter(room.calls, share, onRefusal)
  }

  /** Renders a page for `address` in its turn. Throws an `Overload` (503) when too many wait already, there or in all. */
  async render<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
    const leave = this.calls.enter(address)
    try {
      return await this.#renderings.run(work)
    } finally {
      leave()
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
 * that a refused call costs no query. `areLimited` is false where one address stands for many people: for measuring and testing.
 */
export function shedLoad(app: FastifyInstance, areLimited: boolean, room = CAPACITY): void {
  const load = new Load(room, areLimited ? SHARE_OF_NETWORK : 1, warningOncePerSecond(app))
  app.decorate('load', load)
  app.decorateRequest('leaveLimiter', null)

  const limiterOf = ({ url = '' }: FastifyRequest['routeOptions']): Limiter | null => {
    if (ORDERING.includes(url)) return load.orders
    return url.startsWith('/api/') || COMPUTED.includes(url) ? load.calls : null
  }

  const enter = (request: FastifyRequest): void => {
    request.leaveLimiter = limiterOf(request.routeOptions)?.enter(request.ip) ?? null
  }

  const leave = (request: FastifyRequest): void => {
    request.leaveLimiter?.()
    request.leaveLimiter = null
  }

  app.addHook('onRequest', async (request) => enter(request))
  app.addHook('preParsing', async (request) => {
    if (!request.raw.complete) leave(request)
  })
  app.addHook('preValidation', async (request) => {
    if (request.leaveLimiter === null) enter(request)
  })
  // `onSend` and not `onResponse`: a slow reader of the answer must not count.
  app.addHook('onSend', async (request) => leave(request))
  // Work goes on after its caller hangs up and leaves in `onSend`. This timer covers work that never answers.
  app.addHook('onRequestAbort', async (request) => {
    setTimeout(() => leave(request), LONGEST_WORK_MS).unref()
  })
}

/** Logs the number of refusals, and the networks beyond their share, once a second instead of a line for each refusal. */
function warningOncePerSecond(app: FastifyInstance): OnRefusal {
  let refused = 0
  const networks = new Set<string>()
  return (network) => {
    if (network !== null) networks.add(network)
    if (refused++ > 0) return
    setTimeout(() => {
      app.log.warn({ refused, networks: [...networks] }, 'too many calls at once')
      refused = 0
      networks.clear()
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
