/** Text as searches and comparisons see it: no marks, lower case, single spaces (`Fès ` and `fes` are the same). */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

/** A whole number, at least 0, as a French text has it: `30 000`, its spaces unbreakable (U+00A0). */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, '\u00A0')
