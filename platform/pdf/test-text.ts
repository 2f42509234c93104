import { inflateSync } from 'node:zlib'

// Reads back what `drawPdf` wrote, for tests: no reader of PDF is sure to be installed.

/** The texts of a document in the order in which they were drawn, page after page, one to a line. */
export function textsOf(pdf: Buffer): string[] {
  const objects = objectsOf(pdf)
  const fonts = new Map<string, ReadonlyMap<number, string>>()
  for (const { head } of objects.values())
    for (const [, name, font] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, map] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(font))?.head ?? '') ?? []
      if (map) fonts.set(name!, lettersOf(objects.get(Number(map))!.stream))
    }
  return [...objects.values()].flatMap(({ stream }) => (/^BT$/m.test(stream) ? shownIn(stream, fonts) : []))
}

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

/** What each glyph of a font stands for. */
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

function shownIn(stream: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): string[] {
  let letters: ReadonlyMap<number, string> = new Map()
  const texts: string[] = []
  for (const [, font, glyphs] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) letters = fonts.get(font) ?? new Map()
    else texts.push([...glyphs!.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex]) => wordOf(hex!, letters)).join(''))
  }
  return texts
}

const wordOf = (hex: string, letters: ReadonlyMap<number, string>): string[] =>
  (hex.match(/.{4}/g) ?? []).map((glyph) => letters.get(Number.parseInt(glyph, 16)) ?? '\uFFFD')
