import { formatInteger } from './text.ts'

/** Money inside the shop: a whole number of centimes (1 DH = 100). */
export type Centimes = number & { readonly centimes: unique symbol }

/** Brands a whole number as centimes. Throws a RangeError for anything else, which is a bug of the caller. */
export function centimes(amount: number): Centimes {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole number of centimes`)
  return amount as Centimes
}

/** No centime. */
export const ZERO = centimes(0)

/** Turns dirhams with at most two decimals, as on the wire, into centimes: `dh(149.5)` is 14950. */
export const dh = (dirhams: number): Centimes => centimes(Math.round(dirhams * 100))

/** Adds amounts up, in centimes. Throws a RangeError beyond 2⁵³, as all of these do, rather than round. */
export const plus = (...amounts: readonly Centimes[]): Centimes =>
  centimes(amounts.reduce((sum, each) => sum + each, 0))

/** Takes an amount from another, in centimes; the result may be negative. */
export const minus = (from: Centimes, amount: Centimes): Centimes => centimes(from - amount)

/** Multiplies an amount in centimes by a whole number. */
export const times = (amount: Centimes, quantity: number): Centimes => centimes(amount * quantity)

/** Rule: a percentage is rounded half up to the centime. `rate` is a whole number of percent, the amount at least 0. */
export const percent = (amount: Centimes, rate: number): Centimes => centimes(Math.floor((amount * rate + 50) / 100))

/** Turns a negative amount into zero. */
export const atLeastZero = (amount: Centimes): Centimes => (amount > 0 ? amount : ZERO)

const NO_BREAK_SPACE = '\u00A0'
const MINUS = '\u2212'

/**
 * Formats centimes as French pages show them: `1 234,50 DH`, all spaces unbreakable (U+00A0).
 * Not `Intl`: its `fr-FR` groups with U+202F, which PDF fonts lack, and its `fr-MA` groups with a point.
 */
export function formatDirhams(amount: Centimes): string {
  const positive = Math.abs(amount)
  const whole = formatInteger(Math.floor(positive / 100))
  const cents = String(positive % 100).padStart(2, '0')
  return `${amount < 0 ? MINUS : ''}${whole},${cents}${NO_BREAK_SPACE}DH`
}

/** The same for sentences and small labels: without the decimals when they are zero, `35 DH`. */
export const formatShortDirhams = (amount: Centimes): string => formatDirhams(amount).replace(',00', '')
