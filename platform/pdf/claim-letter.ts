import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { formatDay, localDay } from '#platform/kernel/time.ts'
import { drawPdf, ensureRoom, MARGIN, type Pdf, widthOf, write } from './document.ts'
import { drawLetterhead } from './letterhead.ts'
import { INK, type Sender } from './style.ts'
import { drawTable, type PdfColumn, type PdfRow } from './table.ts'

interface ClaimLetter {
  /** The document's. */
  title: string
  courier: string
  /** After *Objet*. */
  about: string
  request: string
  columns: readonly PdfColumn[]
  rows: readonly PdfRow[]
  total: { label: string; amount: Centimes }
  closing?: string
}

/** Draws a letter to a courier that asks for what a table lists: parcels, money. */
export function drawClaimLetter(letter: ClaimLetter, sender: Sender, now: Date): Promise<Buffer> {
  const { title, courier, about, request, columns, rows, total, closing } = letter
  return drawPdf({ title, author: sender.name }, async (pdf) => {
    drawLetterhead(pdf, sender, { kind: 'Réclamation', title: courier, detail: `Le ${formatDay(localDay(now))}` })
    drawParagraphs(pdf, 'semibold', `Objet\u00A0: ${about}`)
    drawParagraphs(pdf, 'regular', 'Madame, Monsieur,', request)
    pdf.y += 6
    await drawTable(pdf, columns, rows)
    drawTotal(pdf, total)
    drawParagraphs(pdf, 'regular', ...(closing ? [closing] : []), 'Cordialement,', sender.name)
  })
}

function drawParagraphs(pdf: Pdf, weight: 'regular' | 'semibold', ...paragraphs: readonly string[]): void {
  for (const paragraph of paragraphs) {
    ensureRoom(pdf, 40)
    write(pdf, [weight, 11, INK], paragraph, MARGIN, pdf.y, { width: widthOf(pdf), lineGap: 3 })
    pdf.y += 10
  }
}

function drawTotal(pdf: Pdf, { label, amount }: ClaimLetter['total']): void {
  ensureRoom(pdf, 40)
  const top = pdf.y + 8
  write(pdf, ['semibold', 11, INK], label, MARGIN, top)
  write(pdf, ['bold', 11, INK], formatDirhams(amount), MARGIN, top, { width: widthOf(pdf), align: 'right' })
  pdf.x = MARGIN
  pdf.y = top + 32
}
