import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The time for the body of a call to arrive, in seconds; 10 by default. */
    bodySeconds?: number
  }
}

const USUAL_SECONDS = 10

/** The time for the rest of a body that is not read any more, in milliseconds. */
const LEFTOVER_MS = 2_000

/**
 * Limits the time in which a body must arrive, counted from the access check. A late body is answered 408 and the
 * connection is closed. Register it after the access check, so that bodies of refused calls are not waited for.
 */
export function limitBodyTime(app: FastifyInstance, usualSeconds = USUAL_SECONDS): void {
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    if (!isArriving(raw)) return
    const late = () => {
      reply.header('connection', 'close')
      // Readers of the body fail with this error; the JSON parser and forms both pass it on.
      raw.emit('error', Object.assign(new Error('The body is late'), { statusCode: 408 }))
    }
    const timer = setTimeout(late, (routeOptions.config.bodySeconds ?? usualSeconds) * 1000)
    raw.on('error', () => undefined)
    for (const end of ['end', 'close']) raw.once(end, () => clearTimeout(timer))
  })
}

/**
 * Limits the rest of a body whose call was answered early, such as a refused one. A fast rest may arrive, so that the answer
 * is read and the connection reused; a slow one is cut after that many milliseconds.
 */
export function dropLeftovers(request: IncomingMessage, response: ServerResponse, milliseconds = LEFTOVER_MS): void {
  if (!isArriving(request)) return
  response.once('finish', () => {
    if (request.complete) return
    const timer = setTimeout(() => request.socket.destroy(), milliseconds)
    request.once('close', () => clearTimeout(timer))
    request.once('end', () => clearTimeout(timer))
  })
}

const isArriving = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
