const withoutMarks = (text: string): string => text.replace(/\p{M}+/gu, '')

/**
 * Text as searches and comparisons see it: no marks, lower case, single spaces (`Fès ` and `fes` are the same). Marks of
 * their own go before those that letters are parted from: Unicode sorts a long row of them in the square of its length.
 */
export const normaliseForSearch = (text: string): string =>
  withoutMarks(withoutMarks(text).normalize('NFKD')).toLowerCase().replace(/\s+/g, ' ').trim()

/** A whole number, at least 0, as a French text has it: `30 000`, its spaces unbreakable (U+00A0). */
export const formatInteger = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, '\u00A0')
