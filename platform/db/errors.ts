// Drizzle wraps the driver's errors, so causes are searched too.

type DatabaseError = Error & { code: string; severity: string; constraint?: string }

/** The SQLSTATE of an error; undefined when it does not come from the server. */
export const sqlState = (error: unknown): string | undefined => databaseError(error)?.code

/** The name of the constraint that a write broke. */
export const constraintOf = (error: unknown): string | undefined => databaseError(error)?.constraint

/** True when the server undid a transaction for reasons of timing only: the same work may succeed a moment later. */
export const isPassing = (error: unknown): boolean => PASSING.has(sqlState(error) ?? '')

/** True when the connection is closed or in an unknown state, so that nothing may be sent on it. */
export const isConnectionLost = (error: unknown): boolean =>
  [...chain(error)].some((each) => isLostState(each) || isSocketError(each) || DRIVER_MESSAGES.has(each.message))

/** True when the database cannot answer now but may soon: unreachable, shutting down, full, too slow or too contended. */
export const isUnavailable = (error: unknown): boolean =>
  isConnectionLost(error) || isPassing(error) || /^(53...|57014|57P..|58030|25006)$/.test(sqlState(error) ?? '')

/** Serialization failure, deadlock, lock timeout. */
const PASSING = new Set(['40001', '40P01', '55P03'])

const SOCKET_CODES = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

const SOCKET_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo'])

/** Messages of the driver's errors that have no code. */
const DRIVER_MESSAGES = new Set([
  'Cannot use a pool after calling end on the pool',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Connection terminated',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
])

function databaseError(error: unknown): DatabaseError | undefined {
  for (const each of chain(error)) if (isDatabaseError(each)) return each
  return undefined
}

/** Errors of the server have a severity; those of the system only a code. */
const isDatabaseError = (error: Error): error is DatabaseError => 'severity' in error && 'code' in error

/** Administrator's or crash shutdown, starting up, idle too long, class 08 (connection). */
const isLostState = (error: Error): boolean =>
  isDatabaseError(error) && /^(08...|57P0[1-5]|25P03)$/.test(String(error.code))

/** A missing file is ENOENT too: the system call distinguishes them. */
const isSocketError = (error: NodeJS.ErrnoException): boolean =>
  SOCKET_CODES.has(error.code ?? '') && SOCKET_CALLS.has(error.syscall ?? '')

/** The error, its cause, the cause of that … and the branches where several addresses of one host were tried. */
function* chain(error: unknown, depth = 0): Generator<Error> {
  if (!(error instanceof Error) || depth > 8) return
  yield error
  yield* chain(error.cause, depth + 1)
  if (error instanceof AggregateError) for (const each of error.errors) yield* chain(each, depth + 1)
}
