import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { isUnavailable, sqlState } from '#platform/db/database.ts'
import { type FieldProblems, isRefusal, type Problem, type RefusalKind } from '#platform/kernel/refusal.ts'
import { fieldProblems } from './field-problems.ts'

const STATUS_OF: Record<RefusalKind, number> = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
}

const PROBLEMS: Record<number, Problem> = {
  400: { code: 'bad_request', message: 'Bad Request' },
  404: { code: 'not_found', message: 'Not Found' },
  408: { code: 'request_timeout', message: 'Request Timeout' },
  413: { code: 'too_large', message: 'Payload Too Large' },
  414: { code: 'uri_too_long', message: 'URI Too Long' },
  415: { code: 'unsupported_type', message: 'Unsupported Media Type' },
  422: { code: 'invalid', message: 'The given data was invalid.' },
  431: { code: 'header_too_large', message: 'Request Header Fields Too Large' },
  500: { code: 'server_error', message: 'Server Error' },
  503: { code: 'unavailable', message: 'Service Unavailable' },
}

/** The standard answer of a status; of 500 for an unknown one. */
export const plainAnswer = (status: number): ErrorAnswer => ({ status, ...(PROBLEMS[status] ?? PROBLEMS[500]!) })

/** A refusal by the server's load rather than by a rule: too many tries, too busy, still working. */
export class Overload extends Error {
  readonly status: 409 | 429 | 503
  readonly code: string
  readonly retryAfterSeconds: number

  constructor(status: 409 | 429 | 503, code: string, message: string, retryAfterSeconds: number) {
    super(message)
    this.name = 'Overload'
    this.status = status
    this.code = code
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterSeconds))
  }
}

/** The error (503) of a call beyond the server's capacity. */
export const tooBusy = (retryAfterSeconds: number): Overload =>
  new Overload(503, 'unavailable', 'Service Unavailable', retryAfterSeconds)

/** The answer of a failed call. */
export interface ErrorAnswer extends Problem {
  status: number
  fields?: FieldProblems | undefined
  /** The account concerned, for the log alone. */
  about?: number | undefined
  retryAfterSeconds?: number
}

/**
 * Answers all errors of the API: refusals, bad input, an overloaded or missing database, bugs. `isDiskNearlyFull` reports on
 * the disk of the database, as far as this machine can see it.
 */
export function answerErrors(app: FastifyInstance, isDiskNearlyFull = () => false): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const answer = answerOf(error, request, isDiskNearlyFull)
    if (answer.status === 500) request.log.error({ req: request, err: error }, 'a call failed')
    else if (error instanceof Overload && error.status === 503) request.log.debug('no room')
    else if (answer.status === 503) request.log.warn({ req: request, err: error }, 'not able to serve')
    return sendError(reply, answer)
  })
  app.setNotFoundHandler((_request, reply) => sendError(reply, plainAnswer(404)))
}

/** Answers a failed call. A refusal is logged with its request, account and code. */
export function sendError(reply: FastifyReply, answer: ErrorAnswer) {
  const { status, code, about, retryAfterSeconds } = answer
  const { request } = reply
  if (status < 500) request.log.info({ req: request, account: about, status, code }, 'refused')
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  reply.header('cache-control', 'no-store')
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(answer)))
}

const ofFields = z.optional(z.record(z.string(), z.array(z.string())))

/** The wire form of every error; `errors` and `codes`, present with 422 alone, have the same keys and lengths. */
export const errorAnswer = z.object({ message: z.string(), code: z.string(), errors: ofFields, codes: ofFields })

function errorBody({ status, code, message, fields = {} }: ErrorAnswer): z.input<typeof errorAnswer> {
  if (status !== 422) return { message, code }
  const each = (key: keyof Problem) =>
    Object.fromEntries(Object.entries(fields).map(([field, problems]) => [field, problems.map((one) => one[key])]))
  return { message, code, errors: each('message'), codes: each('code') }
}

function answerOf(error: FastifyError, request: FastifyRequest, isDiskNearlyFull: () => boolean): ErrorAnswer {
  if (isRefusal(error)) {
    const { kind, code, message, fields, about } = error
    return { status: STATUS_OF[kind], code, message, fields, about }
  }
  if (error instanceof Overload) {
    const { status, code, message, retryAfterSeconds } = error
    return { status, code, message, retryAfterSeconds }
  }
  if (error.validation) return invalidInput(error, request)
  // A database without room for its log stops, so it looks unavailable rather than full.
  if (isDiskFull(error) || (isUnavailable(error) && isDiskNearlyFull()))
    return { status: 503, code: 'disk_full', message: 'Le disque du serveur est plein.', retryAfterSeconds: 60 }
  if (isUnavailable(error)) return { ...plainAnswer(503), retryAfterSeconds: 2 }
  // Class 22: PostgreSQL refuses a value that the schema accepted.
  if (sqlState(error)?.startsWith('22')) return plainAnswer(422)
  const status = error.statusCode ?? 500
  if (status < 400 || status >= 500) return plainAnswer(500)
  return PROBLEMS[status] ? plainAnswer(status) : { status, code: 'bad_request', message: error.message }
}

/** True when the machine's disk, this user's quota or the database's disk is full. */
const isDiskFull = (error: NodeJS.ErrnoException): boolean =>
  error.code === 'ENOSPC' || error.code === 'EDQUOT' || sqlState(error) === '53100'

function invalidInput(error: FastifyError, request: FastifyRequest): ErrorAnswer {
  // An id that no row can have is answered as a missing row.
  if (error.validationContext === 'params') return plainAnswer(404)
  const input = error.validationContext === 'querystring' ? request.query : request.body
  const fields = fieldProblems(error.validation ?? [], input)
  return { ...plainAnswer(422), ...Object.values(fields)[0]?.[0], fields }
}
