import { ApiError, isUnanswered, NetworkError } from './api.ts'

/** Seconds in which the page tries again by itself, before the person has to. */
const SECONDS = 45
const PAUSES = [1, 2, 3, 5]
/** The share of a pause that chance adds to it, so that browsers cut off together do not come back together. */
const MAX_JITTER = 0.3

export interface RetryOptions {
  /** Ends the tries: the person stopped them, or left the page. */
  signal: AbortSignal
  /** Runs when a try failed and another one follows. */
  onPause: () => void
}

/** Makes a call until it is answered, and throws its last error. */
export type Retry = <T>(call: (signal: AbortSignal) => Promise<T>) => Promise<T>

/**
 * Retries calls that do no harm when they are carried out twice. All calls share the 45 s, which begin now, and no try
 * comes before the time that a server's `Retry-After` names.
 */
export function withRetries({ signal, onPause }: RetryOptions): Retry {
  const end = performance.now() + SECONDS * 1000
  let failures = 0
  return async (call) => {
    for (;;)
      try {
        return await call(signal)
      } catch (error) {
        if (!isUnanswered(error)) throw error
        const pause = pauseAfter(error, failures++) * 1000
        if (signal.aborted || performance.now() + pause > end) throw error
        onPause()
        if (!signal.aborted) await waitFor(pause, signal, error instanceof NetworkError)
        if (signal.aborted) throw error
      }
  }
}

function pauseAfter(error: unknown, failures: number): number {
  const retryAfter = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0
  const pause = Math.max(retryAfter, PAUSES[failures] ?? PAUSES.at(-1)!)
  return pause * (1 + Math.random() * MAX_JITTER)
}

/** Waits for the pause to end, or for the connection to come back. */
const waitFor = (milliseconds: number, signal: AbortSignal, isOffline: boolean): Promise<void> =>
  new Promise((resolve) => {
    const stop = new AbortController()
    const done = () => {
      clearTimeout(timer)
      stop.abort()
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done, { signal: stop.signal })
    if (isOffline) globalThis.addEventListener?.('online', done, { signal: stop.signal })
  })
