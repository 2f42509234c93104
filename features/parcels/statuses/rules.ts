import { COURIER_STATES } from '../model.ts'

/** Columns of a courier's file of statuses, with their words on the screen. */
export const STATUS_FIELDS = {
  tracking: 'Numéro de suivi',
  number: 'Notre numéro',
  phone: 'Téléphone',
  amount: 'Montant',
  status: 'Statut',
  date: 'Date du statut',
  until: 'Reporté au',
} as const

export type StatusField = keyof typeof STATUS_FIELDS

/** What becomes of a row, in the words of the preview. */
export const STATUS_VERDICTS = {
  delivers: 'sera marquée livrée',
  moves: 'sera notée',
  left: 'laissée',
  same: 'déjà ainsi',
  ask: 'refusée, puis livrée\u00A0: cochez si c’est vrai',
  unknown_word: 'mot inconnu\u00A0: choisissez son sens, une fois pour toutes',
  always_asked: 'à vérifier\u00A0: ce mot ne dit pas où est le colis entier',
  no_word: 'sans statut',
  backward: 'ignorée\u00A0: le colis est plus loin',
  delivered_before: 'ignorée\u00A0: une commande livrée ne recule pas',
  closed: 'ignorée\u00A0: cette commande est close',
  older: 'ignorée\u00A0: une autre ligne compte',
  twice: 'à vérifier\u00A0: plusieurs lignes pour cette commande',
  no_key: 'introuvable\u00A0: ni suivi, ni numéro, ni téléphone avec montant',
  not_found: 'introuvable',
  shared_phone: 'introuvable\u00A0: téléphone partagé par plusieurs lignes',
  several: 'introuvable\u00A0: plusieurs commandes ont ce téléphone et ce montant',
} as const

export type StatusVerdict = keyof typeof STATUS_VERDICTS

/** Verdicts with which a row is applied. */
export const APPLIED: readonly StatusVerdict[] = ['delivers', 'moves']

/** Verdicts with which a row's word is written down, and its parcel is to be looked at. */
export const HEARD: readonly StatusVerdict[] = ['unknown_word', 'always_asked']

/** Decisions of a person about a row: the state that is true of its parcel, or to leave the row. */
export const DECISIONS = [...COURIER_STATES, 'ignore'] as const

export interface Decision {
  row: number
  state: (typeof DECISIONS)[number]
}

/** Verdicts of rows that belong to no order of this courier. */
export const UNMATCHED: readonly StatusVerdict[] = ['no_key', 'not_found', 'shared_phone', 'several']
