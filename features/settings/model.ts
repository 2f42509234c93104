// Names that pages need without the schemas of `contract.ts`, which bring their library with them.

/** Settings that the owner may change without a restart, with the screen's names for them. */
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
  bankHolder: 'Titulaire du compte',
  bankName: 'Banque',
  bankRib: 'RIB de la boutique',
} as const

export type SettingName = keyof typeof SETTING_LABELS

export const SETTING_NAMES = Object.keys(SETTING_LABELS) as readonly SettingName[]

/** Policy on second factors: every admin must have one, or each decides. */
export const SECOND_FACTOR_CHOICES = ['required', 'offered'] as const

export type AllSettings = Readonly<Record<SettingName, string>>

/** Settings that no page carries: what admins alone decide, and the account that only who owes money is told. */
export const CLOSED_SETTINGS = ['adminSecondFactor', 'bankHolder', 'bankName', 'bankRib'] as const

/** Settings that pages may carry; they leave empty texts out. */
export type Settings = Omit<AllSettings, (typeof CLOSED_SETTINGS)[number]>

/** Defaults of the settings that no variable of the environment gives. */
export const BUILT_IN_SETTINGS = {
  adminSecondFactor: 'offered',
  bankHolder: '',
  bankName: '',
  bankRib: '',
} as const satisfies Partial<AllSettings>
