/** What becomes of a row of a tariff, in the words of the preview. */
export const TARIFF_VERDICTS = {
  added: 'sera ajoutée',
  changed: 'sera modifiée',
  same: 'déjà ainsi',
  other_city: 'pas une de vos villes',
  twice: 'cette ville est deux fois dans le tableau',
  amount: 'un montant ne se lit pas',
} as const

export type TariffVerdict = keyof typeof TARIFF_VERDICTS

/** Columns of a tariff, with their words on the screen. */
export const TARIFF_FIELDS = {
  city: 'Ville',
  number: 'Son numéro pour la ville',
  delivered: 'Frais livré',
  refused: 'Frais refusé',
  returned: 'Frais de retour',
  delay: 'Délai',
} as const

export type TariffField = keyof typeof TARIFF_FIELDS
