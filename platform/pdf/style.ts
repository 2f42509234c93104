import { encode } from 'uqr'
import { MARGIN, type Pdf, widthOf } from './document.ts'

export const INK = '#18202c'
export const SECONDARY = '#616b7a'
export const ROSE = '#aa296c'
export const TINT = '#fef4f7'
export const TINT_2 = '#ffe5ee'
export const TINT_3 = '#ffcbdf'
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

/** Writes a phone of ten digits as `06 12 34 56 78`, with no-break spaces; any other as it is. */
export const spacedPhone = (phone: string): string =>
  phone.length === 10 ? phone.replace(/\d\d(?!$)/g, '$&\u00A0') : phone

/** A URL without its scheme, as people type it. */
export const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, '')

/** The lines of the sender's contact data that are not empty. */
export const contactLines = ({ phone, email, website }: Sender): string[] =>
  [phone, email, website].filter((line) => line !== '')

const PETAL = 'M0 30C-22 12-24-16 0-40 24-16 22 12 0 30z'
const PETALS = [
  [-52, '#faa7c9'],
  [52, '#c93582'],
  [0, '#ef7eb0'],
] as const

/** Draws the logo's bud of three petals at (x, y), the upper left corner; its box of 116 × 76 is scaled to `height` points. */
export function drawMark(pdf: Pdf, x: number, y: number, height: number): void {
  pdf
    .save()
    .translate(x, y)
    .scale(height / 76)
    .translate(58, 42)
  for (const [angle, colour] of PETALS)
    pdf
      .save()
      .rotate(angle, { origin: [0, 30] })
      .path(PETAL)
      .fill(colour)
      .restore()
  pdf.restore()
}

/** Draws a line from margin to margin; lengths are points. */
export const drawRule = (pdf: Pdf, y: number, thickness: number): Pdf =>
  pdf
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + widthOf(pdf), y)
    .lineWidth(thickness)
    .strokeColor(LINE)
    .stroke()

/** Draws a QR code of an address, black on white, `width` points wide with its quiet zone. Throws when the address is too long. */
export function drawQrCode(pdf: Pdf, address: string, x: number, y: number, width: number): void {
  const { data, size } = encode(address, { border: 3 })
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
  { x, y, width, height, radius }: { x: number; y: number; width: number; height: number; radius: number },
): void {
  pdf.save().roundedRect(x, y, width, height, radius).clip()
  pdf.image(picture, x, y, { cover: [width, height], align: 'center', valign: 'center' }).restore()
}
