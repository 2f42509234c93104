import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

const FONTS = join(import.meta.dirname, '..', 'fonts')
const FACES = { regular: 400, semibold: 600, bold: 700 } as const

/** Points (1/72 inch); A4. */
export const MARGIN = 48

export type Pdf = PDFKit.PDFDocument

/** The text at the foot of a page, counted from 0, of `count` pages; null for none. */
type Footer = (page: number, count: number) => string | null

const numbered: Footer = (page, count) => `${page + 1} / ${count}`

/** A font (`regular`, `semibold`, `bold`), a size in points and a colour. */
export type TextStyle = readonly [font: string, size: number, colour: string]

/** Writes a text in a style, at a place as pdfkit takes it. */
export const write = (
  pdf: Pdf,
  [font, size, colour]: TextStyle,
  text: string,
  ...place: [x?: number, y?: number, options?: PDFKit.Mixins.TextOptions] | [options: PDFKit.Mixins.TextOptions]
): Pdf =>
  pdf
    .font(font)
    .fontSize(size)
    .fillColor(colour)
    .text(text, ...(place as [number, number]))

/** The width between the margins. */
export const widthOf = (pdf: Pdf): number => pdf.page.width - 2 * MARGIN

/** Starts a new page unless this one has room for `height` points. */
export function ensureRoom(pdf: Pdf, height: number): void {
  if (pdf.y + height > pdf.page.height - MARGIN) pdf.addPage()
}

interface Document {
  title: string
  author: string
  footer?: Footer
  size?: 'A4' | 'A6'
  margin?: number
}

/**
 * Draws a document, A4 unless it says otherwise, in Inter (`regular`, `semibold`, `bold`), Arabic in Plex; lengths are points.
 * Pages are numbered at the end.
 */
export async function drawPdf(
  { title, author, footer = numbered, size = 'A4', margin = MARGIN }: Document,
  draw: (pdf: Pdf) => void | Promise<void>,
): Promise<Buffer> {
  // Loaded with the first document, so that a start does not wait for it.
  const { arabicOf, BilingualDocument } = await import('./bilingual.ts')
  const pdf = new BilingualDocument({
    size,
    margin,
    bufferPages: true,
    lang: 'fr',
    info: { Title: title, Author: author },
  })
  for (const [face, weight] of Object.entries(FACES)) {
    pdf.registerFont(face, join(FONTS, `inter-${weight}.ttf`))
    pdf.registerFont(arabicOf(face), join(FONTS, `plex-sans-arabic-${weight}.ttf`))
  }
  const bytes = buffer(pdf)
  await draw(pdf.font('regular'))
  drawFooters(pdf, footer)
  pdf.end()
  return bytes
}

function drawFooters(pdf: Pdf, footer: Footer): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    const text = footer(page, count)
    if (text === null) continue
    pdf.switchToPage(page)
    // pdfkit would put a text below the margin on a new page.
    const { bottom } = pdf.page.margins
    pdf.page.margins.bottom = 0
    write(pdf, ['regular', 9, '#616b7a'], text, MARGIN, pdf.page.height - 32, {
      align: 'center',
      width: widthOf(pdf),
    })
    pdf.page.margins.bottom = bottom
  }
}
