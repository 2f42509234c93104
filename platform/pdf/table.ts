import { setImmediate as breathe } from 'node:timers/promises'
import { MARGIN, type Pdf } from './document.ts'
import { drawRule, INK, SECONDARY } from './style.ts'

/** Points. */
const ROW = 21
const PADDING = 8

/** A column of a table; its width in points. All widths together are those between the margins. */
export interface PdfColumn {
  title: string
  width: number
  align: 'left' | 'right'
}

export interface PdfRow {
  /** A text for each column; what is too long for its line is cut with an ellipsis. */
  cells: readonly string[]
  colour?: string
}

/** Draws a table, its head again on each page. Yields between two pages, so that other requests do not wait for all of them. */
export async function drawTable(pdf: Pdf, columns: readonly PdfColumn[], rows: readonly PdfRow[]): Promise<void> {
  const head = columns.map(({ title }) => title)
  drawRow(pdf, columns, head, 'semibold', SECONDARY)
  for (const { cells, colour = INK } of rows) {
    if (pdf.y + ROW > pdf.page.height - MARGIN) {
      await breathe()
      pdf.addPage()
      drawRow(pdf, columns, head, 'semibold', SECONDARY)
    }
    drawRow(pdf, columns, cells, 'regular', colour)
  }
}

function drawRow(pdf: Pdf, columns: readonly PdfColumn[], cells: readonly string[], font: string, colour: string) {
  const top = pdf.y
  let x = MARGIN
  pdf.font(font).fontSize(9.5).fillColor(colour)
  for (const [nth, { width, align }] of columns.entries()) {
    const room = align === 'left' ? width - PADDING : width
    pdf.text(cells[nth]!, x, top + 5, { width: room, height: 12, align, ellipsis: true })
    x += width
  }
  pdf.x = MARGIN
  pdf.y = top + ROW
  drawRule(pdf, pdf.y, 0.5)
}
