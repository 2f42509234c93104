import { type Centimes, formatDirhams, plus } from '#platform/kernel/money.ts'
import { formatDay, localDay } from '#platform/kernel/time.ts'
import { drawPdf, ensureRoom, MARGIN, type Pdf, widthOf, write } from '#platform/pdf/document.ts'
import { drawLetterhead } from '#platform/pdf/letterhead.ts'
import { INK, type Sender } from '#platform/pdf/style.ts'
import { drawTable } from '#platform/pdf/table.ts'
import type { ExpectedReturn } from '../contract.ts'

const COLUMNS = [
  { title: 'Commande', width: 62, align: 'left' },
  { title: 'Suivi', width: 96, align: 'left' },
  { title: 'Parti le', width: 68, align: 'left' },
  { title: 'Ville', width: 90, align: 'left' },
  { title: 'Pièces', width: 48, align: 'right' },
  { title: 'Valeur', width: 135, align: 'right' },
] as const

/** Draws the letter to a courier that asks for parcels that should have come back. `courier` is its name. */
export function drawReturnClaim(
  courier: string,
  parcels: readonly ExpectedReturn[],
  sender: Sender,
  now: Date,
): Promise<Buffer> {
  const value = plus(...parcels.map((parcel) => parcel.value))
  const today = formatDay(localDay(now))
  return drawPdf({ title: `Retours attendus de ${courier}`, author: sender.name }, async (pdf) => {
    drawLetterhead(pdf, sender, { kind: 'Réclamation', title: courier, detail: `Le ${today}` })
    drawParagraphs(
      pdf,
      'Objet\u00A0: colis qui ne sont pas revenus',
      'Madame, Monsieur,',
      `${lackInWords(parcels.length)}, ou d’en verser la valeur\u00A0: ${formatDirhams(value)}.`,
    )
    await drawTable(pdf, COLUMNS, parcels.map(rowOf))
    drawTotal(pdf, value)
    drawParagraphs(pdf, 'Cordialement,', sender.name)
  })
}

const lackInWords = (count: number): string =>
  count === 1
    ? 'Le colis suivant n’a pas été livré et ne nous est pas revenu. Merci de nous le rendre'
    : `Les ${count} colis suivants n’ont pas été livrés et ne nous sont pas revenus. Merci de nous les rendre`

const rowOf = ({ id, tracking, leftAt, recipient, pieces, value }: ExpectedReturn) => ({
  cells: [
    `n° ${id}`,
    tracking ?? '',
    formatDay(localDay(leftAt)),
    recipient.city,
    String(pieces),
    formatDirhams(value),
  ],
})

function drawParagraphs(pdf: Pdf, ...paragraphs: readonly string[]): void {
  for (const paragraph of paragraphs) {
    ensureRoom(pdf, 40)
    write(pdf, ['regular', 11, INK], paragraph, MARGIN, pdf.y, { width: widthOf(pdf), lineGap: 3 })
    pdf.y += 10
  }
}

function drawTotal(pdf: Pdf, value: Centimes): void {
  ensureRoom(pdf, 40)
  const top = pdf.y + 8
  write(pdf, ['semibold', 11, INK], 'Valeur au prix distributeur', MARGIN, top)
  write(pdf, ['bold', 11, INK], formatDirhams(value), MARGIN, top, { width: widthOf(pdf), align: 'right' })
  pdf.x = MARGIN
  pdf.y = top + 32
}
