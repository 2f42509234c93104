import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves with the result of the work, or rejects with the error after that many milliseconds. The work itself goes on. */
export async function withTimeout<Result>(milliseconds: number, work: Promise<Result>, error: Error): Promise<Result> {
  const done = new AbortController()
  const late = sleep(milliseconds, undefined, { signal: done.signal, ref: false }).then(
    () => Promise.reject(error),
    () => undefined as never,
  )
  try {
    return await Promise.race([work, late])
  } finally {
    done.abort()
  }
}
