import type { SettingName } from '#features/settings/model.ts'

/**
 * Settings of the demo shop, so that its pages show their places: an invented seller with numbers of noughts, and
 * the hours of a shop that has entered none.
 */
export const SELLER = {
  sellerCompany: 'Rosalia SARL (exemple)',
  sellerRc: '00000 Casablanca',
  sellerIce: '000000000000000',
  sellerAddress: '12, rue des Roses, Maârif, Casablanca',
  openingHours: ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche']
    .map((day) => `${day} 09:00-20:30`)
    .join('; '),
} as const satisfies Partial<Record<SettingName, string>>
