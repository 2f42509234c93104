/** Digits as people read them, `06 12 34 56 78`, when they are ten; as they are otherwise. Spaces are unbreakable. */
export const readablePhone = (digits: string): string =>
  /^0\d{9}$/.test(digits) ? digits.replace(/\d{2}(?=\d)/g, '$&\u00A0') : digits
