import { describe, expect, test } from 'vitest'
import { drawnIn, reversedWords } from '#test/pdf-text.ts'
import { arabicOf } from './bilingual.ts'
import { drawPdf, MARGIN, type Pdf } from './document.ts'
import { ARABIC_LETTERS, LATIN_LETTERS } from './font-characters.ts'

const FACES = ['regular', 'semibold', 'bold']
const ADDRESS = 'حي الرياض, rue 12, الرباط'
const LONG = 'شارع محمد الخامس، عمارة 24، بالقرب من صيدلية النخيل، Quartier Hay Riad، الرباط'

interface Glyph {
  id: number
  codePoints: number[]
}

/** The font that the document is set in, of the library below pdfkit. */
const fontOf = (pdf: Pdf) =>
  (pdf as unknown as { _font: { font: { layout(text: string): { glyphs: Glyph[] } } } })._font.font

const document = (draw: (pdf: Pdf) => void) => drawPdf({ title: '', author: '', footer: () => null }, draw)
const drawn = async (draw: (pdf: Pdf) => void) => drawnIn(await document(draw))
const texts = async (draw: (pdf: Pdf) => void) => (await drawn(draw)).map(({ text }) => text)

describe('the fonts', () => {
  test('have a glyph for each letter that they are said to draw, in each weight', () =>
    document((pdf) => {
      for (const face of FACES)
        for (const [font, letters] of [
          [face, LATIN_LETTERS],
          [arabicOf(face), ARABIC_LETTERS],
        ] as const)
          for (const letter of letters)
            expect(
              fontOf(pdf.font(font))
                .layout(letter)
                .glyphs.map(({ id }) => id),
              `${letter} in ${font}`,
            ).not.toContain(0)
    }))

  test('join Arabic letters: alone, at the end, within and at the beginning of a word they look different', () =>
    document((pdf) => {
      for (const face of FACES) {
        const font = fontOf(pdf.font(arabicOf(face)))
        for (const letter of 'بتثجحخسشصضطظعغفقكلمنهيگڭڤ') {
          const forms = [letter, letter.repeat(4)].flatMap((text) => font.layout(text).glyphs.map(({ id }) => id))
          expect(new Set(forms).size, letter).toBe(4)
        }
        // Lam and alef become one; dal joins to nothing after it.
        expect(font.layout('لا').glyphs).toHaveLength(1)
        expect(
          font
            .layout('دب')
            .glyphs.map(({ id }) => id)
            .toReversed(),
        ).toEqual(['د', 'ب'].map((letter) => font.layout(letter).glyphs[0]!.id))
      }
    }))
})

describe('a text in two scripts', () => {
  test('is drawn from left to right in the order of the paper, each letter with its glyph', async () => {
    expect(await texts((pdf) => pdf.text(ADDRESS))).toEqual([
      reversedWords('الرباط'),
      ' ,rue 12 ,',
      reversedWords('الرياض'),
      ' ',
      reversedWords('حي'),
    ])
  })

  test('begins where French begins, ends where it ends and stands in the middle as it does', async () => {
    const edges = async (align: 'left' | 'right' | 'center') => {
      let width = 0
      const runs = await drawn((pdf) => {
        width = pdf.widthOfString(ADDRESS)
        pdf.text(ADDRESS, MARGIN, 100, { width: 300, align })
      })
      return [runs[0]!.x - MARGIN, MARGIN + 300 - runs[0]!.x - width]
    }
    const [left, right, center] = [await edges('left'), await edges('right'), await edges('center')]
    expect(left[0]).toBeCloseTo(0, 1)
    expect(right[1]).toBeCloseTo(0, 1)
    expect(center[0]).toBeCloseTo(center[1]!, 1)
  })

  test('is broken into lines that fit; those of Arabic hang from the right, a French one among them too', async () => {
    const width = 130
    const lines: { text: string; x: number; end: number }[] = []
    const runs = await drawn((pdf) => {
      pdf.text(LONG, MARGIN, 100, { width })
      expect(pdf.y - 100).toBeCloseTo(pdf.heightOfString(LONG, { width }), 1)
    })
    for (const run of runs) {
      const last = lines.at(-1)
      if (last && run.x > last.end) Object.assign(last, { text: `${last.text}|${run.text}`, end: run.x })
      else lines.push({ text: run.text, x: run.x, end: run.x })
    }
    expect(lines.length).toBeGreaterThan(3)
    for (const { x } of lines) expect(x).toBeGreaterThanOrEqual(MARGIN - 0.01)
    // The comma of Arabic after Riad stands on its left: the paragraph is read from the right.
    expect(lines.some(({ text }) => /،\|.*Riad/.test(text))).toBe(true)
    await document((pdf) => {
      for (const { text, end } of lines) {
        const last = text.split('|').at(-1)!
        const lastWidth = pdf.widthOfString(/\p{Script=Arabic}/u.test(last) ? reversedWords(last) : last)
        expect(end + lastWidth, text).toBeCloseTo(MARGIN + width, 0)
      }
    })
  })

  test('is ordered by what stands on the line before, too', async () => {
    const text = 'هاتف 12-14 15-16'
    const inOne = await texts((pdf) => pdf.text(text))
    const inThree = await texts((pdf) => pdf.text(text, MARGIN, 100, { width: 40 }))
    expect([inOne, inThree]).toEqual([
      ['16-15 14-12 ', reversedWords('هاتف')],
      [reversedWords('هاتف'), '14-12', '16-15'],
    ])
  })

  test('is cut at its end, which of Arabic is on the left', async () => {
    const cut = (text: string) => texts((pdf) => pdf.text(text, MARGIN, 100, { width: 90, height: 12, ellipsis: true }))
    expect((await cut(LONG)).at(0)).toMatch(/^…/)
    expect((await cut(`Rue ${LONG}`)).at(-1)).toMatch(/…$/)
  })

  test('takes no room for a space at the end of a line, nor for line ends that pdfkit alone knows', async () => {
    const at = async (text: string) => (await drawn((pdf) => pdf.text(text, { align: 'right' })))[0]!.x
    expect(await at('rue حي ')).toBeCloseTo(await at('rue حي'), 1)
    await document((pdf) => {
      const typed = 'حي\u2028rue\fحي'
      const height = pdf.heightOfString(typed)
      pdf.text(typed, MARGIN, 100)
      expect(pdf.y - 100).toBeCloseTo(height, 1)
    })
  })

  test('takes each paragraph by itself', async () => {
    expect(await texts((pdf) => pdf.text('حي 1!\nrue حي!\nحي 2!'))).toEqual([
      '!1 ',
      reversedWords('حي'),
      'rue ',
      reversedWords('حي'),
      '!',
      '!2 ',
      reversedWords('حي'),
    ])
  })

  test('stands on one line, in the weight of the French beside it, and leads where its link leads', async () => {
    const pdf = await document((page) =>
      page.font('bold').text('Argan زيت', MARGIN, 100, { link: 'https://rosalia.test' }).text('Sérum'),
    )
    const source = pdf.toString('latin1')
    expect(source).toContain('+IBMPlexSansArabic-Bold')
    expect(source).not.toContain('+IBMPlexSansArabic\n')
    expect(source.match(/\/URI \(https:\/\/rosalia\.test\)/g)).toHaveLength(2)
    expect(drawnIn(pdf).at(-1)).toEqual({ text: 'Sérum', x: MARGIN })
  })
})

test('a French document carries no Arabic font', async () => {
  expect((await document((pdf) => pdf.text('Crème à l’huile d’argan'))).toString('latin1')).not.toContain('Plex')
})

test('nothing that people type stops a document', async () => {
  for (const typed of ['', '🌹', '\u202B', '\n\n', '🌹\nحي\n', 'ـ'.repeat(500), '\u064B', `${'حي '.repeat(1000)}`])
    expect((await document((pdf) => pdf.text(typed))).length).toBeGreaterThan(500)
})
