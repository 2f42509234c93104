import { DAY_MS } from '../durations.ts'
import { localDay, localMoment } from '../time.ts'

/** The day so many days after that of a moment in Casablanca: `2026-11-24`. */
export const dayAfter = (at: Date, ahead: number): string =>
  new Date(Date.parse(localDay(at)) + ahead * DAY_MS).toISOString().slice(0, 10)

/** The first moment of the next day in Casablanca. */
export const startOfTomorrow = (at: Date): Date => localMoment(dayAfter(at, 1), '00:00')

/** Gives nine o'clock of a day in Casablanca, when staff look at what was put off to it. */
export const nineOn = (day: string): Date => localMoment(day, '09:00')
