import { DAYS, type OpeningHours, splitHours } from '#platform/kernel/opening-hours.ts'
import { localDay, localMoment } from '#platform/kernel/time.ts'

/** Parts of a day in which different people are at home, by the clocks of Casablanca. */
const PARTS = { morning: ['09:00', '12:00'], afternoon: ['14:00', '18:00'], evening: ['18:00', '20:30'] } as const

export type PartOfDay = keyof typeof PARTS

const PART_NAMES = Object.keys(PARTS) as readonly PartOfDay[]

/** Calls of a shop that has not entered its opening hours; on Friday there is the prayer. */
const USUAL_HOURS =
  'lundi 09:00-20:30; mardi 09:00-20:30; mercredi 09:00-20:30; jeudi 09:00-20:30; ' +
  'vendredi 09:00-12:30 14:00-20:30; samedi 09:00-20:30; dimanche 09:00-20:30'

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS_AHEAD = 15

/** A shop that opens on no day of the week would never call. */
export const callHoursOf = (openingHours: string): OpeningHours => splitHours(openingHours || USUAL_HOURS)

/** The part of the day that a moment is in; null between them. */
export const partOf = (at: Date): PartOfDay | null =>
  PART_NAMES.find((part) => {
    const [from, until] = PARTS[part].map((clock) => localMoment(localDay(at), clock))
    return at >= from! && at < until!
  }) ?? null

/** The moment itself while calls are made, else the moment when they begin again. */
export const nextOpen = (at: Date, hours: OpeningHours): Date =>
  firstIn(at, (day) => spansOf(day, hours)) ?? new Date(at.getTime() + DAY_MS)

/** The first moment from `from` on that lies in one of these parts of a day and in the hours; null when there is none. */
export const nextInParts = (from: Date, parts: readonly PartOfDay[], hours: OpeningHours): Date | null =>
  firstIn(from, (day) => spansOf(day, hours).flatMap((span) => parts.map((part) => overlap(span, PARTS[part]))))

/** The first moment of the next day in Casablanca. */
export const startOfTomorrow = (at: Date): Date => localMoment(dayAfter(localDay(at), 1), '00:00')

type Clock = readonly [from: string, until: string]

const overlap = ([from, until]: Clock, [partFrom, partUntil]: Clock): Clock => [
  from > partFrom ? from : partFrom,
  until < partUntil ? until : partUntil,
]

function firstIn(from: Date, spans: (day: string) => readonly Clock[]): Date | null {
  for (let ahead = 0; ahead < DAYS_AHEAD; ahead++) {
    const day = dayAfter(localDay(from), ahead)
    for (const [opens, closes] of spans(day).toSorted()) {
      const [begin, end] = [localMoment(day, opens), localMoment(day, closes)]
      if (begin < end && end > from) return begin > from ? begin : from
    }
  }
  return null
}

const spansOf = (day: string, hours: OpeningHours): readonly Clock[] => hours.get(weekdayOf(day)) ?? []

const weekdayOf = (day: string) => DAYS[(new Date(day).getUTCDay() + 6) % DAYS.length]!

const dayAfter = (day: string, ahead: number): string =>
  new Date(Date.parse(day) + ahead * DAY_MS).toISOString().slice(0, 10)
