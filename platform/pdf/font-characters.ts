// The characters that the fonts of documents contain. `printable` replaces all others.

const span = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, nth) => String.fromCodePoint(first + nth)).join('')

/** The letters of Western Europe without the soft hyphen, and typographic signs. */
export const LATIN_LETTERS = `${span(0x20, 0x7e)}${span(0xa0, 0xac)}${span(0xae, 0xff)}Œœ‘’“”–—…•−€™\u0308`

/** Letters of Arabic and those that Moroccans borrow, vowel marks, both kinds of digits, punctuation. No space. */
export const ARABIC_LETTERS = [
  span(0x0621, 0x063a),
  span(0x0640, 0x0655),
  span(0x0660, 0x066d),
  span(0x06f0, 0x06f9),
  '،؛؟ٰٱٹپچڈڑژڤڥڧڨکڭگںھہیےۓ۔',
].join('')
