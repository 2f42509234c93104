import { type Centimes, centimes } from '#platform/kernel/money.ts'

/** An amount as a cell gives it. An empty cell is unknown, and never nothing. */
export type ReadAmount = Centimes | 'unknown' | 'unreadable'

const DIGITS = /^(?<whole>\d{1,10}|\d{1,3}(?: \d{3}){1,3}|\d{1,3}(?:,\d{3}){2,3}|\d{1,3}(?:\.\d{3}){2,3})$/
const WITH_CENTIMES =
  /^(?<whole>\d{0,10}|\d{1,3}(?: \d{3}){1,3}|\d{1,3}(?:,\d{3}){1,3}(?=\.)|\d{1,3}(?:\.\d{3}){1,3}(?=,))[.,](?<cents>\d{1,2})$/

/** In dirhams. More is the number of something else: a phone, a bank account. */
const LARGEST = 10_000_000

/**
 * Reads an amount as tariffs and statements write it: `1 234,50`, `1,234.50`, `1234.5 DH`, and `(35)` for what is taken off.
 * `1,234` is unreadable: it means one dirham or a thousand, by whoever wrote it.
 */
export function readAmount(cell: string): ReadAmount {
  const plain = cell
    .replace(/[\s\p{Cf}]+/gu, ' ')
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/(?:dhs?|mad|dirhams?)\.?/gi, '')
    .trim()
  if (plain === '') return cell.trim() === '' ? 'unknown' : 'unreadable'
  const [, inside] = /^\((.+)\)$/.exec(plain) ?? []
  const isNegative = inside !== undefined || /^-|-$/.test(plain)
  const digits = (inside ?? plain).replace(/^-\s?|\s?-$|^\+/, '').trim()
  const found = (DIGITS.exec(digits) ?? WITH_CENTIMES.exec(digits))?.groups
  if (!found || (found.whole === '' && found.cents === undefined)) return 'unreadable'
  const whole = Number(found.whole!.replace(/\D/g, '') || '0')
  if (whole > LARGEST) return 'unreadable'
  const cents = Number((found.cents ?? '').padEnd(2, '0'))
  const amount = whole * 100 + cents
  return centimes(isNegative && amount > 0 ? -amount : amount)
}
