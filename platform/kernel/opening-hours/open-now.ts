import { DAY_MS } from '../durations.ts'
import { formatMinute, localDay } from '../time.ts'
import { DAYS, type Day, type Span, splitHours, timeInWords } from './opening-hours.ts'

/** A day that is open, and how many days ahead it lies: today is 0. */
interface OpenDay {
  ahead: number
  day: Day
  spans: readonly Span[]
}

/** The open days from a moment's own on, by the clocks of Casablanca: a week, and the same weekday again. */
export function openDaysFrom(openingTimes: string, at: Date): OpenDay[] {
  const hours = splitHours(openingTimes)
  const today = Date.parse(localDay(at))
  return Array.from({ length: DAYS.length + 1 }, (_, ahead) => {
    const day = DAYS[(new Date(today + ahead * DAY_MS).getUTCDay() + 6) % DAYS.length]!
    return { ahead, day, spans: hours.get(day) ?? [] }
  }).filter(({ spans }) => spans.length > 0)
}

/** A moment's time of day in Casablanca, as hours are typed: `09:30`. */
export const clockOf = (at: Date): string => formatMinute(at).slice(11)

export interface OpenState {
  isOpen: boolean
  /** `Ouvert jusqu’à 18 h`, `Ouvre demain à 9 h`. */
  words: string
}

/** Tells whether the shop is open at a moment, and what changes next; null without opening hours. */
export function openState(openingTimes: string, at: Date): OpenState | null {
  const clock = clockOf(at)
  for (const { ahead, day, spans } of openDaysFrom(openingTimes, at)) {
    const [from, until] = spans.find((span) => ahead > 0 || clock < span[1]) ?? []
    if (from === undefined || until === undefined) continue
    if (ahead === 0 && from <= clock) return { isOpen: true, words: `Ouvert jusqu’à\u00A0${timeInWords(until)}` }
    return { isOpen: false, words: `Ouvre ${['', 'demain '][ahead] ?? `${day} `}à\u00A0${timeInWords(from)}` }
  }
  return null
}
