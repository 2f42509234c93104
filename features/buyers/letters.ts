import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { type WrittenLetter, writeLetter } from '#platform/mail/letter.ts'

interface Sender {
  name: string
  publicUrl: string
}

export const approvedSaleLetter = ({ name, amount }: { name: string; amount: Centimes }, shop: Sender): WrittenLetter =>
  writeLetter(
    {
      subject: 'Votre vente est enregistrée',
      greeting: `Bonjour ${name},`,
      paragraphs: ['La vente que vous avez déclarée est enregistrée. Son montant est disponible pour un retrait.'],
      facts: [['Montant', formatDirhams(amount)]],
      action: { label: 'Voir mon stock', url: `${shop.publicUrl}/buyer` },
    },
    shop.name,
  )

export const refusedSaleLetter = (
  { name, amount, reason }: { name: string; amount: Centimes; reason: string },
  shop: Sender,
): WrittenLetter =>
  writeLetter(
    {
      subject: 'Votre vente n’a pas été acceptée',
      greeting: `Bonjour ${name},`,
      paragraphs: ['La vente que vous avez déclarée a été refusée. Votre stock reste tel qu’il était.'],
      facts: [
        ['Montant', formatDirhams(amount)],
        ['Raison', reason],
      ],
      action: { label: 'Nous contacter', url: `${shop.publicUrl}/contact` },
    },
    shop.name,
  )
