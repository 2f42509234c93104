import { MARGIN, type Pdf, widthOf, write } from './document.ts'
import { contactLines, drawLogo, INK, ROSE, SECONDARY, type Sender } from './style.ts'

/** Points. */
const GAP = 24
const LOGO = 28

/** Draws the sender on the left and the document's kind and title on the right. Leaves the pen below both. */
export function drawLetterhead(
  pdf: Pdf,
  sender: Sender,
  { kind, title, detail }: { kind: string; title: string; detail: string },
): void {
  const half = widthOf(pdf) / 2
  const top = pdf.y
  drawLogo(pdf, sender.name, MARGIN, top, LOGO)
  write(
    pdf,
    ['regular', 10, SECONDARY],
    [...contactLines(sender), sender.identity].filter((line) => line !== '').join('\n'),
    MARGIN,
    top + LOGO + 8,
    { width: half, lineGap: 2 },
  )
  const left = pdf.y
  const right = { width: half, align: 'right' } as const
  pdf.font('semibold').fontSize(13).fillColor(ROSE)
  pdf.text(kind, MARGIN + half, top + 2, right)
  write(pdf, ['bold', 18, INK], title, right)
  write(pdf, ['regular', 10, SECONDARY], detail, right)
  pdf.x = MARGIN
  pdf.y = Math.max(left, pdf.y) + GAP
}
