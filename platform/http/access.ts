import type { FastifyInstance, RouteOptions } from 'fastify'
import { actingAs } from '#platform/db/actor.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { accountDeleted, forbidden, Refusal, unauthenticated } from '#platform/kernel/refusal.ts'

/** Who is calling, read from the database at each call. */
export interface Caller {
  id: AccountId
  role: string
  banned: boolean
  /** The shop asks this person for a second factor, and there is none yet: nothing else may be done before. */
  mustSetUp: boolean
}

/** Who may call a route. Every route declares one of these; without it the server does not start. */
export type Access =
  /** Everybody, and nobody looks who it is: a token is not read, and no query is made. */
  | 'public'
  /** Everybody; a token that is unknown or expired counts as none. */
  | 'anyone'
  /** Everybody, but a token that is given must be good: a person is never taken for a visitor. */
  | 'visitor or account'
  /** These roles alone. */
  | { readonly only: readonly string[] }

export const only = (...roles: readonly string[]): Access => ({ only: roles })

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Pages ask by themselves, again and again: it does not keep a session from falling idle. */
    isBackground?: boolean
    /** Part of setting a second factor up, or of leaving: open to those of whom one is asked. */
    isSetUp?: boolean
  }
  interface FastifyInstance {
    /** Every route with the access that it declares: what the doors are checked against. */
    guardedRoutes: readonly RouteOptions[]
  }
  interface FastifyRequest {
    caller: Caller | null
    /** The identifier that somebody typed, as a hash: what tells tries apart in the log. */
    typedIdentifier: string | null
  }
}

const secondFactorRequired = () =>
  new Refusal('forbidden', 'second_factor_required', 'Activez d’abord la double authentification de votre compte.')

/**
 * Reads the bearer of each request and holds it against the access that its route declares. `identify` is told whether
 * the call is a person's use of the session, and where it comes from.
 */
export function guardRoutes(
  app: FastifyInstance,
  identify: (token: string, use: { isUse: boolean; address: string }) => Promise<Caller | null>,
): void {
  app.decorateRequest('caller', null)
  app.decorateRequest('typedIdentifier', null)
  const routes: RouteOptions[] = []
  app.decorate('guardedRoutes', routes)
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  app.addHook('onReady', async () => {
    // Not while they are added: plugins of others get their access from a hook that runs after this one.
    for (const { method, url, config } of routes)
      if (!config?.access) throw new Error(`${method} ${url} does not say who may call it`)
  })
  app.addHook('onRequest', async (request) => {
    const { access, isBackground, isSetUp } = request.routeOptions.config
    if (!access || access === 'public') return
    const token = bearerOf(request.headers.authorization)
    const caller = token === null ? null : await identify(token, { isUse: isBackground !== true, address: request.ip })
    if (caller?.banned) throw accountDeleted()
    const isHeldBack = caller?.mustSetUp === true && isSetUp !== true
    request.caller = isHeldBack ? null : caller
    if (access === 'anyone') return
    if (isHeldBack) throw secondFactorRequired()
    if (caller === null && (access !== 'visitor or account' || request.headers.authorization !== undefined))
      throw unauthenticated()
    if (access !== 'visitor or account' && !access.only.includes(caller!.role)) throw forbidden()
  })
  // The last hook before the route's own work: what that opens is done in the caller's name.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.caller === null) done()
    else actingAs(request.caller.id, done)
  })
}

/** The token of a request, or null. */
export function bearerOf(header: string | undefined): string | null {
  const [scheme, token] = header?.split(' ', 2) ?? []
  return scheme?.toLowerCase() === 'bearer' && token ? token : null
}

/** The person that a route's access has made sure of. */
export function callerOf(request: { caller: Caller | null }): Caller {
  if (request.caller === null) throw unauthenticated()
  return request.caller
}
