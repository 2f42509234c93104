// Names and constants for pages, apart from the schemas of `contract.ts`, which bring their library with them.

/** Results of judging a line of a courier's statement, worst first, with the words of the screens. */
export const VERDICT_NAMES = {
  unreadable: 'montant illisible',
  unknown: 'inconnue',
  twice: 'en double',
  not_delivered: 'pas livrée chez nous',
  already_paid: 'déjà versée',
  not_paid: 'notée No Payé',
  amount_gap: 'écart de montant',
  fee_gap: 'écart de frais',
  correction: 'reprise d’un versement',
  return_fee: 'retour facturé',
  right: 'conforme',
} as const

export type Verdict = keyof typeof VERDICT_NAMES

/** Decisions about a line: it counts; it counts and its difference is claimed; it does not count. */
export const DECISION_NAMES = {
  kept: 'comptée',
  claimed: 'comptée et réclamée',
  dropped: 'écartée',
} as const

export type LineDecision = keyof typeof DECISION_NAMES

/** Kinds of claims against a courier. A gap is of a whole statement, the others are of one order. */
export const CLAIM_NAMES = {
  amount: 'Montant versé trop bas',
  fee: 'Frais trop hauts',
  missing: 'Commande livrée, jamais versée',
  lost: 'Colis perdu',
  gap: 'Somme reçue plus basse que le relevé',
} as const

export type ClaimKind = keyof typeof CLAIM_NAMES

/** Columns of a courier's list, with their words on the screen. */
export const STATEMENT_FIELDS = {
  tracking: 'Suivi',
  reference: 'Notre n°',
  phone: 'Téléphone',
  collected: 'Montant encaissé',
  fee: 'Frais',
  net: 'Net',
} as const

export type StatementField = keyof typeof STATEMENT_FIELDS

/** Letters of a statement's reference and of the numbers in it, and of the reason for a gap, at most. */
export const MAX_REFERENCE = 60
export const MAX_GAP_REASON = 300
/** Letters of a note on a line, at most. */
export const MAX_LINE_NOTE = 200

/** Ages of money that a courier has: the last day of each, in days since the delivery; the last has no end. */
export const AGE_LIMITS = [7, 14, 30] as const

/** Days after which a delivered order of a courier without a rhythm should have been in a statement. */
export const USUAL_SETTLEMENT_DAYS = 14

/** Orders that are claimed by one call, at most. */
export const MAX_CLAIMED_AT_ONCE = 100
