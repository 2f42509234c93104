import type * as z from 'zod/mini'
import type { FieldProblems } from '#platform/kernel/refusal.ts'
import { addresses } from '#web/addresses.ts'
import { leaveFor } from '#web/session/leave-for.ts'
import { loginAddress } from '#web/session/return-path.ts'
import { endSession, readToken } from '#web/session/stored-session.ts'

const TIMEOUT_SECONDS = 15

/** The server said no. `code` is its word for why, and `fields` holds what is wrong under the wire's names. */
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

/** No answer, or one that did not come from our server: whether the call was carried out is not known. */
export class NetworkError extends Error {
  constructor(cause?: unknown) {
    super('No answer from the server', { cause })
    this.name = 'NetworkError'
  }
}

export interface ApiCall {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The wire's form: a value to send as JSON, or a form with files. */
  body?: unknown
  /** The same key with the same body is carried out once, however often it is sent. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** How long to wait for the answer: 15 s unless given, which a file on a slow line needs more than. */
  timeoutSeconds?: number
  /** Sends no bearer, and leaves a 401 to the caller: for logging in itself. */
  anonymous?: boolean
  /** Is carried out although the page is being left. */
  keepalive?: boolean
}

/**
 * Calls `/api` as the person logged in, and decodes the answer with its contract. Throws `ApiError` or `NetworkError`.
 * A 401 ends the session and leaves for the log-in page; what follows of the caller no longer matters to anyone.
 */
export async function callApi<Answer extends z.ZodMiniType>(
  path: `/api/${string}`,
  call: ApiCall & { answer: Answer },
): Promise<z.output<Answer>>
export async function callApi(path: `/api/${string}`, call?: ApiCall): Promise<void>
export async function callApi(path: string, call: ApiCall & { answer?: z.ZodMiniType } = {}): Promise<unknown> {
  const response = await send(path, call)
  if (!response.ok) throw await errorOf(response, call.anonymous === true)
  if (!call.answer) return undefined
  try {
    // A codec's `parse` decodes. Called on the schema, so that this file brings no validator to pages without one.
    return call.answer.parse(await response.json())
  } catch (error) {
    throw new NetworkError(error)
  }
}

/** Fetches a file as the person logged in. Throws as `callApi` does. */
export async function fetchFile(path: `/api/${string}`, call: ApiCall = {}): Promise<Blob> {
  const response = await send(path, call)
  if (!response.ok) throw await errorOf(response, false)
  return response.blob().catch((error: unknown) => {
    throw new NetworkError(error)
  })
}

/** The 403 that every call of a banned account gets: the page says so and forgets everything. */
export const isAccountDeleted = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'account_deleted'

/** What a server, or the proxy in front of it, answers while it is away. */
const AWAY: readonly number[] = [502, 503, 504]

/** Whether the call was carried out is not known, or it is being carried out. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && (AWAY.includes(error.status) || isStillRunning(error)))

/** A 409 with a time says that the same call is still being carried out: its answer is worth waiting for. */
const isStillRunning = ({ status, retryAfterSeconds }: ApiError): boolean =>
  status === 409 && retryAfterSeconds !== null

async function send(path: string, call: ApiCall): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' })
  const token = call.anonymous ? null : readToken()
  if (token) headers.set('Authorization', `Bearer ${token}`)
  if (call.idempotencyKey) headers.set('Idempotency-Key', call.idempotencyKey)
  const isForm = call.body instanceof FormData
  if (call.body !== undefined && !isForm) headers.set('Content-Type', 'application/json')
  const timeout = AbortSignal.timeout((call.timeoutSeconds ?? TIMEOUT_SECONDS) * 1000)
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

/** What our server answers when it refuses; a proxy's error page has none of it. */
interface ErrorBody {
  message: string
  code: string
  errors: Record<string, string[]>
  codes: Record<string, string[]>
}

async function errorOf(response: Response, anonymous: boolean): Promise<ApiError> {
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

/** Nothing else is open to this admin before; what the page asks for by itself is refused there too. */
function leaveForSetUp(): void {
  const { pathname, search } = window.location
  if (pathname === addresses.admin.secondFactor) return
  const comeBackTo = new URLSearchParams({ retour: pathname + search })
  leaveFor(`${addresses.admin.secondFactor}?${comeBackTo}`, { replace: true })
}

function leaveForLogin(): void {
  endSession()
  const { pathname, search } = window.location
  leaveFor(loginAddress(pathname + search, true))
}
