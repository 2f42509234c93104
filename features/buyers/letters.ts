import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import type { Letter } from '#platform/mail/letter.ts'

export const approvedSaleLetter = (amount: Centimes): Letter => ({
  subject: 'Votre vente est enregistrée',
  paragraphs: ['La vente que vous avez déclarée est enregistrée. Son montant est disponible pour un retrait.'],
  facts: [['Montant', formatDirhams(amount)]],
  action: { label: 'Voir mon stock', path: '/buyer' },
})

export const refusedSaleLetter = (amount: Centimes, reason: string): Letter => ({
  subject: 'Votre vente n’a pas été acceptée',
  paragraphs: ['La vente que vous avez déclarée a été refusée. Votre stock reste tel qu’il était.'],
  facts: [
    ['Montant', formatDirhams(amount)],
    ['Raison', reason],
  ],
  action: { label: 'Nous contacter', path: '/contact' },
})
