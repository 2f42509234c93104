import { setImmediate as breathe } from 'node:timers/promises'
import { type Centimes, formatDirhams, plus } from '#platform/kernel/money.ts'
import { readablePhone } from '#platform/kernel/readable-phone.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import { drawPdf, ensureRoom, MARGIN, type Pdf, widthOf, write } from '#platform/pdf/document.ts'
import { drawLetterhead } from '#platform/pdf/letterhead.ts'
import { drawRule, INK, SAND_2, SECONDARY, type Sender } from '#platform/pdf/style.ts'
import type { ListHead } from './labels.ts'

/** A parcel on the sheet that the courier signs: what its customer pays, nothing that anybody earns. Centimes. */
interface SheetRow {
  id: number
  name: string
  phone: string
  city: string
  collected: Centimes
  pieces: number
  tracking: string | null
}

/** A list on paper. */
export interface Sheet extends ListHead {
  createdAt: Date
  handedAt: Date | null
  parcels: readonly SheetRow[]
}

/** Points. */
const CELL = 4
const COLUMNS = { nth: 24, id: 52, tracking: 88, city: 92, pieces: 44, amount: 78 }

/** Draws the sheet of a list: its count and sum, each parcel, and room for two signatures. */
export function drawSheet(sheet: Sheet, sender: Sender): Promise<Buffer> {
  const title = `Bordereau ${sheet.number}`
  return drawPdf({ title, author: sender.name }, async (pdf) => {
    const detail =
      sheet.handedAt === null
        ? `Préparé le ${formatMinute(sheet.createdAt)}`
        : `Remis le ${formatMinute(sheet.handedAt)}`
    drawLetterhead(pdf, sender, { kind: 'Bordereau de remise', title: sheet.number, detail })
    drawSums(pdf, sheet)
    // Numbers often come once the courier has the parcels: without them names have the room.
    const tracked = sheet.parcels.some(({ tracking }) => tracking !== null) ? COLUMNS.tracking : 0
    const draw = (row: Row, font: string, colour: string) => drawRow(pdf, row, widthsOf(pdf, tracked), font, colour)
    draw(
      ['', 'N°', tracked > 0 ? 'Suivi' : '', 'Destinataire', 'Ville', 'Pièces', 'À encaisser'],
      'semibold',
      SECONDARY,
    )
    for (const [nth, parcel] of sheet.parcels.entries()) {
      // Other requests are answered in between.
      if (nth % 20 === 0) await breathe()
      const { id, tracking, name, phone, city, pieces, collected } = parcel
      const who = `${name}\n${readablePhone(phone)}`
      draw([`${nth + 1}`, `${id}`, tracking ?? '', who, city, `${pieces}`, formatDirhams(collected)], 'regular', INK)
    }
    drawSignatures(pdf, sheet)
  })
}

function drawSums(pdf: Pdf, { parcels, courier }: Sheet): void {
  const width = widthOf(pdf)
  const top = pdf.y
  const sum = formatDirhams(plus(...parcels.map(({ collected }) => collected)))
  pdf.roundedRect(MARGIN, top, width, 52, 10).fill(SAND_2)
  write(pdf, ['regular', 10, SECONDARY], 'Remis à', MARGIN + 18, top + 9)
  write(pdf, ['bold', 15, INK], courier, MARGIN + 18, top + 24, { lineBreak: false })
  const right = { width: width - 36, align: 'right', lineBreak: false } as const
  const count = `${parcels.length}\u00A0colis, à encaisser`
  write(pdf, ['regular', 10, SECONDARY], count, MARGIN + 18, top + 9, right)
  write(pdf, ['bold', 18, INK], sum, MARGIN + 18, top + 22, right)
  pdf.x = MARGIN
  pdf.y = top + 52 + 16
}

type Row = readonly [
  nth: string,
  id: string,
  tracking: string,
  who: string,
  city: string,
  pieces: string,
  amount: string,
]

function widthsOf(pdf: Pdf, tracking: number): number[] {
  const { nth, id, city, pieces, amount } = COLUMNS
  return [nth, id, tracking, widthOf(pdf) - nth - id - tracking - city - pieces - amount, city, pieces, amount]
}

function drawRow(pdf: Pdf, texts: Row, widths: readonly number[], font: string, colour: string): void {
  pdf.font(font).fontSize(9)
  const inside = (place: number) => ({ width: widths[place]! - 6, align: place >= 5 ? 'right' : 'left' }) as const
  const height =
    Math.max(...texts.map((text, place) => (text === '' ? 0 : pdf.heightOfString(text, inside(place))))) + 2 * CELL
  ensureRoom(pdf, height)
  const top = pdf.y + CELL
  let left = MARGIN
  for (const [place, text] of texts.entries()) {
    if (text !== '') pdf.fillColor(colour).text(text, left, top, inside(place))
    left += widths[place]!
  }
  pdf.x = MARGIN
  pdf.y = top - CELL + height
  drawRule(pdf, pdf.y, 0.5)
}

function drawSignatures(pdf: Pdf, { courier }: Sheet): void {
  const height = 96
  pdf.y += 20
  ensureRoom(pdf, height)
  const top = pdf.y
  const half = (widthOf(pdf) - 16) / 2
  for (const [place, who] of ['Pour la boutique', `Pour ${courier}`].entries()) {
    const left = MARGIN + place * (half + 16)
    pdf.roundedRect(left, top, half, height, 10).lineWidth(0.75).strokeColor(SECONDARY).stroke()
    write(pdf, ['semibold', 10, INK], who, left + 12, top + 10, { width: half - 24 })
    write(pdf, ['regular', 9, SECONDARY], 'Nom, date et signature', left + 12, top + 25, { width: half - 24 })
  }
  pdf.x = MARGIN
  pdf.y = top + height
}
