import { dayInWords } from '#platform/kernel/days/day-in-words.ts'
import { dayAfter } from '#platform/kernel/days/days-ahead.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { localDay, localMoment } from '#platform/kernel/time.ts'

const REST_DAYS = 30

export interface DatedCode {
  code: string
  since: Date
}

/**
 * Rule: the code that sign-up gave is changed at once, later ones from the 30th day after the last change on. Gives the
 * moment when that day begins in Casablanca; null when it can be changed now. `codes` is every code of the account.
 */
export function changeableFrom(codes: readonly DatedCode[], now: Date): Date | null {
  if (codes.length < 2) return null
  const last = new Date(Math.max(...codes.map(({ since }) => since.getTime())))
  const from = localMoment(dayAfter(last, REST_DAYS), '00:00')
  return from > now ? from : null
}

/** Refuses (409) a change before its time. */
export function mustBeChangeable(codes: readonly DatedCode[], now: Date): void {
  const from = changeableFrom(codes, now)
  if (from === null) return
  const day = dayInWords(localDay(from))
  throw new Refusal('conflict', 'code_changed_lately', `Vous pourrez changer de code à partir du ${day}.`)
}
