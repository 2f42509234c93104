const withoutMarks = (text: string): string => text.replace(/\p{M}+/gu, '')

/**
 * Reduces a text to the form that searches and comparisons use: no marks, lower case, single spaces (`Fès ` and `fes` are
 * the same). Removes the marks that stand alone before NFKD splits others from their letters, because NFKD sorts a row of
 * marks in time quadratic to its length.
 */
export const normaliseForSearch = (text: string): string =>
  withoutMarks(withoutMarks(text).normalize('NFKD')).toLowerCase().replace(/\s+/g, ' ').trim()

/** Drops all spaces and invisible marks, which a copied code or address brings along. */
export const withoutSpaces = (typed: string): string => typed.replace(/[\s\p{Cf}]/gu, '')

/** Formats a whole number, at least 0, as French texts write it: `30 000`, its spaces unbreakable (U+00A0). */
export const formatInteger = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, '\u00A0')

/** Writes the place of something in a row: `1er`, `2e`. */
export const ordinal = (nth: number): string => (nth === 1 ? '1er' : `${nth}e`)
