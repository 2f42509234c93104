/** What PostgreSQL and its driver say by an error. Drizzle wraps what the driver throws, so causes are searched too. */

type DatabaseError = Error & { code: string; severity: string; constraint?: string }

/** The five characters by which PostgreSQL names what went wrong, when the server itself refused. */
export const sqlState = (error: unknown): string | undefined => databaseError(error)?.code

/** The constraint that a write broke, by the name its table gives it. */
export const constraintOf = (error: unknown): string | undefined => databaseError(error)?.constraint

/** The server undid the transaction for reasons of timing only: the same work may well succeed a moment later. */
export const isPassing = (error: unknown): boolean => PASSING.has(sqlState(error) ?? '')

/** The connection is gone or out of step with the server: nothing may be sent on it any more. */
export const isConnectionLost = (error: unknown): boolean =>
  [...chain(error)].some((each) => isLostState(each) || isSocketError(each) || DRIVER_MESSAGES.has(each.message))

/** The database cannot serve now and may soon: unreachable, shutting down, full, too slow or too contended. */
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

/** The driver gives these no code. */
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

/** A system error has a code as well; only the server's have a severity. */
const isDatabaseError = (error: Error): error is DatabaseError => 'severity' in error && 'code' in error

/** Administrator's or crash shutdown, starting up, idle too long, class 08 (connection). */
const isLostState = (error: Error): boolean =>
  isDatabaseError(error) && /^(08...|57P0[1-5]|25P03)$/.test(String(error.code))

/** A missing file is ENOENT too: the system call tells them apart. */
const isSocketError = (error: NodeJS.ErrnoException): boolean =>
  SOCKET_CODES.has(error.code ?? '') && SOCKET_CALLS.has(error.syscall ?? '')

/** The error, its cause, the cause of that … and the branches where several addresses of one host were tried. */
function* chain(error: unknown, depth = 0): Generator<Error> {
  if (!(error instanceof Error) || depth > 8) return
  yield error
  yield* chain(error.cause, depth + 1)
  if (error instanceof AggregateError) for (const each of error.errors) yield* chain(each, depth + 1)
}
