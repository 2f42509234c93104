/** Writes a Moroccan number in pairs with no-break spaces, `06 12 34 56 78`; other numbers as they are. */
export const readablePhone = (digits: string): string =>
  /^0\d{9}$/.test(digits) ? digits.replace(/\d{2}(?=\d)/g, '$&\u00A0') : digits
