import type { AllSettings } from '#features/settings/model.ts'
import { dayAfter } from '#platform/kernel/days/days-ahead.ts'
import { DAY_MS } from '#platform/kernel/durations.ts'
import { clockOf, openDaysFrom } from '#platform/kernel/opening-hours/open-now.ts'
import { DAYS, joinHours, type Span, splitHours } from '#platform/kernel/opening-hours/opening-hours.ts'
import { localMoment } from '#platform/kernel/time.ts'

/** Parts of a day in which different people are at home, by the clocks of Casablanca. */
const PARTS = { morning: ['09:00', '12:00'], afternoon: ['14:00', '18:00'], evening: ['18:00', '20:30'] } as const

export type PartOfDay = keyof typeof PARTS

const PART_NAMES = Object.keys(PARTS) as readonly PartOfDay[]

/** Calls of a shop that has not entered its opening hours. */
const USUAL_HOURS = joinHours(new Map(DAYS.map((day) => [day, [['09:00', '20:30']]])))

/** The prayer on Friday. */
const [PRAYER_FROM, PRAYER_UNTIL] = ['12:30', '14:00'] as const

/**
 * The hours of calls, as the text of the setting: the shop's own, or the usual ones while it has entered none; on Friday
 * with or without a pause.
 */
export function callHoursOf({
  openingHours,
  noCallsOnFriday,
}: Pick<AllSettings, 'openingHours' | 'noCallsOnFriday'>): string {
  const hours = splitHours(openingHours || USUAL_HOURS)
  const friday = hours.get('vendredi')
  if (noCallsOnFriday === 'off' || !friday) return joinHours(hours)
  return joinHours(new Map([...hours, ['vendredi', friday.flatMap(withoutPrayer)]]))
}

const withoutPrayer = (span: Span): Span[] =>
  [overlap(span, ['00:00', PRAYER_FROM]), overlap(span, [PRAYER_UNTIL, '24:00'])].filter(
    ([from, until]) => from < until,
  )

/** The part of the day that a moment is in; null between them. */
export const partOf = (at: Date): PartOfDay | null =>
  PART_NAMES.find((part) => PARTS[part][0] <= clockOf(at) && clockOf(at) < PARTS[part][1]) ?? null

/** The moment itself while calls are made, else when they begin again; a day later for hours that never open. */
export const nextOpen = (at: Date, hours: string): Date =>
  firstIn(at, hours, (span) => [span]) ?? new Date(at.getTime() + DAY_MS)

/** The first moment from `from` on in one of these parts of a day and in the hours; null when there is none. */
export const nextInParts = (from: Date, parts: readonly PartOfDay[], hours: string): Date | null =>
  firstIn(from, hours, (span) => parts.map((part) => overlap(span, PARTS[part])))

const overlap = ([from, until]: Span, [partFrom, partUntil]: Span): Span => [
  from > partFrom ? from : partFrom,
  until < partUntil ? until : partUntil,
]

function firstIn(from: Date, hours: string, within: (span: Span) => readonly Span[]): Date | null {
  for (const { ahead, spans } of openDaysFrom(hours, from)) {
    const day = dayAfter(from, ahead)
    for (const [opens, closes] of spans.flatMap(within).toSorted()) {
      const [begin, end] = [localMoment(day, opens), localMoment(day, closes)]
      if (begin < end && end > from) return begin > from ? begin : from
    }
  }
  return null
}
