import { ApiError, isUnanswered, NetworkError } from './api.ts'

/** How long the program goes on by itself before it asks the person. */
const SECONDS = 45
const PAUSES = [1, 2, 3, 5]
/** Those who were cut off together do not come back together. */
const MAX_JITTER = 0.3

export interface RetryOptions {
  /** Ends all of it: the person had enough, or left the page. */
  signal: AbortSignal
  /** A try failed, and another one follows. */
  onPause: () => void
}

/** Makes a call until it is answered, and throws what it last threw. */
export type Retry = <Answer>(call: (signal: AbortSignal) => Promise<Answer>) => Promise<Answer>

/**
 * For calls that do no harm when they are carried out twice. All calls share the 45 s, which begin now; a server that
 * says when to come back is not asked before.
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
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0
  const pause = Math.max(asked, PAUSES[failures] ?? PAUSES.at(-1)!)
  return pause * (1 + Math.random() * MAX_JITTER)
}

/** The pause, cut short when the connection comes back. */
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
