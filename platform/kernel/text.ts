/** Text as searches and comparisons see it: no marks, lower case, single spaces (`Fès ` and `fes` are the same). */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
