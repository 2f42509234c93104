import { join } from 'node:path'
import sharp from 'sharp'
import type { ProductId } from '#platform/kernel/ids.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { localDay } from '#platform/kernel/time.ts'
import { drawPdf, keepTogether, MARGIN, type Pdf } from '#platform/pdf/document.ts'
import { CATEGORIES, type Product, pictureFile, TAB_NAMES } from './names.ts'

const INK = '#18202c'
const SECONDARY = '#616b7a'
const ROSE = '#aa296c'
const LINE = '#dfe3ea'
const PRICE_WIDTH = 110
/** Points on the page, and the width of the picture that is sharp enough in print at that size. */
const PICTURE = 44
const PICTURE_PIXELS = 160

/** Today's catalogue at public prices, category by category: picture, name, first sentence, price. */
export async function drawCatalogue(
  products: readonly Product[],
  { name: shopName, storageDir }: { name: string; storageDir: string },
  now: Date,
): Promise<Buffer> {
  const pictures = await readPictures(products, storageDir)
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
      for (const product of listed) drawProduct(pdf, product, pictures.get(product.id))
    }
  })
}

/** PDF knows JPEG, not WebP. A picture that cannot be read is left out. */
async function readPictures(products: readonly Product[], storageDir: string): Promise<Map<ProductId, Buffer>> {
  const pictures = new Map<ProductId, Buffer>()
  for (const { id, image } of products) {
    const file = join(storageDir, pictureFile(image, PICTURE_PIXELS, 'webp'))
    const jpeg = await sharp(file)
      .jpeg({ quality: 88 })
      .toBuffer()
      .catch(() => null)
    if (jpeg) pictures.set(id, jpeg)
  }
  return pictures
}

function drawProduct(pdf: Pdf, product: Product, picture: Buffer | undefined): void {
  const width = pdf.page.width - 2 * MARGIN
  const left = MARGIN + PICTURE + 14
  const textWidth = width - PICTURE - 14 - PRICE_WIDTH - 16
  const lead = firstSentence(product.description)
  const height =
    pdf.font('semibold').fontSize(11.5).heightOfString(product.name, { width: textWidth }) +
    pdf.font('regular').fontSize(9.5).heightOfString(lead, { width: textWidth }) +
    20
  keepTogether(pdf, Math.max(height, PICTURE + 16))
  const top = pdf.y + 8
  if (picture) pdf.image(picture, MARGIN, top, { width: PICTURE, height: PICTURE })
  pdf
    .font('bold')
    .fontSize(11.5)
    .fillColor(INK)
    .text(product.stock > 0 ? formatDirhams(product.userPrice) : 'Épuisé', MARGIN + width - PRICE_WIDTH, top + 2, {
      width: PRICE_WIDTH,
      align: 'right',
    })
  pdf
    .font('semibold')
    .fontSize(11.5)
    .fillColor(INK)
    .text(product.name, left, top + 2, { width: textWidth })
  pdf.font('regular').fontSize(9.5).fillColor(SECONDARY).text(lead, { width: textWidth })
  const bottom = Math.max(pdf.y + 6, top + PICTURE + 8)
  pdf
    .moveTo(MARGIN, bottom)
    .lineTo(MARGIN + width, bottom)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke()
  pdf.x = MARGIN
  pdf.y = bottom
}

const firstSentence = (text: string): string => /^[^\n]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text.split('\n', 1)[0]!
