import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { proxiesIn } from './trusted-proxies.ts'

const ids = new WeakMap<IncomingMessage, string>()

/** The id of a request in the log and in the `X-Request-Id` of its answer; empty before it has one. */
export const requestIdOf = (request: IncomingMessage): string => ids.get(request) ?? ''

const ID = /^[\w.:=;@+/-]{1,128}$/

/** Gives each request an id once: the one sent by a trusted proxy, else a UUID. */
export function requestNamer(trustProxy: string | false): (request: IncomingMessage) => string {
  const isProxy = trustProxy === false ? () => false : proxiesIn(trustProxy)
  return (request) => {
    const known = ids.get(request)
    if (known !== undefined) return known
    const given = request.headers['x-request-id']
    const isGood = typeof given === 'string' && ID.test(given) && isProxy(request.socket.remoteAddress ?? '', 0)
    const id = isGood ? given : randomUUID()
    ids.set(request, id)
    return id
  }
}
