import { DAY_MS, HOUR_MS } from '#platform/kernel/durations.ts'
import { localDay } from '#platform/kernel/time.ts'

/** A date is named from the deliveries of orders of so many local days. */
export const DAYS_COUNTED = 90

/** The newest deliveries to a city speak for all when there are more: anybody may ask, and reading them all takes longer as a shop grows. */
export const MOST_DELIVERIES = 500

/** Fewer deliveries than these say nothing about the next one. */
export const FEWEST_DELIVERIES = 20

/** The day of an order ends so many hours before midnight: who orders later may be called on the next one only. */
export const HOURS_OF_NEXT_DAY = 6

/** The share of deliveries that took no longer than the days that are named. */
export const SHARE_IN_TIME = 0.8

/**
 * Rule: the last of these days and the one before, `mardi 24 ou mercredi 25 novembre`, `lundi 30 nov. ou mardi
 * 1er déc.`, without days that have passed and never the day of the order itself, nor the next one where it was placed in the
 * evening; null once all have passed. Days are those of Casablanca.
 */
export function datesInWords(placed: Date, days: number, now: Date): string | null {
  const counted = new Date(placed.getTime() + HOURS_OF_NEXT_DAY * HOUR_MS)
  const [first, today] = [Date.parse(localDay(counted)), Date.parse(localDay(now))]
  const dates = [days - 1, Math.max(days, 1)]
    .filter((ahead) => ahead > 0)
    .map((ahead) => new Date(first + ahead * DAY_MS))
    .filter((date) => date.getTime() >= today)
  const months = new Set(dates.map((date) => date.getUTCMonth()))
  if (months.size > 1) return dates.map((date) => `${dayInWords(date)}\u00A0${shortMonth.format(date)}`).join(' ou ')
  return dates.length > 0 ? `${dates.map(dayInWords).join(' ou ')}\u00A0${partsOf(dates[0]!).month}` : null
}

const formatter = new Intl.DateTimeFormat('fr-FR', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' })
const shortMonth = new Intl.DateTimeFormat('fr-FR', { timeZone: 'UTC', month: 'short' })

const partsOf = (date: Date): Partial<Record<Intl.DateTimeFormatPartTypes, string>> =>
  Object.fromEntries(formatter.formatToParts(date).map(({ type, value }) => [type, value]))

/** `mardi 24`, and `mardi 1er`. */
const dayInWords = (date: Date): string =>
  `${partsOf(date).weekday}\u00A0${date.getUTCDate() === 1 ? '1er' : date.getUTCDate()}`
