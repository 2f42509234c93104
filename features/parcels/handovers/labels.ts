import { setImmediate as breathe } from 'node:timers/promises'
import type { Recipient } from '#features/orders/model.ts'
import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { readablePhone } from '#platform/kernel/readable-phone.ts'
import { drawCode128 } from '#platform/pdf/code128.ts'
import { drawPdf, type Pdf, type TextStyle, write } from '#platform/pdf/document.ts'
import { drawLogo, drawQrCode, INK, SAND_2, SECONDARY, type Sender } from '#platform/pdf/style.ts'

/** The label of a parcel: what its customer pays, nothing that anybody earns. Centimes. */
export interface Label {
  id: number
  recipient: Recipient
  /** The customer's words to the courier. */
  note: string | null
  collected: Centimes
  pieces: number
}

export const LABEL_FORMATS = ['a6', 'a4'] as const

export type LabelFormat = (typeof LABEL_FORMATS)[number]

/** A list's number and its courier. */
export interface ListHead {
  number: string
  courier: string
}

/** Points. A6 is a quarter of A4. */
const WIDTH = 297.64
const HEIGHT = 420.94
const PAD = 16
const INNER = WIDTH - 2 * PAD
const QR = 74

/** Draws a label a parcel: each on a page of A6, or four on a page of A4. */
export function drawLabels(
  labels: readonly Label[],
  format: LabelFormat,
  list: ListHead,
  sender: Sender,
): Promise<Buffer> {
  const onPage = format === 'a6' ? 1 : 4
  const title = `Étiquettes ${list.number}`
  const size = format === 'a6' ? 'A6' : 'A4'
  return drawPdf({ title, author: sender.name, footer: () => null, size, margin: 0 }, async (pdf) => {
    for (const [nth, label] of labels.entries()) {
      // Other requests are answered between pages.
      if (nth % 4 === 0) await breathe()
      const place = nth % onPage
      if (nth > 0 && place === 0) pdf.addPage()
      if (place === 0 && onPage > 1) drawCuts(pdf)
      drawLabel(pdf, label, { x: (place % 2) * WIDTH, y: Math.floor(place / 2) * HEIGHT }, list, sender)
    }
  })
}

/** Lines to cut along. */
const drawCuts = (pdf: Pdf): Pdf =>
  pdf
    .moveTo(WIDTH, 0)
    .lineTo(WIDTH, 2 * HEIGHT)
    .moveTo(0, HEIGHT)
    .lineTo(2 * WIDTH, HEIGHT)
    .lineWidth(0.5)
    .dash(4, { space: 4 })
    .strokeColor(SECONDARY)
    .stroke()
    .undash()

function drawLabel(pdf: Pdf, label: Label, corner: { x: number; y: number }, list: ListHead, sender: Sender): void {
  const { recipient, note, id, collected, pieces } = label
  const x = corner.x + PAD
  const y = corner.y + PAD
  const right = { width: INNER, align: 'right', lineBreak: false } as const
  drawLogo(pdf, sender.name, x, y, 18)
  write(pdf, ['semibold', 9, INK], list.courier, x, y, right)
  write(pdf, ['regular', 8, SECONDARY], list.number, x, y + 12, right)

  drawCode128(pdf, id, { x, y: y + 34, width: INNER - QR - 16, height: 46 })
  write(pdf, ['bold', 17, INK], `n°\u00A0${id}`, x, y + 86, { lineBreak: false })
  drawQrCode(pdf, String(id), x + INNER - QR + 6, y + 28, QR)

  drawRecipient(pdf, { recipient, note }, x, y + 116)

  const top = corner.y + HEIGHT - PAD - 96
  pdf.roundedRect(x, top, INNER, 50, 8).fill(SAND_2)
  write(pdf, ['semibold', 11, INK], 'À encaisser', x + 12, top + 18, { lineBreak: false })
  write(pdf, ['bold', 22, INK], formatDirhams(collected), x + 12, top + 11, {
    width: INNER - 24,
    align: 'right',
    lineBreak: false,
  })
  write(pdf, ['semibold', 10, INK], 'Ouverture autorisée\u00A0: oui', x, top + 58, { lineBreak: false })
  const count = `${pieces}\u00A0${pieces > 1 ? 'pièces' : 'pièce'}`
  write(pdf, ['regular', 10, INK], count, x, top + 58, right)
  write(pdf, ['regular', 8, SECONDARY], [sender.phone, sender.website].filter(Boolean).join(' · '), x, top + 78, {
    lineBreak: false,
  })
}

/** The recipient, each text in as many lines as there is room for. */
function drawRecipient(
  pdf: Pdf,
  { recipient, note }: { recipient: Recipient; note: string | null },
  x: number,
  top: number,
): void {
  const rows: [style: TextStyle, text: string, lines: number][] = [
    [['bold', 15, INK], recipient.name, 2],
    [['bold', 17, INK], readablePhone(recipient.phone), 1],
    [['bold', 15, INK], recipient.city, 1],
    [['regular', 11, INK], recipient.address, note === null ? 5 : 3],
    ...(note === null ? [] : [[['regular', 9.5, SECONDARY], `Note\u00A0: ${note}`, 3] as [TextStyle, string, number]]),
  ]
  let y = top
  for (const [style, text, lines] of rows) {
    const [font, size] = style
    const line = pdf.font(font).fontSize(size).currentLineHeight(true)
    const needed = Math.min(pdf.heightOfString(text, { width: INNER }), lines * line)
    write(pdf, style, text, x, y, { width: INNER, height: needed + 1, ellipsis: true })
    y += needed + 3
  }
}
