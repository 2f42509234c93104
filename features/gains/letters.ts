import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { type WrittenLetter, writeLetter } from '#platform/mail/letter.ts'

/** Somebody ordered with the supplier's code. Nothing in it says who. */
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
