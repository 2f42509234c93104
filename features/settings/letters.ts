import { type WrittenLetter, writeLetter } from '#platform/mail/letter.ts'

/** Tells an admin that the account that buyers pay to is another, and by whom. `changes` holds no whole RIB. */
export const bankAccountChangedLetter = (
  { name, by, changes }: { name: string; by: string; changes: readonly string[] },
  shop: { name: string; publicUrl: string },
): WrittenLetter =>
  writeLetter(
    {
      subject: `${shop.name}\u00A0: les coordonnées bancaires ont changé`,
      greeting: `Bonjour ${name},`,
      paragraphs: [
        `${by} vient de changer les coordonnées bancaires de la boutique\u00A0: ${changes.join(', ')}. Les acheteurs y paient leur stock.`,
        'Si ce n’était pas prévu, corrigez-les sans attendre et changez votre mot de passe.',
      ],
      action: { label: 'Voir les réglages', url: `${shop.publicUrl}/reglages` },
    },
    shop.name,
  )
