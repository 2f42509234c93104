import { type Centimes, dh } from '#platform/kernel/money.ts'

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
  dmpNumber: 'Numéro DMP',
  onssaNumber: 'Numéro ONSSA',
  deliveryFee: 'Frais de livraison',
  cityFees: 'Frais par ville',
  discountPercent: 'Remise d’un code promo (%)',
  deliveryText: 'Frais et paiement',
  deliveryDelay: 'Délai de livraison',
  adminSecondFactor: 'Double authentification des administrateurs',
  maxPieces: 'Pièces par ligne',
  maxGuestTotal: 'Montant d’une commande de visiteur',
  sellerCompany: 'Raison sociale',
  sellerRc: 'Registre du commerce (RC)',
  sellerIce: 'ICE',
  sellerIf: 'Identifiant fiscal (IF)',
  sellerAddress: 'Adresse du siège',
  openingHours: 'Horaires d’ouverture',
  callScript: 'Texte de l’appel',
  callScriptDarija: 'Texte de l’appel en darija',
  noCallsOnFriday: 'Pause du vendredi',
  triesBeforeUnreachable: 'Essais sans réponse',
  gainsWithdrawable: 'Gains retirables',
  bankHolder: 'Titulaire du compte',
  bankName: 'Banque',
  bankRib: 'RIB de la boutique',
} as const

export type SettingName = keyof typeof SETTING_LABELS

export const SETTING_NAMES = Object.keys(SETTING_LABELS) as readonly SettingName[]

/** The account that buyers pay to: a change asks for the password. */
export const BANK_SETTINGS = ['bankHolder', 'bankName', 'bankRib'] as const satisfies readonly SettingName[]

export type BankSetting = (typeof BANK_SETTINGS)[number]

/** Policy on second factors: every admin must have one, or each decides. */
export const SECOND_FACTOR_CHOICES = ['required', 'offered'] as const

/** Fields of an order that a text of the calls may name: `{prénom}`. */
export const SCRIPT_FIELDS = ['prénom', 'agent', 'boutique', 'produits', 'montant', 'ville'] as const

export type ScriptField = (typeof SCRIPT_FIELDS)[number]

/** The pause of calls on Friday from half past twelve to two. */
export const FRIDAY_CHOICES = ['on', 'off'] as const

/** The moment from which a supplier's gain can be requested: its order is delivered, or its money came. */
export const GAIN_CHOICES = ['delivered', 'paid'] as const

export type GainChoice = (typeof GAIN_CHOICES)[number]

export type AllSettings = Readonly<Record<SettingName, string>>

export const gainChoiceOf = ({ gainsWithdrawable }: Pick<AllSettings, 'gainsWithdrawable'>): GainChoice =>
  gainsWithdrawable === 'paid' ? 'paid' : 'delivered'

/**
 * Settings that no page carries: what admins alone decide, the account for those alone who owe money, the rates,
 * which pages get as figures, and the seller's identity and its licences, which they get in words.
 */
export const CLOSED_SETTINGS = [
  'adminSecondFactor',
  ...BANK_SETTINGS,
  'deliveryFee',
  'cityFees',
  'discountPercent',
  'sellerCompany',
  'sellerRc',
  'sellerIce',
  'sellerIf',
  'sellerAddress',
  'dmpNumber',
  'onssaNumber',
  'callScript',
  'callScriptDarija',
  'noCallsOnFriday',
  'triesBeforeUnreachable',
  'gainsWithdrawable',
] as const

/** Settings that pages carry, as they show them; they leave empty texts out. */
export type Settings = Omit<AllSettings, (typeof CLOSED_SETTINGS)[number]> & {
  /** The seller's identity on one line; empty when none is entered. */
  seller: string
}

/** A fact about the seller, as pages show it: its name in words, and what the owner entered. */
export interface SellerFact {
  name: string
  value: string
}

/** The seller, for the pages that say it in full; facts that are not entered are left out. */
export interface SellerFacts {
  /** Empty while it is not entered, as is the address. */
  company: string
  address: string
  identity: readonly SellerFact[]
  licences: readonly SellerFact[]
}

/** Defaults of the settings that no variable of the environment gives. */
export const BUILT_IN_SETTINGS = {
  adminSecondFactor: 'offered',
  sellerCompany: '',
  sellerRc: '',
  sellerIce: '',
  sellerIf: '',
  sellerAddress: '',
  dmpNumber: '',
  onssaNumber: '',
  openingHours: '',
  callScript:
    'Salam {prénom}, c’est {agent} de {boutique}. Vous avez commandé {produits}\u00A0: {montant} à la livraison, à {ville}. C’est bien ça\u00A0?',
  callScriptDarija:
    'Salam {prénom}, m3ak {agent} men {boutique}. Tlebti {produits}, {montant} f la livraison l {ville}. Wach nsiftoha lik?',
  noCallsOnFriday: 'on',
  triesBeforeUnreachable: '4',
  gainsWithdrawable: 'delivered',
  bankHolder: '',
  bankName: '',
  bankRib: '',
  deliveryFee: '35',
  cityFees: 'Casablanca 20',
  discountPercent: '5',
} as const satisfies Partial<AllSettings>

/** Delivery fees by city, in centimes, and the percentage that a promo code takes off. */
export interface Rates {
  /** Fees of single cities, by their names in the list of cities. */
  fees: Readonly<Record<string, Centimes>>
  otherFee: Centimes
  discountPercent: number
}

/** Today's rates. An order stores the rates of its day, so that a change here changes no order that was placed. */
export const ratesOf = ({
  deliveryFee,
  cityFees,
  discountPercent,
}: Pick<AllSettings, 'deliveryFee' | 'cityFees' | 'discountPercent'>): Rates => ({
  fees: Object.fromEntries(splitCityFees(cityFees).map(([city, fee]) => [city, dh(amountIn(fee))])),
  otherFee: dh(amountIn(deliveryFee)),
  discountPercent: Number(discountPercent),
})

/** Dirhams in a fee as the owner types it, with a comma or a point; not a number for anything else. */
export const amountIn = (fee: string): number =>
  /^\d{1,4}([.,]\d{1,2})?$/.test(fee) ? Number(fee.replace(',', '.')) : Number.NaN

/** Splits `Casablanca 20; Fès 25,50` into pairs of city and fee, as they are typed. */
export const splitCityFees = (text: string): [city: string, fee: string][] =>
  text
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const at = entry.lastIndexOf(' ')
      return [entry.slice(0, Math.max(at, 0)).trim(), entry.slice(at + 1)]
    })

/** Joins pairs of city and fee into the text of the setting. */
export const joinCityFees = (fees: readonly (readonly [city: string, fee: string])[]): string =>
  fees.map(([city, fee]) => `${city} ${fee}`).join('; ')
