import type { FastifyInstance, RouteOptions } from 'fastify'
import { actingAs } from '#platform/db/actor.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { accountDeleted, forbidden, Refusal, unauthenticated } from '#platform/kernel/refusal.ts'

/** The account that calls, read from the database at each call. */
export interface Caller {
  id: AccountId
  role: string
  banned: boolean
  /** True while a required second factor is not set up: nothing else is allowed before. */
  mustSetUp: boolean
}

/** The callers that a route allows. Every route declares one of these; otherwise the server does not start. */
export type Access =
  /** Everybody; the token is not read and no query is made. */
  | 'public'
  /** Everybody; an unknown or expired token counts as none. */
  | 'anyone'
  /** Everybody, but a token must be valid if there is one: a person is never taken for a visitor. */
  | 'visitor or account'
  /** Only accounts of these roles. */
  | { readonly only: readonly string[] }

/** Allows only accounts of these roles. */
export const only = (...roles: readonly string[]): Access => ({ only: roles })

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** True for calls that pages repeat by themselves: they do not count as use of the session. */
    isBackground?: boolean
    /** True for the calls that set a second factor up or log out: allowed while `mustSetUp`. */
    isSetUp?: boolean
  }
  interface FastifyInstance {
    /** Every route with its declared access, for tests. */
    guardedRoutes: readonly RouteOptions[]
  }
  interface FastifyRequest {
    caller: Caller | null
    /** A hash of the typed identifier, which distinguishes log-in attempts in the log. */
    typedIdentifier: string | null
  }
}

const secondFactorRequired = () =>
  new Refusal('forbidden', 'second_factor_required', 'Activez d’abord la double authentification de votre compte.')

/**
 * Checks the bearer token of each request against the access that its route declares. Throws refusals (401, 403).
 * `identify` gets the token, the address, and whether the call counts as use of the session.
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
    // Checked here and not in `onRoute`, since third-party plugins get their access from a later hook.
    for (const { method, url, config } of routes)
      if (!config?.access) throw new Error(`${method} ${url} does not say who may call it`)
  })
  app.addHook('onRequest', async (request) => {
    const { access, isBackground, isSetUp } = request.routeOptions.config
    if (!access || access === 'public') return
    const token = bearerOf(request.headers.authorization)
    const caller = token === null ? null : await identify(token, { isUse: isBackground !== true, address: request.ip })
    if (caller?.banned) throw accountDeleted()
    const isRestricted = caller?.mustSetUp === true && isSetUp !== true
    request.caller = isRestricted ? null : caller
    if (access === 'anyone') return
    if (isRestricted) throw secondFactorRequired()
    if (caller === null && (access !== 'visitor or account' || request.headers.authorization !== undefined))
      throw unauthenticated()
    if (access !== 'visitor or account' && !access.only.includes(caller!.role)) throw forbidden()
  })
  // The last hook before the handler, so that the handler's transactions name the caller as actor.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.caller === null) done()
    else actingAs(request.caller.id, done)
  })
}

/** The token in an `Authorization` header; null without one. */
export function bearerOf(header: string | undefined): string | null {
  const [scheme, token] = header?.split(' ', 2) ?? []
  return scheme?.toLowerCase() === 'bearer' && token ? token : null
}

/** The caller of a route that only accounts may call. Throws a refusal (401) when there is none. */
export function callerOf(request: { caller: Caller | null }): Caller {
  if (request.caller === null) throw unauthenticated()
  return request.caller
}
