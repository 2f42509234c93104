import { formatDirhams } from '#platform/kernel/money.ts'
import { localDay } from '#platform/kernel/time.ts'
import { drawPdf, MARGIN, type Pdf } from '#platform/pdf/document.ts'
import { CATEGORIES, type Product, TAB_NAMES } from './contract.ts'

const INK = '#18202c'
const SECONDARY = '#616b7a'
const ROSE = '#aa296c'
const LINE = '#dfe3ea'
const PRICE_WIDTH = 110

/** Today's catalogue at public prices, category by category: name, first sentence, price. */
export function drawCatalogue(products: readonly Product[], shopName: string, now: Date): Promise<Buffer> {
  return drawPdf({ title: `Catalogue ${shopName}`, author: shopName }, (pdf) => {
    pdf.font('bold').fontSize(26).fillColor(INK).text(`Catalogue ${shopName}`)
    const [year, month, day] = localDay(now).split('-')
    pdf
      .font('regular')
      .fontSize(11)
      .fillColor(SECONDARY)
      .text(`Prix au ${day}/${month}/${year}. Paiement en espèces à la réception.`)
    for (const category of CATEGORIES) {
      const listed = products.filter((product) => product.category === category)
      if (listed.length === 0) continue
      keepTogether(pdf, 110)
      pdf.moveDown(1.5).font('bold').fontSize(16).fillColor(ROSE).text(TAB_NAMES[category]).moveDown(0.4)
      for (const product of listed) drawProduct(pdf, product)
    }
  })
}

function drawProduct(pdf: Pdf, product: Product): void {
  const width = pdf.page.width - 2 * MARGIN
  const textWidth = width - PRICE_WIDTH - 16
  const lead = firstSentence(product.description)
  const height =
    pdf.font('semibold').fontSize(11.5).heightOfString(product.name, { width: textWidth }) +
    pdf.font('regular').fontSize(9.5).heightOfString(lead, { width: textWidth }) +
    20
  keepTogether(pdf, height)
  const top = pdf.y + 8
  pdf
    .font('bold')
    .fontSize(11.5)
    .fillColor(INK)
    .text(product.stock > 0 ? formatDirhams(product.userPrice) : 'Épuisé', MARGIN + width - PRICE_WIDTH, top, {
      width: PRICE_WIDTH,
      align: 'right',
    })
  pdf.font('semibold').fontSize(11.5).fillColor(INK).text(product.name, MARGIN, top, { width: textWidth })
  pdf.font('regular').fontSize(9.5).fillColor(SECONDARY).text(lead, { width: textWidth })
  const bottom = pdf.y + 6
  pdf
    .moveTo(MARGIN, bottom)
    .lineTo(MARGIN + width, bottom)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke()
  pdf.x = MARGIN
  pdf.y = bottom
}

/** Starts a new page when what comes next would be cut by the end of this one. */
function keepTogether(pdf: Pdf, height: number): void {
  if (pdf.y + height > pdf.page.height - MARGIN) pdf.addPage()
}

const firstSentence = (text: string): string => /^[^\n]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text.split('\n', 1)[0]!
