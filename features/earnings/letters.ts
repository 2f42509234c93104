import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { type WrittenLetter, writeLetter } from '#platform/mail/letter.ts'

interface Sender {
  name: string
  publicUrl: string
}

export const approvedLetter = (
  { name, amount, reference }: { name: string; amount: Centimes; reference: string | null },
  shop: Sender,
): WrittenLetter =>
  writeLetter(
    {
      subject: 'Votre retrait est approuvé',
      greeting: `Bonjour ${name},`,
      paragraphs: ['Votre demande de retrait est approuvée et le virement est parti.'],
      facts: [['Montant', formatDirhams(amount)], ...(reference ? [['Référence', reference] as const] : [])],
    },
    shop.name,
  )

export const refusedLetter = (
  { name, amount, reason }: { name: string; amount: Centimes; reason: string },
  shop: Sender,
): WrittenLetter =>
  writeLetter(
    {
      subject: 'Votre demande de retrait n’a pas été acceptée',
      greeting: `Bonjour ${name},`,
      paragraphs: [
        'Votre demande de retrait a été refusée. La somme reste à vous\u00A0: vous pouvez la demander à nouveau.',
      ],
      facts: [
        ['Montant', formatDirhams(amount)],
        ['Raison', reason],
      ],
      action: { label: 'Nous contacter', url: `${shop.publicUrl}/contact` },
    },
    shop.name,
  )

/** Tells a supplier of an order with its code, and nothing of who ordered. */
export const promoOrderLetter = (
  { name, code, order, city, gain }: { name: string; code: string; order: number; city: string; gain: Centimes },
  shop: { name: string; publicUrl: string },
): WrittenLetter =>
  writeLetter(
    {
      subject: 'Une commande avec votre code promo',
      greeting: `Bonjour ${name},`,
      paragraphs: [
        `Un client vient de commander avec votre code ${code}. Le gain est à vous une fois la commande livrée.`,
      ],
      facts: [
        ['Commande', String(order)],
        ['Ville', city],
        ['Gain prévu', formatDirhams(gain)],
      ],
      action: { label: 'Voir mes commandes', url: `${shop.publicUrl}/dashboard` },
    },
    shop.name,
  )
