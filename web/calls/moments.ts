import { dayInWords } from '#platform/kernel/days/day-in-words.ts'
import { dayAfter } from '#platform/kernel/days/days-ahead.ts'
import { HOUR_MS } from '#platform/kernel/durations.ts'
import { clockOf } from '#platform/kernel/opening-hours/open-now.ts'
import { timeInWords } from '#platform/kernel/opening-hours/opening-hours.ts'
import { localDay, localMoment } from '#platform/kernel/time.ts'

/** The day of a moment that is to come, as the desk names it; empty today. */
function dayToCome(at: Date, now: Date): string {
  const day = localDay(at)
  if (day === localDay(now)) return ''
  if (day === dayAfter(now, 1)) return 'demain'
  return dayInWords(day)
}

/** A moment to come: `à 16 h 30`, `demain à 10 h`, `mercredi 25 novembre à 10 h`. */
export const dueInWords = (at: Date, now: Date): string =>
  `${dayToCome(at, now)} à\u00A0${timeInWords(clockOf(at))}`.trim()

/** A moment to come, in short: `16 h 30`, `demain 10 h`. */
export const dueClock = (at: Date, now: Date): string => `${dayToCome(at, now)} ${timeInWords(clockOf(at))}`.trim()

/** An hour that a customer is offered at a press. */
interface OfferedHour {
  label: string
  at: Date
}

const EVENING = '18:00'

/** The hours that are offered for another call: in an hour, at six o’clock, tomorrow at ten. */
export function promisesFrom(now: Date): OfferedHour[] {
  const tomorrow = dayAfter(now, 1)
  const evening = localMoment(localDay(now), EVENING)
  return [
    { label: 'Dans 1\u00A0h', at: new Date(now.getTime() + HOUR_MS) },
    evening > now
      ? { label: 'Ce soir 18\u00A0h', at: evening }
      : { label: 'Demain 18\u00A0h', at: localMoment(tomorrow, EVENING) },
    { label: 'Demain 10\u00A0h', at: localMoment(tomorrow, '10:00') },
  ]
}

/** The moment in Casablanca that a field for day and time holds, `2026-11-24T10:00`; null while it is empty. */
export function typedMoment(text: string): Date | null {
  const [day, clock] = text.split('T')
  return day && clock ? localMoment(day, clock) : null
}
