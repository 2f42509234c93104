/** Keeps digits, those of Arabic, Persian and full-width keyboards as 0 to 9: the last four bits of each are its value. */
const digitsOf = (typed: string): string =>
  typed.replace(/\D/g, (other) => (/[٠-٩۰-۹０-９]/.test(other) ? `${other.charCodeAt(0) & 15}` : ''))

/**
 * Turns a typed number into its one form, by which it is stored, counted, searched and erased: digits alone, a Moroccan
 * one with its 0 whether it was typed as `06…`, `6…`, `2126…`, `006…`, `21206…` or `+2126…`. Null unless 6 to 15 digits
 * remain.
 */
export function normalisePhone(typed: string): string | null {
  const digits = digitsOf(typed)
  const isForeign = /^\D*\+/.test(typed) && !digits.startsWith('212')
  const [, local] = isForeign ? [] : (/^0*(?:2120*)?([1-8]\d{8})$/.exec(digits) ?? [])
  const phone = local === undefined ? digits.replace(/^00(?=[1-9]\d{6})/, '') : `0${local}`
  return /^\d{6,15}$/.test(phone) ? phone : null
}

/** Rule: a number whose digits are all the same is nobody's. Normalises any other; null for that and for no number. */
export function acceptPhone(typed: string): string | null {
  const phone = normalisePhone(typed)
  return phone === null || isOneDigit(phone) || isOneDigit(digitsOf(typed)) ? null : phone
}

const isOneDigit = (digits: string): boolean => /^(\d)\1*$/.test(digits)

/** Recognises the usual shape of a Moroccan number (normalised). Pages question another shape, nothing refuses it. */
export const looksMoroccan = (phone: string): boolean => /^0[1-8]\d{8}$/.test(phone)
