import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable, sqlState } from '#platform/db/database.ts'
import { type FieldMessages, isRefusal, type RefusalKind } from '#platform/kernel/refusal.ts'
import { fieldMessages } from './field-messages.ts'

const STATUS_OF: Record<RefusalKind, number> = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
}

const WORDS: Record<number, string> = {
  400: 'Bad Request',
  404: 'Not Found',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
}

/** A no of the server itself rather than of a rule: too many tries, too busy, still working. */
export class Overload extends Error {
  readonly status: 409 | 429 | 503
  readonly retryAfterSeconds: number

  constructor(status: 409 | 429 | 503, message: string, retryAfterSeconds: number) {
    super(message)
    this.name = 'Overload'
    this.status = status
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterSeconds))
  }
}

/** What every failed call answers. */
export interface ErrorAnswer {
  status: number
  message: string
  fields?: FieldMessages | undefined
  retryAfterSeconds?: number
}

/** All errors of the API take this way: refusals, bad input, an overloaded or missing database, bugs. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const answer = answerOf(error, request)
    if (answer.status === 500) request.log.error({ req: request, err: error }, 'a call failed')
    else if (error instanceof Overload && error.status === 503) request.log.debug('no room')
    else if (answer.status === 503) request.log.warn({ req: request, err: error }, 'not able to serve')
    else request.log.info({ status: answer.status, reason: answer.message }, 'refused')
    return sendError(reply, answer)
  })
  app.setNotFoundHandler((_request, reply) => sendError(reply, { status: 404, message: 'Not Found' }))
}

export function sendError(reply: FastifyReply, { status, message, fields, retryAfterSeconds }: ErrorAnswer) {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  reply.header('cache-control', 'no-store')
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ message, ...(status === 422 ? { errors: fields ?? {} } : {}) }))
}

function answerOf(error: FastifyError, request: FastifyRequest): ErrorAnswer {
  if (isRefusal(error)) return { status: STATUS_OF[error.kind], message: error.message, fields: error.fields }
  if (error instanceof Overload)
    return { status: error.status, message: error.message, retryAfterSeconds: error.retryAfterSeconds }
  if (error.validation) return invalidInput(error, request)
  if (isUnavailable(error)) return { status: 503, message: 'Service Unavailable', retryAfterSeconds: 2 }
  if (isDiskFull(error)) return { status: 503, message: 'Le disque du serveur est plein.', retryAfterSeconds: 60 }
  // Class 22: a value that PostgreSQL cannot take although the schema let it through.
  if (sqlState(error)?.startsWith('22')) return { status: 422, message: 'The given data was invalid.' }
  const status = error.statusCode ?? 500
  return status >= 400 && status < 500
    ? { status, message: WORDS[status] ?? error.message }
    : { status: 500, message: 'Server Error' }
}

/** Of the machine, or of this user's share of it. */
const isDiskFull = ({ code }: NodeJS.ErrnoException): boolean => code === 'ENOSPC' || code === 'EDQUOT'

function invalidInput(error: FastifyError, request: FastifyRequest): ErrorAnswer {
  // A path that no row can have names nothing.
  if (error.validationContext === 'params') return { status: 404, message: 'Not Found' }
  const input = error.validationContext === 'querystring' ? request.query : request.body
  const fields = fieldMessages(error.validation ?? [], input)
  return { status: 422, message: Object.values(fields)[0]?.[0] ?? 'The given data was invalid.', fields }
}
