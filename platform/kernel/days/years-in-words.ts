/** A number of years in French: `un an`, `2 ans`. */
export const yearsInWords = (years: number): string => (years === 1 ? 'un an' : `${years}\u00A0ans`)
