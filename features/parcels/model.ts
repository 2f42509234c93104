// Names and constants for pages, apart from the schemas of `contract.ts`, which bring their library with them.

/** Where a parcel is, with the words of the screens. */
export const PARCEL_STATE_NAMES = {
  prepared: 'préparé',
  handed: 'remis au livreur',
  in_network: 'en route',
  out: 'en livraison',
  no_answer: 'pas de réponse',
  postponed: 'reporté',
  wrong_number: 'mauvais numéro',
  out_of_zone: 'hors zone',
  delivered: 'livré',
  refused: 'refusé',
  returning: 'en retour',
  back: 'retour reçu',
  lost: 'perdu',
} as const

export type ParcelState = keyof typeof PARCEL_STATE_NAMES

export const PARCEL_STATES = Object.keys(PARCEL_STATE_NAMES) as readonly ParcelState[]

/** States that a courier's word may stand for. `prepared` is before the courier; only a hand finds a parcel back or gives it up. */
export const COURIER_STATES = [
  'handed',
  'in_network',
  'out',
  'no_answer',
  'postponed',
  'wrong_number',
  'out_of_zone',
  'delivered',
  'refused',
  'returning',
] as const satisfies readonly ParcelState[]

export type CourierState = (typeof COURIER_STATES)[number]

/** How an event of a parcel came about. */
const PARCEL_SOURCES = ['order', 'admin', 'import', 'scan', 'agent', 'customer'] as const

export type ParcelSource = (typeof PARCEL_SOURCES)[number]

/** Parcels of one list, at most. */
export const MAX_PARCELS_OF_LIST = 200

/** Letters of a tracking number, at most. */
export const MAX_TRACKING = 60

/** Fields of an order that a column of a courier's file may hold. */
export const FILE_FIELDS = {
  number: 'Notre numéro',
  tracking: 'Numéro de suivi',
  name: 'Nom du destinataire',
  phone: 'Téléphone',
  city: 'Ville',
  address: 'Adresse',
  amount: 'Montant à encaisser',
  products: 'Produits',
  pieces: 'Nombre de pièces',
  note: 'Note pour le livreur',
  opening: 'Ouverture autorisée',
  exchange: 'Échange',
  fixed: 'Texte fixe',
  empty: 'Laisser vide',
} as const

export type FileField = keyof typeof FILE_FIELDS

/** Fields without which no courier can deliver. */
export const REQUIRED_FILE_FIELDS = [
  'name',
  'phone',
  'city',
  'address',
  'amount',
] as const satisfies readonly FileField[]

/** A column of a courier's file: its heading, and the field in it. */
export interface FileColumn {
  heading: string
  field: FileField
  /** The way of writing the field: `+212`, `number` for cities, `whole` or `,` for amounts, the answers of yes and no, the fixed text. */
  as?: string | undefined
}

/** Letters of a courier's name, and of one of its words, at most. */
export const MAX_COURIER_NAME = 60
export const MAX_WORD = 100

/** Stands in a courier's tracking address where the number goes. */
export const TRACKING_PLACE = '{tracking}'

/** The number of a list of parcels: its year, and its place in it. */
export const handoverNumber = ({ year, nth }: { year: number; nth: number }): string =>
  `BR-${year}-${String(nth).padStart(4, '0')}`

/** Columns of a courier's file, at most. */
export const MAX_COLUMNS = 60

/** Hours without any event after which a parcel that is on its way counts as silent. */
export const SILENT_HOURS = 48

/** Letters of a note on a parcel, at most. */
export const MAX_PARCEL_NOTE = 300
