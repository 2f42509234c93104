import { DAY_MS } from '#platform/kernel/durations.ts'

/** A record of one day in Casablanca, `2026-11-20`. */
export interface DayEntry {
  day: string
}

/** The last `count` days up to `today`, oldest first. A day without an entry gets `nothing`. */
export function withEveryDay<Day extends DayEntry>(
  entries: readonly Day[],
  today: string,
  count: number,
  nothing: Omit<Day, 'day'>,
): Day[] {
  const byDay = new Map(entries.map((each) => [each.day, each]))
  const last = Date.parse(today)
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(last - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    return byDay.get(day) ?? ({ ...nothing, day } as Day)
  })
}

/** The end of a chart of amounts in centimes, at least one dirham: one digit and zeros. */
export const roundTop = (amounts: readonly number[]): number =>
  firstRound(Math.max(...amounts, 100), [1, 2, 3, 4, 5, 6, 8, 10])

/** The end of a chart of counts: its half is a whole number as well. */
export const evenTop = (counts: readonly number[]): number => firstRound(Math.max(...counts, 2), [1, 2, 4, 6, 8, 10])

function firstRound(largest: number, steps: readonly number[]): number {
  const power = 10 ** Math.floor(Math.log10(largest))
  return steps.map((each) => each * power).find((each) => each >= largest) ?? largest
}

const short = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** `20 nov.` */
export const shortDay = (day: string): string => short.format(new Date(day)).replace(/^1 /, '1er ')

const dayOfWeek = new Intl.DateTimeFormat('fr-FR', { weekday: 'long', day: 'numeric', timeZone: 'UTC' })

/** `Jeudi 26` */
export function weekdayAndDay(day: string): string {
  const words = dayOfWeek.format(new Date(day)).replace(/ 1$/, ' 1er')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
