// Names that pages need without the schemas of `contract.ts`, which bring their library with them.

/** What the owner may change without a restart, as the screen names it. */
export const SETTING_LABELS = {
  phone: 'Téléphone',
  email: 'Adresse e-mail',
  instagram: 'Instagram',
  chatNumber: 'Numéro WhatsApp',
  chatGreeting: 'Message de départ',
  videoUrl: 'Vidéo de l’accueil',
  socialUrl: 'Facebook',
  microblogUrl: 'X',
  agencyName: 'Agence web',
  agencyUrl: 'Site de l’agence',
  cndpNumber: 'Numéro CNDP',
  deliveryText: 'Frais et paiement',
  deliveryDelay: 'Délai de livraison',
  adminSecondFactor: 'Double authentification des administrateurs',
  maxPieces: 'Pièces par ligne',
  maxGuestTotal: 'Montant d’une commande de visiteur',
} as const

export type SettingName = keyof typeof SETTING_LABELS

export const SETTING_NAMES = Object.keys(SETTING_LABELS) as readonly SettingName[]

/** Every admin is asked for a second factor, or each decides. */
export const SECOND_FACTOR_CHOICES = ['required', 'offered'] as const

export type AllSettings = Readonly<Record<SettingName, string>>

/** What every page may be told. Texts that are empty are left out of the pages. */
export type Settings = Omit<AllSettings, 'adminSecondFactor'>
