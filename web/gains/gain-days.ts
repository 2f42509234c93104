import { type Centimes, plus, ZERO } from '#platform/kernel/money.ts'

export interface GainDay {
  /** `2026-11-20`, in Casablanca. */
  day: string
  orders: number
  gain: Centimes
}

const DAY_MS = 24 * 60 * 60_000

/** The last `count` days up to `today`, oldest first: those of which nothing is known brought nothing. */
export function lastDays(known: readonly GainDay[], today: string, count: number): GainDay[] {
  const byDay = new Map(known.map((each) => [each.day, each]))
  const last = Date.parse(today)
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(last - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    return byDay.get(day) ?? { day, orders: 0, gain: ZERO }
  })
}

export const sumOf = (days: readonly GainDay[]) => ({
  orders: days.reduce((sum, { orders }) => sum + orders, 0),
  gain: plus(...days.map(({ gain }) => gain)),
})

/** The round number of dirhams, in centimes, at which a chart of these amounts ends: 1, 2 or 5 and zeros. */
export function roundTop(amounts: readonly Centimes[]): Centimes {
  const largest = Math.max(...amounts, 100)
  const power = 10 ** Math.floor(Math.log10(largest))
  return ([1, 2, 5, 10].map((each) => each * power).find((each) => each >= largest) ?? largest) as Centimes
}

const short = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('fr-FR', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

/** `20 nov.` */
export const shortDay = (day: string): string => short.format(new Date(day))

/** `vendredi 20 novembre` */
export const longDay = (day: string): string => long.format(new Date(day))
