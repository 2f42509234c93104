import type { FastifyInstance } from 'fastify'
import type { ReadyBytes } from './ready-bytes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers to visitors are the same for all of them until the catalogue changes, and may be kept. */
    keep?: boolean
  }
  interface FastifyRequest {
    generation: number
  }
}

/** Keeps what routes marked `keep` answer to visitors. An address with a query is not kept: there is no end of them. */
export function keepAnonymousAnswers(app: FastifyInstance, ready: ReadyBytes): void {
  app.decorateRequest('generation', 0)
  app.addHook('onRequest', async (request) => {
    request.generation = ready.generation
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.routeOptions.config.keep || reply.statusCode !== 200) return
    const isCommon = request.method === 'GET' && request.headers.authorization === undefined
    reply.header('cache-control', isCommon ? 'public, no-cache' : 'private, no-store')
    reply.header('vary', 'Accept-Encoding, Authorization')
    if (!isCommon || request.raw.url!.includes('?') || !isWhole(payload)) return
    const headers = { 'content-type': String(reply.getHeader('content-type')), 'cache-control': 'public, no-cache' }
    ready.keep(request.raw.url!, request.generation, headers, Buffer.from(payload))
  })
}

const isWhole = (payload: unknown): payload is string | Buffer =>
  typeof payload === 'string' || Buffer.isBuffer(payload)
