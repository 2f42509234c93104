import { DAYS, splitHours, timeInWords } from '#platform/kernel/opening-hours.ts'
import { formatMinute, localDay } from '#platform/kernel/time.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Whoever orders later than this before the closing is called on the next open day. */
const NOTICE_MINUTES = 60

/** When the shop calls about an order of this moment: `aujourd’hui avant 18 h`; null for a shop without opening hours. */
export function callPromise(openingTimes: string, at: Date): string | null {
  const hours = splitHours(openingTimes)
  const today = Date.parse(localDay(at))
  for (let ahead = 0; ahead <= DAYS.length; ahead++) {
    const day = DAYS[(new Date(today + ahead * DAY_MS).getUTCDay() + 6) % DAYS.length]!
    const closing = hours.get(day)?.at(-1)?.[1]
    if (closing === undefined) continue
    if (ahead === 0 && minutesOf(formatMinute(at).slice(11)) + NOTICE_MINUTES > minutesOf(closing)) continue
    return `${['aujourd’hui', 'demain'][ahead] ?? day} avant ${timeInWords(closing)}`
  }
  return null
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
