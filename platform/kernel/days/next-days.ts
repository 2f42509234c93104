import { dayInWords } from './day-in-words.ts'
import { dayAfter } from './days-ahead.ts'

/** Lists the next `count` days in Casablanca, from tomorrow on, with their words. */
export const nextDays = (now: Date, count: number): { day: string; words: string }[] =>
  Array.from({ length: count }, (_, nth) => {
    const day = dayAfter(now, nth + 1)
    return { day, words: dayInWords(day) }
  })
