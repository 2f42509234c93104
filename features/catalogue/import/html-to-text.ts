const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  euro: '€',
  deg: '°',
  times: '×',
  middot: '·',
  bull: '•',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  agrave: 'à',
  acirc: 'â',
  ccedil: 'ç',
  eacute: 'é',
  egrave: 'è',
  ecirc: 'ê',
  euml: 'ë',
  icirc: 'î',
  iuml: 'ï',
  ocirc: 'ô',
  oelig: 'œ',
  ugrave: 'ù',
  ucirc: 'û',
  uuml: 'ü',
  Agrave: 'À',
  Ccedil: 'Ç',
  Eacute: 'É',
  Egrave: 'È',
  Ecirc: 'Ê',
}

/** The visible text of HTML, paragraph by paragraph. Regular expressions are enough: nothing of it is run or fetched. */
export function htmlToText(html: string): string {
  const visible = ['script', 'style'].reduce(withoutElement, html)
  return withCharacters(
    visible
      // Shops write the ends of lines in a cell as two characters.
      .replace(/\\r?\\n|\\n|\r\n?/g, '\n')
      .replace(/<br\s*\/?>/gi, '\n')
      .replace(/<li[^<>]*>/gi, '\n– ')
      .replace(/<\/(p|div|h[1-6]|ul|ol|table|tr|blockquote)>/gi, '\n\n')
      .replace(/<[^<>]*>/g, ''),
  )
    .split('\n')
    .map((textLine) => textLine.trim())
    .join('\n')
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Searches for both ends of an element: one pattern would take quadratic time over a text of nothing but beginnings. */
function withoutElement(html: string, name: string): string {
  const lower = html.toLowerCase()
  let [outside, at] = ['', 0]
  for (;;) {
    const start = lower.indexOf(`<${name}`, at)
    if (start === -1) return outside + html.slice(at)
    outside += html.slice(at, start)
    const end = lower.indexOf(`</${name}>`, start)
    if (end === -1) return outside
    at = end + name.length + 3
  }
}

const withCharacters = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
    return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''
  })
