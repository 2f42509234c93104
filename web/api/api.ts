import type { FieldProblems } from '#platform/kernel/refusal.ts'
import { addresses } from '#web/addresses.ts'
import { leaveFor } from '#web/session/leave-for.ts'
import { loginAddress } from '#web/session/login-address.ts'
import { endSession, readToken } from '#web/session/stored-session.ts'
import { unsaved } from '#web/session/unsaved.ts'

const TIMEOUT_SECONDS = 15

/** An event of the window: a call that may have changed something was answered. */
export const SOMETHING_CHANGED = 'shop-changed'

/** A refusal of the server. `code` names the reason, and `fields` the problems of each field under its wire name. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: FieldProblems
  readonly retryAfterSeconds: number | null

  constructor(
    status: number,
    code: string,
    message: string,
    fields: FieldProblems = {},
    retryAfterSeconds: number | null = null,
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.fields = fields
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** No answer, or one that is not our server's. The call may have been carried out or not. */
export class NetworkError extends Error {
  constructor(cause?: unknown) {
    super('No answer from the server', { cause })
    this.name = 'NetworkError'
  }
}

/** Awaits a part of the page. Throws a NetworkError where it cannot be had. */
export const orNetworkError = <Module>(module: Promise<Module>): Promise<Module> =>
  module.catch((error: unknown) => {
    throw new NetworkError(error)
  })

export interface ApiCall {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** A value to send as JSON, under the wire's names, or a form with files. */
  body?: unknown
  /** The same key with the same body is carried out once, however often it is sent. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** Seconds to wait for the answer, 15 unless given. A file on a slow connection needs more. */
  timeoutSeconds?: number
  /** Sends no token, and leaves a 401 to the caller. Logging in needs this. */
  anonymous?: boolean
  /** Lets the call outlive the page. */
  keepalive?: boolean
}

/** Decodes an answer, and throws at one that it does not know: a schema of a contract, or a few checks by hand. */
interface Decoder<Answer> {
  parse: (json: unknown) => Answer
}

/**
 * Calls `/api` as the person logged in, and decodes the answer. Throws `ApiError` or `NetworkError`. A 401 ends the
 * session and leaves for the log-in page.
 */
export async function callApi<Answer>(
  path: `/api/${string}`,
  call: ApiCall & { answer: Decoder<Answer> },
): Promise<Answer>
export async function callApi(path: `/api/${string}`, call?: ApiCall): Promise<void>
export async function callApi(path: string, call: ApiCall & { answer?: Decoder<unknown> } = {}): Promise<unknown> {
  const response = await send(path, call, AbortSignal.timeout(patienceOf(call)))
  if (!response.ok) throw await errorOf(response, call.anonymous === true)
  if (call.method && call.method !== 'GET') window.dispatchEvent(new Event(SOMETHING_CHANGED))
  if (!call.answer) return undefined
  try {
    return call.answer.parse(await response.json())
  } catch (error) {
    throw new NetworkError(error)
  }
}

/** Recognises the 403 that every call of a banned account gets: the page tells the person and forgets everything. */
export const isAccountDeleted = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'account_deleted'

/** Statuses of a server that is away, or of the proxy in front of it. */
const AWAY: readonly number[] = [502, 503, 504]

/** True when the call may have been carried out, or still is. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && (AWAY.includes(error.status) || isStillRunning(error)))

/** Recognises a 409 with a `Retry-After`: the same call is still being carried out, and its answer is worth waiting for. */
const isStillRunning = ({ status, retryAfterSeconds }: ApiError): boolean =>
  status === 409 && retryAfterSeconds !== null

/** The headers of a call of the person logged in, unless it is anonymous. */
export function headersOf({ anonymous }: Pick<ApiCall, 'anonymous'> = {}): Headers {
  const headers = new Headers({ Accept: 'application/json' })
  const token = anonymous ? null : readToken()
  if (token) headers.set('Authorization', `Bearer ${token}`)
  return headers
}

/** Milliseconds. */
export const patienceOf = ({ timeoutSeconds = TIMEOUT_SECONDS }: ApiCall): number => timeoutSeconds * 1000

/** Sends a call, and gives up at the signal, also while its answer is read. Throws a `NetworkError`. */
export async function send(path: string, call: ApiCall, timeout: AbortSignal): Promise<Response> {
  const headers = headersOf(call)
  if (call.idempotencyKey) headers.set('Idempotency-Key', call.idempotencyKey)
  const isForm = call.body instanceof FormData
  if (call.body !== undefined && !isForm) headers.set('Content-Type', 'application/json')
  try {
    return await fetch(path, {
      method: call.method ?? 'GET',
      headers,
      keepalive: call.keepalive ?? false,
      body: isForm ? (call.body as FormData) : call.body === undefined ? null : JSON.stringify(call.body),
      signal: call.signal ? AbortSignal.any([call.signal, timeout]) : timeout,
    })
  } catch (error) {
    throw new NetworkError(error)
  }
}

/** The body of our server's refusals. A proxy's error page has none of these fields. */
interface ErrorBody {
  message: string
  code: string
  errors: Record<string, string[]>
  codes: Record<string, string[]>
}

/** Reads a refusal; a 401 ends the session, unless the call was anonymous. */
export async function errorOf(response: Response, anonymous: boolean): Promise<ApiError> {
  const body: Partial<ErrorBody> = (await response.json().catch(() => null)) ?? {}
  const { message = '', code = '', errors = {}, codes = {} } = body
  if (response.status === 401 && !anonymous) leaveForLogin()
  if (code === 'second_factor_required') leaveForSetUp()
  const fields = Object.entries(errors).map(([field, sentences]) => {
    return [field, sentences.map((sentence, index) => ({ code: codes[field]?.[index] ?? '', message: sentence }))]
  })
  const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10)
  return new ApiError(
    response.status,
    code,
    message,
    Object.fromEntries(fields),
    Number.isNaN(seconds) ? null : seconds,
  )
}

/** Sends an admin to set up the second factor, without which the server refuses everything else. */
function leaveForSetUp(): void {
  const { pathname, search } = window.location
  // On that page itself the calls of the header are refused too.
  if (pathname === addresses.admin.secondFactor) return
  const comeBackTo = new URLSearchParams({ retour: pathname + search })
  leaveFor(`${addresses.admin.secondFactor}?${comeBackTo}`, { replace: true })
}

function leaveForLogin(): void {
  endSession()
  // The page's guard asks for a log-in beside what is typed.
  if (unsaved.forms > 0) return
  const { pathname, search } = window.location
  leaveFor(loginAddress(pathname + search, true))
}
