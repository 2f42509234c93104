import { SETTING_LABELS } from '#features/settings/model.ts'

// Names that pages need without the schemas of `contract.ts`, which bring their library with them.

/** Subjects of the journal, with their French names. */
export const SUBJECT_NAMES = {
  order: 'Commande',
  product: 'Produit',
  account: 'Compte',
  customer: 'Client',
  withdrawal: 'Retrait',
  purchase: 'Achat de stock',
  sale: 'Vente de stock',
  declaration: 'Vente déclarée',
  bank_file: 'Fichier pour la banque',
  courier: 'Livreur',
  handover: 'Bordereau',
  statement: 'Relevé d’un livreur',
  claim: 'Réclamation',
  announcement: 'Annonce',
  setting: 'Réglage',
  retention: 'Conservation',
} as const

export type AuditSubject = keyof typeof SUBJECT_NAMES

export const AUDIT_SUBJECTS = Object.keys(SUBJECT_NAMES) as readonly AuditSubject[]

export type AuditValue = string | number | boolean | null

/** A changed column: the database's name and values. */
export interface FieldChange {
  column: string
  before: AuditValue
  after: AuditValue
}

/** Periods by which the journal is filtered: days in Casablanca, today included. */
export const AUDIT_PERIODS = [1, 7, 30] as const

/** Filter value for entries without an actor, which the shop itself wrote. */
export const BY_THE_SHOP = 'boutique'

/** Number of entries, the newest of a filter, in which values are searched for. The exported file searches all. */
export const ENTRIES_SEARCHED = 10_000

/** French names of the columns, and of settings. */
export const COLUMN_NAMES: Readonly<Record<string, string>> = {
  ...SETTING_LABELS,
  status: 'Statut',
  cancel_reason: 'Motif',
  payment: 'Paiement',
  name: 'Nom',
  phone: 'Téléphone',
  address: 'Adresse',
  city: 'Ville',
  note: 'Note pour le livreur',
  staff_note: 'Note',
  call_note: 'Note d’appel',
  parcel_note: 'Note sur le colis',
  line_note: 'Note sur la ligne du relevé',
  state: 'État du colis',
  courier_id: 'Livreur',
  handed_at: 'Remis le',
  tracking_address: 'Page de suivi',
  settles_every_days: 'Verse tous les (jours)',
  file_columns: 'Colonnes de son fichier',
  format_accepted_at: 'Fichier accepté le',
  tolerance: 'Tolérance',
  their_name: 'Son nom pour la ville',
  their_number: 'Son numéro pour la ville',
  fee_delivered: 'Frais livré',
  fee_refused: 'Frais refusé',
  fee_returned: 'Frais de retour',
  word: 'Son mot',
  paid_on: 'Versé le',
  received: 'Reçu',
  accepted_gap: 'Écart accepté',
  gap_reason: 'Raison de l’écart',
  closed_at: 'Clos le',
  removed_at: 'Retiré le',
  row: 'Ligne',
  decision: 'Décision',
  kind: 'Objet',
  due: 'Réclamé',
  sent_at: 'Envoyé le',
  settled_at: 'Réglé le',
  settled_amount: 'Obtenu',
  outcome: 'Résultat de l’appel',
  delivery: 'Livraison',
  collected: 'À encaisser',
  deleted_at: 'Supprimé le',
  pieces_back_at: 'Retour clos le',
  order_id: 'Commande',
  description: 'Description',
  user_price: 'Prix client',
  distributor_price: 'Prix fournisseur',
  category: 'Catégorie',
  image: 'Image',
  benefit: 'Bénéfice',
  usage: 'Conseils d’utilisation',
  highlights: 'À retenir',
  precautions: 'Précautions',
  hidden_at: 'Masqué le',
  quantity: 'Stock',
  role: 'Rôle',
  banned_at: 'Banni le',
  custom_id: 'Identifiant',
  rib: 'RIB',
  reference: 'Référence',
  reason: 'Motif',
  amount: 'Montant',
  withdrawals: 'Retraits',
  audience: 'Pour',
  last_day: 'Jusqu’au',
  title: 'Titre',
  message: 'Message',
  is_active: 'Active',
  personal_data: 'Données personnelles',
  orders: 'Commandes',
  second_factor: 'Double authentification',
}

/** Columns that hold amounts: centimes in the database, dirhams on the wire. */
export const MONEY_COLUMNS: readonly string[] = [
  'user_price',
  'distributor_price',
  'delivery',
  'collected',
  'amount',
  'received',
  'accepted_gap',
  'due',
  'settled_amount',
  'tolerance',
  'fee_delivered',
  'fee_refused',
  'fee_returned',
]
