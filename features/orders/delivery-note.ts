import { type Centimes, formatDirhams, minus, plus, times, ZERO } from '#platform/kernel/money.ts'
import { readablePhone } from '#platform/kernel/readable-phone.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import { drawPdf, ensureRoom, MARGIN, type Pdf, widthOf, write } from '#platform/pdf/document.ts'
import { drawLetterhead } from '#platform/pdf/letterhead.ts'
import { drawRule, INK, SAND_2, SECONDARY, type Sender } from '#platform/pdf/style.ts'
import type { PaymentStatus, Recipient } from './model.ts'

/** The paper for the courier: the amounts that the customer pays, none that the shop or a supplier earns. In centimes. */
export interface DeliveryNote {
  id: number
  createdAt: Date
  recipient: Recipient
  /** The customer's words for the courier. */
  note: string | null
  lines: readonly { name: string; quantity: number; userPrice: Centimes }[]
  discount: Centimes
  delivery: Centimes
  collected: Centimes
  payment: PaymentStatus
}

/** Points. */
const GAP = 24
const CELL = 5
const COLUMNS = { quantity: 56, price: 92, total: 96 }

/**
 * Draws delivery notes on A4, each from a page of its own. A first page lists the requested orders without a note
 * (`without`).
 */
export function drawDeliveryNotes(
  notes: readonly DeliveryNote[],
  without: readonly number[],
  sender: Sender,
): Promise<Buffer> {
  const title = notes.length === 1 ? `Bon de livraison ${notes[0]!.id}` : 'Bons de livraison'
  const pages: { id: number; first: number }[] = []
  const footer = (page: number, count: number): string | null => {
    const nth = pages.findLastIndex(({ first }) => first <= page)
    if (nth === -1) return null
    const { id, first } = pages[nth]!
    const end = pages[nth + 1]?.first ?? count
    return `Commande ${id} · page ${page - first + 1} sur ${end - first}`
  }
  return drawPdf({ title, author: sender.name, footer }, (pdf) => {
    if (without.length > 0) drawWithout(pdf, without, sender)
    for (const [nth, note] of notes.entries()) {
      if (nth > 0 || without.length > 0) pdf.addPage()
      const { start, count } = pdf.bufferedPageRange()
      pages.push({ id: note.id, first: start + count - 1 })
      drawNote(pdf, note, sender)
    }
  })
}

function drawWithout(pdf: Pdf, without: readonly number[], sender: Sender): void {
  const [title, sentence] =
    without.length === 1
      ? ['Une commande sans bon', 'Annulée ou supprimée, elle ne se livre pas\u00A0:']
      : [`${without.length} commandes sans bon`, 'Annulées ou supprimées, elles ne se livrent pas\u00A0:']
  drawLetterhead(pdf, sender, { kind: 'Bons de livraison', title, detail: 'Cette page n’est pas pour le livreur.' })
  write(pdf, ['regular', 12, SECONDARY], sentence)
  write(pdf, ['bold', 16, INK], without.join(', '))
}

function drawNote(pdf: Pdf, note: DeliveryNote, sender: Sender): void {
  const detail = `Passée le ${formatMinute(note.createdAt)}`
  drawLetterhead(pdf, sender, { kind: 'Bon de livraison', title: `Commande ${note.id}`, detail })
  drawRecipient(pdf, note)
  drawLines(pdf, note)
  drawSums(pdf, note)
  drawEnd(pdf, note)
}

function drawRecipient(pdf: Pdf, { recipient: { name, phone, address, city }, note }: DeliveryNote): void {
  const width = widthOf(pdf)
  const inner = { width: width - 2 * 18 }
  const texts = [
    ['regular', 10, SECONDARY, 'Destinataire'],
    ['bold', 20, INK, name],
    ['bold', 20, INK, readablePhone(phone)],
    ['regular', 14, INK, address],
    ['bold', 16, INK, city],
    ...(note === null ? [] : ([['regular', 12, INK, `Note\u00A0: ${note}`]] as const)),
  ] as const
  const height =
    texts.reduce(
      (sum, [font, size, , text]) => sum + pdf.font(font).fontSize(size).heightOfString(text, inner) + 3,
      0,
    ) +
    2 * 14
  const top = pdf.y
  pdf.roundedRect(MARGIN, top, width, height, 10).lineWidth(1.25).strokeColor(INK).stroke()
  pdf.y = top + 14
  for (const [font, size, colour, text] of texts) {
    write(pdf, [font, size, colour], text, MARGIN + 18, pdf.y, inner)
    pdf.y += 3
  }
  pdf.x = MARGIN
  pdf.y = top + height + GAP
}

function drawLines(pdf: Pdf, { lines }: DeliveryNote): void {
  drawRow(pdf, ['Produit', 'Quantité', 'Prix unitaire', 'Montant'], 'semibold', 9.5, SECONDARY)
  for (const { name, quantity, userPrice } of lines)
    drawRow(
      pdf,
      [name, `${quantity}`, formatDirhams(userPrice), formatDirhams(times(userPrice, quantity))],
      'regular',
      11,
      INK,
    )
}

type NoteRow = readonly [product: string, quantity: string, price: string, total: string]

function drawRow(
  pdf: Pdf,
  [product, quantity, price, total]: NoteRow,
  font: string,
  size: number,
  colour: string,
): void {
  const width = widthOf(pdf)
  const productWidth = width - COLUMNS.quantity - COLUMNS.price - COLUMNS.total
  pdf.font(font).fontSize(size)
  const height = pdf.heightOfString(product, { width: productWidth }) + 2 * CELL
  ensureRoom(pdf, height)
  const top = pdf.y + CELL
  pdf.fillColor(colour).text(product, MARGIN, top, { width: productWidth })
  let left = MARGIN + productWidth
  for (const [text, column] of [
    [quantity, COLUMNS.quantity],
    [price, COLUMNS.price],
    [total, COLUMNS.total],
  ] as const) {
    pdf.text(text, left, top, { width: column, align: 'right' })
    left += column
  }
  pdf.x = MARGIN
  pdf.y = top - CELL + height
  drawRule(pdf, pdf.y, 0.5)
}

function drawSums(pdf: Pdf, { lines, discount, delivery, collected, payment }: DeliveryNote): void {
  const sums: [string, string][] = [
    ['Produits', formatDirhams(plus(...lines.map(({ userPrice, quantity }) => times(userPrice, quantity))))],
    ...(discount > 0 ? ([['Remise', formatDirhams(minus(ZERO, discount))]] as [string, string][]) : []),
    ['Livraison', formatDirhams(delivery)],
  ]
  const boxHeight = 58
  ensureRoom(pdf, sums.length * 18 + 12 + boxHeight)
  const width = widthOf(pdf)
  const half = width / 2
  pdf.y += 10
  pdf.font('regular').fontSize(11).fillColor(INK)
  for (const [label, amount] of sums) {
    const top = pdf.y
    pdf.text(label, MARGIN + half, top, { width: half / 2 })
    pdf.text(amount, MARGIN + half + half / 2, top, { width: half / 2, align: 'right' })
    pdf.y = top + 18
  }
  const top = pdf.y + 4
  pdf.roundedRect(MARGIN, top, width, boxHeight, 10).fill(SAND_2)
  pdf.font('semibold').fontSize(16).fillColor(INK)
  pdf.text(payment === 'paid' ? 'Montant payé' : 'À encaisser', MARGIN + 18, top + 20, { width: half })
  pdf.font('bold').fontSize(28)
  pdf.text(formatDirhams(collected), MARGIN + width / 3, top + 12, { width: (2 * width) / 3 - 18, align: 'right' })
  pdf.x = MARGIN
  pdf.y = top + boxHeight + GAP
}

function drawEnd(pdf: Pdf, { payment }: DeliveryNote): void {
  const height = 84
  ensureRoom(pdf, height)
  const width = widthOf(pdf)
  const half = width / 2
  const top = pdf.y
  pdf.font('semibold').fontSize(11).fillColor(INK)
  pdf.text('Paiement à la livraison', MARGIN, top, { width: half - GAP })
  pdf.font('regular').fontSize(10).fillColor(SECONDARY)
  pdf.text(
    payment === 'paid'
      ? 'Cette commande a été payée en espèces à la réception.'
      : 'En espèces, à la réception du colis. Vérifiez le contenu avec le livreur avant de signer.',
    { width: half - GAP, lineGap: 2 },
  )
  pdf
    .roundedRect(MARGIN + half, top, half, height, 10)
    .lineWidth(0.75)
    .strokeColor(SECONDARY)
    .stroke()
  pdf.text('Reçu le, signature du client', MARGIN + half + 12, top + 10, { width: half - 24 })
  pdf.x = MARGIN
  pdf.y = top + height
}
