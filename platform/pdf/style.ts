import { encode } from 'uqr'
import { LOGO_BOX, PEN, ROSE_BOX, ROSE as ROSE_LINES, WORDMARK } from '#platform/kernel/brand.ts'
import { MARGIN, type Pdf, widthOf } from './document.ts'

export const INK = '#18202c'
export const SECONDARY = '#616b7a'
export const ROSE = '#aa296c'
export const TINT = '#ffe5ee'
export const SAND = '#fbf7f1'
export const SAND_2 = '#f5eee3'
export const SAND_3 = '#e8dcc9'
const LINE = '#dfe3ea'

/** The sender of a document. Empty texts are left out. */
export interface Sender {
  name: string
  phone: string
  email: string
  website: string
  /** Company, register, tax numbers and address of the seller on one line. */
  identity: string
}

/** A URL without its scheme, as people type it. */
export const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, '')

/** The lines of the sender's contact data that are not empty. */
export const contactLines = ({ phone, email, website }: Sender): string[] =>
  [phone, email, website].filter((line) => line !== '')

/** Draws the rose at (x, y), the upper left corner, `height` points high. Answers its width. */
export function drawRose(pdf: Pdf, x: number, y: number, height: number): number {
  return drawPen(pdf, ROSE_BOX, { x, y, height }, [[ROSE_LINES, ROSE]])
}

/**
 * Draws the rose and the drawn name at (x, y), the upper left corner, `height` points high. The name is written without ink
 * too, for who searches, copies or listens.
 */
export function drawLogo(pdf: Pdf, name: string, x: number, y: number, height: number): void {
  const width = drawPen(pdf, LOGO_BOX, { x, y, height }, [
    [ROSE_LINES, ROSE],
    [WORDMARK, INK],
  ])
  pdf.save().fillOpacity(0).font('bold').fontSize(height)
  pdf.text(name, x, y, { width, height, lineBreak: false }).restore()
}

/** Draws lines of the house's pen, whose room is scaled to a height. Answers the width that they take. */
function drawPen(
  pdf: Pdf,
  box: typeof LOGO_BOX,
  { x, y, height }: { x: number; y: number; height: number },
  strokes: readonly (readonly [lines: string, colour: string])[],
): number {
  const scale = height / box.height
  pdf
    .save()
    .translate(x - box.left * scale, y - box.top * scale)
    .scale(scale)
    .transform(...PEN.matrix)
    .lineWidth(PEN.width)
    .lineCap('round')
    .lineJoin('round')
  for (const [lines, colour] of strokes) pdf.path(lines).stroke(colour)
  pdf.restore()
  return box.width * scale
}

/** The path of an arch: upright sides, a half circle above. Lengths are points. */
export function archPath({ x, y, width, height }: { x: number; y: number; width: number; height: number }): string {
  const round = width / 2
  return `M${x} ${y + round}a${round} ${round} 0 0 1 ${width} 0v${height - round}h${-width}z`
}

/** Draws a line from margin to margin; lengths are points. */
export const drawRule = (pdf: Pdf, y: number, thickness: number): Pdf =>
  pdf
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + widthOf(pdf), y)
    .lineWidth(thickness)
    .strokeColor(LINE)
    .stroke()

/** Draws a QR code of a text, black on white, `width` points wide with its quiet zone. Throws when it is too long. */
export function drawQrCode(pdf: Pdf, text: string, x: number, y: number, width: number): void {
  const { data, size } = encode(text, { border: 3 })
  const dot = width / size
  pdf.roundedRect(x, y, width, width, 8).fill('#ffffff')
  for (const [row, dots] of data.entries())
    for (const [column, isDark] of dots.entries()) if (isDark) pdf.rect(x + column * dot, y + row * dot, dot, dot)
  pdf.fill(INK)
}

/** Draws a picture that fills a box with round corners; lengths are points. */
export function drawRounded(
  pdf: Pdf,
  picture: Buffer,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  pdf.save().roundedRect(x, y, width, height, 12).clip()
  pdf.image(picture, x, y, { cover: [width, height], align: 'center', valign: 'center' }).restore()
}
