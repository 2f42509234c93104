const FRENCH = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:[ T,à-]+(\d{1,2})[:h](\d{2})(?::(\d{2}))?)?/
const PLAIN = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?/

/** Reads a day, with its hour when there is one: `21/11/2026 14:05`, `2026-11-21`. Texts that come later are greater; null for no day. */
export function readDay(cell: string): string | null {
  const plain = PLAIN.exec(cell)
  const french = plain ? null : FRENCH.exec(cell)
  const [, first, month, last, ...clock] = plain ?? french ?? []
  if (first === undefined) return null
  const [year, day] = plain ? [first, last] : [last, first]
  const two = (digits = '0') => digits.padStart(2, '0')
  const date = `${year}-${two(month)}-${two(day)}`
  const at = new Date(`${date}T00:00:00Z`)
  // The 31st of a month of thirty days is no day, nor is what spreadsheets write for none: 01/01/0001.
  if (date < '2000' || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date) return null
  return `${date}T${[0, 1, 2].map((nth) => two(clock[nth])).join(':')}`
}
