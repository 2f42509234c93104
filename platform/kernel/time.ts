import { dateInWords } from './days/day-in-words.ts'
import { timeInWords } from './opening-hours/opening-hours.ts'

/** Morocco keeps UTC since then. Browsers and Nodes with older zone data still add an hour, so their data is asked for the past alone. */
const AT_UTC_SINCE = Date.parse('2026-09-20T01:00:00Z')

// Made when it is first used: on a slow phone that takes longer than all the rest of a page's file.
let past: Intl.DateTimeFormat | undefined

/** Gives the day and the minute that clocks in Casablanca show at a moment: `2026-11-20T06:25`. */
function localMinute(at: Date): string {
  if (at.getTime() >= AT_UTC_SINCE) return at.toISOString().slice(0, 16)
  past ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Casablanca', dateStyle: 'short', timeStyle: 'short' })
  return past.format(at).replace(' ', 'T')
}

/** Gives the day of a moment in Casablanca: `2026-11-20`. */
export const localDay = (at: Date): string => localMinute(at).slice(0, 10)

/** Formats a day: `2026-11-20` as `20/11/2026`. */
export const formatDay = (day: string): string => day.split('-').toReversed().join('/')

/** Formats a moment as date and time in Casablanca, sixteen characters: `20/11/2026 06:25`. */
export function formatMinute(at: Date): string {
  const [day, clock] = localMinute(at).split('T') as [string, string]
  return `${formatDay(day)} ${clock}`
}

/** Computes how many minutes Casablanca is ahead of UTC at a moment: 0, and before September 2026 60 but in Ramadan. */
const offsetMinutes = (at: Date): number => Math.round((Date.parse(`${localMinute(at)}Z`) - at.getTime()) / 60_000)

/** Gives the moment when the last `days` days in Casablanca began, today included: `startOfDays(now, 1)` is last midnight. */
export function startOfDays(now: Date, days: number): Date {
  const [year, month, day] = localDay(now).split('-').map(Number) as [number, number, number]
  const utcMidnight = new Date(Date.UTC(year, month - 1, day - (days - 1)))
  return new Date(utcMidnight.getTime() - offsetMinutes(utcMidnight) * 60_000)
}

/**
 * Gives the moment when the clocks of Casablanca show a time on a day: `localMoment('2026-11-20', '09:00')`. A time that
 * the clocks skip is taken an hour later.
 */
export function localMoment(day: string, clock: string): Date {
  const utc = Date.parse(`${day}T${clock}Z`)
  const guess = new Date(utc - offsetMinutes(new Date(utc)) * 60_000)
  return new Date(utc - offsetMinutes(guess) * 60_000)
}

/** Lists the last `days` days in Casablanca, oldest first and today last, with the moment when each began. */
export const lastDays = (now: Date, days: number): { day: string; start: Date }[] =>
  Array.from({ length: days }, (_, nth) => {
    const start = startOfDays(now, days - nth)
    return { day: localDay(start), start }
  })

/**
 * Tells when something happened: `ce matin à 4 h 55`, `hier à 18 h`, `le 3 novembre à 12 h 30`. A word for today stands in
 * the place of the part of the day.
 */
export function momentInWords(at: Date, now: Date, wordForToday?: string): string {
  const [clock, day] = [formatMinute(at).slice(11), localDay(at)]
  const time = `à\u00A0${timeInWords(clock)}`
  const [yesterday, today] = lastDays(now, 2)
  if (day === today!.day) return `${wordForToday ?? partOfDay(Number(clock.slice(0, 2)))} ${time}`
  if (day === yesterday!.day) return `hier ${time}`
  return `le ${dateInWords(day)} ${time}`
}

function partOfDay(hour: number): string {
  if (hour < 12) return 'ce matin'
  return hour < 18 ? 'cet après-midi' : 'ce soir'
}
