import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import type { Letter } from '#platform/mail/letter.ts'

export const approvedLetter = (amount: Centimes, reference: string | null): Letter => ({
  subject: 'Votre retrait est approuvé',
  paragraphs: ['Votre demande de retrait est approuvée et le virement est parti.'],
  facts: [['Montant', formatDirhams(amount)], ...(reference ? [['Référence', reference] as const] : [])],
})

export const refusedLetter = (amount: Centimes, reason: string): Letter => ({
  subject: 'Votre demande de retrait n’a pas été acceptée',
  paragraphs: [
    'Votre demande de retrait a été refusée. La somme reste à vous\u00A0: vous pouvez la demander à nouveau.',
  ],
  facts: [
    ['Montant', formatDirhams(amount)],
    ['Raison', reason],
  ],
  action: { label: 'Nous contacter', path: '/contact' },
})

/** Tells a supplier of an order with its code, and nothing of who ordered. */
export const promoOrderLetter = (
  id: number,
  { code, city, gain }: { code: string; city: string; gain: Centimes },
): Letter => ({
  subject: 'Une commande avec votre code promo',
  paragraphs: [`Un client vient de commander avec votre code ${code}. Le gain est à vous une fois la commande livrée.`],
  facts: [
    ['Commande', String(id)],
    ['Ville', city],
    ['Gain prévu', formatDirhams(gain)],
  ],
  action: { label: 'Voir mes commandes', path: '/dashboard' },
})
