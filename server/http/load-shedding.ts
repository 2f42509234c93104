import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tooBusy } from '#platform/http/errors.ts'
import { Semaphore } from '#platform/http/semaphore.ts'

declare module 'fastify' {
  interface FastifyInstance {
    load: Load
  }
  interface FastifyRequest {
    /** The one that counts it as worked on. */
    limiter: Limiter | null
  }
}

// Whoever is let in is answered within a second even where the database does no more than 150 a second. Orders have more
// room, and of their own: they are what the shop is for, and the last that it refuses.
const CAPACITY: Capacity = { calls: 50, orders: 100 }

// What is rendered takes the processor for as long as it takes, and everybody else waits meanwhile, the refused as well. A
// few at a time keep the processor busy while others of them wait for the database.
const RENDERED_AT_ONCE = 4

const RETRY_AFTER_SECONDS = 2
const WARNING_EVERY_MS = 1_000
const LONGEST_WORK_MS = 60_000

interface Capacity {
  orders: number
  calls: number
}

/** Counts what is worked on, and refuses (503) at once what is beyond, instead of letting it wait in memory. */
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

/** What this process works on. */
class Load {
  readonly orders: Limiter
  readonly calls: Limiter
  readonly #renderings = new Semaphore(RENDERED_AT_ONCE)

  constructor(room: Capacity, onRefusal: () => void) {
    this.orders = new Limiter(room.orders, onRefusal)
    this.calls = new Limiter(room.calls, onRefusal)
  }

  /** Renders in its turn if there is room for it. Refuses (503) otherwise. */
  async render<Result>(work: () => Promise<Result>): Promise<Result> {
    this.calls.enter()
    try {
      return await this.#renderings.run(work)
    } finally {
      this.calls.leave()
    }
  }
}

/** What an order takes, from the form on. */
const ORDERING = ['/api/supplier-from-code/:code', '/api/customers/create', '/api/orders/create']
/** Beside the API, what is made for the one who asks. */
const COMPUTED = ['/catalogue.pdf', '/sitemap.xml', '/storage/cards/:file']

/**
 * Counts the calls that are worked on, from the door to the answer, and refuses (503) those beyond. A body that is still
 * on its way takes no room. Files and the health of the process are free; pages count where they are rendered.
 * Register it before the doors: who is refused costs no query.
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
  // Not when the answer has arrived: a slow reader takes no room either.
  app.addHook('onSend', async (request) => leave(request))
  // Work goes on when its caller hangs up, and leaves as it is done; should it then answer nothing, it leaves here.
  app.addHook('onRequestAbort', async (request) => {
    setTimeout(() => leave(request), LONGEST_WORK_MS).unref()
  })
}

/** One line a second says how many were refused, rather than one for each. */
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

/** What a browser is shown instead of a page that there is no room to render: it asks again by itself. */
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
