import { type DestinationStream, type Logger, pino } from 'pino'
import { CUSTOMER_PATH } from '#features/calls/model.ts'
import { TRACKING_PATH } from '#features/orders/model.ts'

export type Log = Logger

const MASKS: readonly (readonly [RegExp, string])[] = [
  // Drizzle appends a statement's parameters here: names, phones, new passwords.
  [/\nparams:[\s\S]*/, ''],
  // The user and the password of a URL.
  [/:\/\/[^\s/]*@/g, '://[secret]@'],
  // Anchored to the beginning of a word, here and below: trying each of its letters would take quadratic time.
  [/(?<![^\s@"'<>()=,;])[^\s@"'<>()=,;]+@[^\s@"'<>()=,;]+\.[^\s@"'<>()=,;]+/g, '[e-mail]'],
  [/(?<![\w.-])\+?\d(?:[ .-]?\d){8,}(?![\w-])/g, '[number]'],
  [/(?<![\w/.-])[\w-]{40,}(?![\w/.-])/g, '[secret]'],
]

/** Masks what belongs to people: e-mail addresses, phones, account numbers, tokens. */
export const withoutSecrets = (text: string): string =>
  MASKS.reduce((masked, [pattern, word]) => masked.replace(pattern, word), text)

const DEEPEST_CAUSE = 4

interface LoggedError {
  type: string
  message: string
  stack: string
  code?: string
  cause?: LoggedError
}

/** An error as it is logged. Fields that PostgreSQL adds contain rows of data, so only its code is logged. */
export function serialiseError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutSecrets(String(error)), stack: '' }
  const { name, message, stack = '', cause } = error
  const code = (error as NodeJS.ErrnoException).code
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: name,
    message: withoutSecrets(message),
    stack: places.join('\n'),
    ...(typeof code === 'string' ? { code } : {}),
    ...(cause instanceof Error && depth < DEEPEST_CAUSE ? { cause: serialiseError(cause, depth + 1) } : {}),
  }
}

/**
 * Opens the log: one line of JSON for each log-in, refusal and failure. Other successful answers appear in the metrics
 * alone.
 */
export const openLog = (level: string, stream?: DestinationStream): Log =>
  pino(
    {
      level,
      // Requests are logged without headers and body.
      serializers: { err: (error) => serialiseError(error), req: serialiseRequest },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      base: { pid: process.pid },
    },
    stream,
  )

interface LoggedRequest {
  method?: string
  url?: string
  ip?: string
  caller?: { id: number } | null
  typedIdentifier?: string | null
}

const serialiseRequest = ({ method, url, ip, caller, typedIdentifier }: LoggedRequest) => ({
  method,
  path: url && loggedPath(url),
  address: ip,
  account: caller?.id,
  identifier: typedIdentifier ?? undefined,
})

const LONGEST_PATH = 200

/** The path without the query and without the token of an order's link, however it is escaped. */
function loggedPath(url: string): string {
  const path = decoded(url.split('?', 1)[0]!).replace(LINK_OF_ORDER, '$1…')
  return withoutSecrets(path).slice(0, LONGEST_PATH)
}

const LINK_OF_ORDER = new RegExp(`(${TRACKING_PATH}|${CUSTOMER_PATH}|/api/confirm/).*`, 'is')

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Logs errors of background work, and warnings of Node and of libraries. */
export function logWarnings(log: Log): void {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => {
    if (warning.name.endsWith('Warning')) log.warn({ err: warning }, 'a warning')
    else log.error({ err: warning }, 'background work failed')
  })
}
