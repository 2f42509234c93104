import type { Letter } from '#platform/mail/letter.ts'

/** Tells an admin that the account that buyers pay to is another, and by whom. `changes` holds no whole RIB. */
export const bankAccountChangedLetter = (shopName: string, by: string, changes: readonly string[]): Letter => ({
  subject: `${shopName}\u00A0: les coordonnées bancaires ont changé`,
  paragraphs: [
    `${by} vient de changer les coordonnées bancaires de la boutique\u00A0: ${changes.join(', ')}. Les acheteurs y paient leur stock.`,
    `Si ce n’était pas prévu, corrigez-les sans attendre\u00A0: quelqu’un connaît le mot de passe de ${by}, qui doit en changer.`,
  ],
  action: { label: 'Voir les réglages', path: '/reglages' },
})
