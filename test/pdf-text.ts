import { inflateSync } from 'node:zlib'

// Reads back what `drawPdf` wrote, for tests: no reader of PDF is sure to be installed.

/** A text drawn at once, its letters from left to right as on paper. */
interface DrawnText {
  text: string
  /** Points from the left edge of the page. */
  x: number
}

/** The texts of a document in the order in which they were drawn, page after page, one to a line. */
export const textsOf = (pdf: Buffer): string[] => drawnIn(pdf).map(({ text }) => text)

export function drawnIn(pdf: Buffer): DrawnText[] {
  const objects = objectsOf(pdf)
  const fonts = new Map<string, ReadonlyMap<number, string>>()
  for (const { head } of objects.values())
    for (const [, name, font] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, map] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(font))?.head ?? '') ?? []
      if (map) fonts.set(name!, lettersOf(objects.get(Number(map))!.stream))
    }
  return [...objects.values()].flatMap(({ stream }) => (/^BT$/m.test(stream) ? shownIn(stream, fonts) : []))
}

/** Words of Arabic as they are read back: from left to right as on paper, each word and each space by itself. */
export const reversedWords = (words: string): string => [...words].reverse().join('').replaceAll(' ', '\n \n')

interface PdfObject {
  head: string
  /** Unpacked; empty when it has none. */
  stream: string
}

function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  const source = pdf.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const { 1: number, index, 0: start } of source.matchAll(/(\d+) 0 obj\n/g)) {
    const end = source.indexOf('\nendobj', index)
    const [head = ''] = source.slice(index + start.length, end).split('stream\n', 1)
    const begin = index + start.length + head.length + 'stream\n'.length
    const isPacked = head.includes('/FlateDecode') && begin < end
    objects.set(Number(number), { head, stream: isPacked ? unpacked(pdf.subarray(begin, end)) : '' })
  }
  return objects
}

function unpacked(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1')
  } catch {
    return ''
  }
}

/** The letter of each glyph of a font. */
function lettersOf(map: string): ReadonlyMap<number, string> {
  const letters = new Map<number, string>()
  for (const [, first, list] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi))
    for (const [nth, [, code]] of [...list!.matchAll(/<([0-9a-f ]+)>/gi)].entries())
      letters.set(
        Number.parseInt(first!, 16) + nth,
        Buffer.from(code!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      )
  return letters
}

function shownIn(stream: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): DrawnText[] {
  let letters: ReadonlyMap<number, string> = new Map()
  const drawn: DrawnText[] = []
  for (const [, left, font, glyphs] of stream.matchAll(
    /^BT\n1 0 0 1 ([\d.]+) [\d.]+ Tm|\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/gm,
  )) {
    if (left !== undefined) drawn.push({ text: '', x: Number(left) })
    else if (font !== undefined) letters = fonts.get(font) ?? new Map()
    else
      drawn.at(-1)!.text += [...glyphs!.matchAll(/<([0-9a-f]+)>/gi)]
        .flatMap(([, hex]) => wordOf(hex!, letters))
        .join('')
  }
  return drawn
}

const wordOf = (hex: string, letters: ReadonlyMap<number, string>): string[] =>
  (hex.match(/.{4}/g) ?? []).map((glyph) => letters.get(Number.parseInt(glyph, 16)) ?? '\uFFFD')
