// Opening hours as the text of a setting: `lundi 09:00-12:30 14:30-18:00; samedi 10:00-14:00`. A day that is not named is closed.

export const DAYS = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'] as const

export type Day = (typeof DAYS)[number]

/** From when until when, as typed: `09:00` and `18:00`. */
export type Span = readonly [from: string, until: string]

/** The spans of each day that is open: one, or two around a pause. */
export type OpeningHours = ReadonlyMap<Day, readonly Span[]>

/** Splits the text into days and spans, as they are typed. What is no day is left out. */
export function splitHours(text: string): OpeningHours {
  const hours = new Map<Day, readonly Span[]>()
  for (const entry of text.split(';')) {
    const [name, ...spans] = entry.trim().split(/ +/)
    const day = DAYS.find((each) => each === name)
    if (day !== undefined) hours.set(day, spans.map(spanIn))
  }
  return hours
}

function spanIn(text: string): Span {
  const [from = '', until = ''] = text.split('-')
  return [from, until]
}

/** Joins them to the text, in the order of the week. */
export const joinHours = (hours: OpeningHours): string =>
  DAYS.flatMap((day) => {
    const spans = hours.get(day)
    return spans ? [[day, ...spans.map((span) => span.join('-'))].join(' ')] : []
  }).join('; ')

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** The first day whose times are missing or do not follow each other; null when there is none. */
export function dayWithoutHours(text: string): Day | null {
  for (const [day, spans] of splitHours(text)) {
    const times = spans.flat()
    const isOrdered = times.every((time, at) => TIME.test(time) && (at === 0 || times[at - 1]! < time))
    if (spans.length < 1 || spans.length > 2 || !isOrdered) return day
  }
  return null
}

/** In a line: `Lundi à jeudi de 9 h à 18 h, vendredi de 9 h à 12 h et de 15 h à 18 h`; empty when nothing is open. */
export function hoursInWords(text: string): string {
  const hours = splitHours(text)
  const groups: { days: Day[]; words: string }[] = []
  for (const [at, day] of DAYS.entries()) {
    const spans = hours.get(day)
    if (!spans) continue
    const words = spans.map(([from, until]) => `de\u00A0${timeInWords(from)} à\u00A0${timeInWords(until)}`).join(' et ')
    const last = groups.at(-1)
    if (last?.words === words && last.days.at(-1) === DAYS[at - 1]) last.days.push(day)
    else groups.push({ days: [day], words })
  }
  const line = groups.map(({ days, words }) => `${daysInWords(days)} ${words}`).join(', ')
  return line.charAt(0).toUpperCase() + line.slice(1)
}

function daysInWords(days: readonly Day[]): string {
  if (days.length === DAYS.length) return 'tous les jours'
  const [first, last] = [days[0]!, days.at(-1)!]
  if (days.length === 1) return first
  return days.length === 2 ? `${first} et ${last}` : `${first} à ${last}`
}

/** `09:30` → `9 h 30`. */
export function timeInWords(time: string): string {
  const [hour, minute] = time.split(':')
  return `${Number(hour)}\u00A0h${minute === '00' ? '' : `\u00A0${minute}`}`
}
