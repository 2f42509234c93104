import { isConnectionLost } from './errors.ts'

/** Lost connections that follow each other within this time are one outage. */
const CALM_MS = 30_000

/**
 * Tells what nobody waits for, and of a database that goes away one thing instead of each connection and each question
 * that is lost meanwhile.
 */
export function reportOutagesOnce(
  tell: (error: unknown) => void,
  clock: () => number = () => performance.now(),
): (error: unknown) => void {
  let last = Number.NEGATIVE_INFINITY
  return (error) => {
    if (!isConnectionLost(error)) return tell(error)
    const isNew = clock() - last > CALM_MS
    last = clock()
    if (isNew) tell(new Error('The database is away', { cause: error }))
  }
}
