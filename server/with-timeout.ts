import { setTimeout as sleep } from 'node:timers/promises'

/** What the work gives, unless it takes longer: then the error. The work itself goes on. */
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
