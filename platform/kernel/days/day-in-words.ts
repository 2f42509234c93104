const withWeekday = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

const spaced = (words: string): string => words.replace(/\b1 /, '1er ').replace(/ (\S+)$/, '\u00A0$1')

/** Tells a day: `jeudi 26 novembre`. */
export const dayInWords = (day: string): string => spaced(withWeekday.format(new Date(day)))

/** Tells a day without its weekday: `26 novembre`, or `26 nov.`. */
export const dateInWords = (day: string, month: 'long' | 'short' = 'long'): string =>
  spaced(new Intl.DateTimeFormat('fr-FR', { timeZone: 'UTC', day: 'numeric', month }).format(new Date(day)))
