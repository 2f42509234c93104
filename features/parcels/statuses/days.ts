const FRENCH = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:[ T,à-]+(\d{1,2})[:h](\d{2})(?::(\d{2}))?(?:\s*([ap])\.?m\b)?)?/i
const PLAIN = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*([ap])\.?m\b)?)?/i

/** Reads a day, with its hour when there is one: `21/11/2026 14:05`, `21/11/2026 2:05 PM`, `2026-11-21`. Texts that come later are greater; null for no day. */
export function readDay(cell: string): string | null {
  const plain = PLAIN.exec(cell)
  const french = plain ? null : FRENCH.exec(cell)
  const [, first, month, last, hour, minute, second, half] = plain ?? french ?? []
  if (first === undefined) return null
  const [year, day] = plain ? [first, last] : [last, first]
  const two = (digits = '0') => digits.padStart(2, '0')
  const date = `${year}-${two(month)}-${two(day)}`
  const at = new Date(`${date}T00:00:00Z`)
  // The 31st of a month of thirty days is no day, nor is what spreadsheets write for none: 01/01/0001.
  if (date < '2000' || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date) return null
  return `${date}T${two(half ? of24(Number(hour), half) : hour)}:${two(minute)}:${two(second)}`
}

/** The hour of a clock of twelve hours, whose `12 AM` is midnight and `12 PM` is noon. */
const of24 = (hour: number, half: string): string => String((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0))
