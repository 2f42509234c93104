import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body of a call may take to arrive, in seconds; 10 unless a route says so. */
    bodySeconds?: number
  }
}

const USUAL_SECONDS = 10

/** What is still on its way when a call is answered, in milliseconds: a body that nobody reads any more. */
const LEFTOVER_MS = 2_000

/**
 * Gives each body until its deadline, counted from when the door has let its caller in; what is late is answered 408
 * and the connection is closed. Register it after the doors, so that nobody who is sent away is waited for.
 */
export function limitBodyTime(app: FastifyInstance, usualSeconds = USUAL_SECONDS): void {
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    if (!isArriving(raw)) return
    const late = () => {
      reply.header('connection', 'close')
      // To whoever reads the body this is how it ends; a parser and a form both hand it on as their own failure.
      raw.emit('error', Object.assign(new Error('The body is late'), { statusCode: 408 }))
    }
    const timer = setTimeout(late, (routeOptions.config.bodySeconds ?? usualSeconds) * 1000)
    raw.on('error', () => undefined)
    for (const end of ['end', 'close']) raw.once(end, () => clearTimeout(timer))
  })
}

/**
 * Answered before its body had arrived, as a caller is whom the door sends away: what is left may follow at once, so
 * that the answer is read and the connection used again, but a slow one does not hold the connection.
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
