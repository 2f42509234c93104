import { clockOf, openDaysFrom } from '#platform/kernel/opening-hours/open-now.ts'
import { timeInWords } from '#platform/kernel/opening-hours/opening-hours.ts'
import { localDay } from '#platform/kernel/time.ts'

/** Whoever orders later than this before the closing is called on the next open day. */
const NOTICE_MINUTES = 60

/**
 * When the shop calls about an order of this moment: `aujourd’hui avant 18 h`, `demain entre 9 h et 18 h`; null for a shop
 * without opening hours.
 */
export function callPromise(openingTimes: string, at: Date): string | null {
  for (const { ahead, day, spans } of openDaysFrom(openingTimes, at)) {
    const closing = spans.at(-1)![1]
    if (ahead === 0 && minutesOf(clockOf(at)) + NOTICE_MINUTES > minutesOf(closing)) continue
    if (ahead === 0) return `aujourd’hui avant ${timeInWords(closing)}`
    return `${ahead === 1 ? 'demain' : day} entre ${timeInWords(spans[0]![0])} et ${timeInWords(closing)}`
  }
  return null
}

/** The same for an order of today; null on another day, on which the words would be wrong. */
export const promiseToday = (openingTimes: string, placed: Date, now: Date): string | null =>
  localDay(placed) === localDay(now) ? callPromise(openingTimes, placed) : null

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
