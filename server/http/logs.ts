import { type DestinationStream, type Logger, pino } from 'pino'
import { TRACKING_PATH } from '#features/orders/model.ts'

export type Log = Logger

const WORDS: readonly (readonly [RegExp, string])[] = [
  // What a statement was given stands behind this word: names, phones, passwords in the making.
  [/\nparams:[\s\S]*/, ''],
  // The name and the password of an address.
  [/:\/\/[^\s/]*@/g, '://[secret]@'],
  // From the beginning of a word on, here and below: each of its letters as a beginning of its own would be a square.
  [/(?<![^\s@"'<>()=,;])[^\s@"'<>()=,;]+@[^\s@"'<>()=,;]+\.[^\s@"'<>()=,;]+/g, '[e-mail]'],
  [/(?<![\w.-])\+?\d(?:[ .-]?\d){8,}(?![\w-])/g, '[number]'],
  [/(?<![\w/.-])[\w-]{40,}(?![\w/.-])/g, '[secret]'],
]

/** A text without what belongs to people: addresses, phones, accounts, tokens. */
export const withoutSecrets = (text: string): string =>
  WORDS.reduce((known, [pattern, word]) => known.replace(pattern, word), text)

const DEEPEST_CAUSE = 4

interface LoggedError {
  type: string
  message: string
  stack: string
  code?: string
  cause?: LoggedError
}

/** What the log tells of an error. The fields that PostgreSQL adds hold rows, so all but its code are left out. */
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
 * One line of JSON for each thing that happens: who logged in, who was refused what, what failed. Other answers that went
 * well are told by the metrics alone.
 */
export const openLog = (level: string, stream?: DestinationStream): Log =>
  pino(
    {
      level,
      // The calls themselves are told without what was sent along.
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

/** Without what opens something or names somebody: the query, the token of a link to an order, however it is spelt. */
function loggedPath(url: string): string {
  const path = decoded(url.split('?', 1)[0]!).replace(TO_AN_ORDER, '$1…')
  return withoutSecrets(path).slice(0, LONGEST_PATH)
}

const TO_AN_ORDER = new RegExp(`(${TRACKING_PATH}).*`, 'is')

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** What nobody waits for goes to the log too: errors of background work, and warnings of Node and of libraries. */
export function logWarnings(log: Log): void {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => {
    if (warning.name.endsWith('Warning')) log.warn({ err: warning }, 'a warning')
    else log.error({ err: warning }, 'background work failed')
  })
}
