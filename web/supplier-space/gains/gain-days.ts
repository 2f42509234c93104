import { type Centimes, plus, ZERO } from '#platform/kernel/money.ts'
import { withEveryDay } from '#web/figures/days.ts'

export interface GainDay {
  /** `2026-11-20`, in Casablanca. */
  day: string
  orders: number
  gain: Centimes
}

/** The last `count` days up to `today`, oldest first: days without an order brought nothing. */
export const lastGainDays = (known: readonly GainDay[], today: string, count: number): GainDay[] =>
  withEveryDay(known, today, count, { orders: 0, gain: ZERO })

export const sumOf = (days: readonly GainDay[]) => ({
  orders: days.reduce((sum, { orders }) => sum + orders, 0),
  gain: plus(...days.map(({ gain }) => gain)),
})
