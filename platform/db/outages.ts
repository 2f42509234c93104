import { isConnectionLost } from './errors.ts'

/** Lost connections with less time between them count as one outage. */
const CALM_MS = 30_000

/**
 * Wraps an error reporter: an outage of the database is reported once, instead of once for each lost connection and query.
 * `clock` returns milliseconds.
 */
export function reportOutagesOnce(
  report: (error: unknown) => void,
  clock: () => number = () => performance.now(),
): (error: unknown) => void {
  let last = Number.NEGATIVE_INFINITY
  return (error) => {
    if (!isConnectionLost(error)) return report(error)
    const isNew = clock() - last > CALM_MS
    last = clock()
    if (isNew) report(new Error('The database is away', { cause: error }))
  }
}
