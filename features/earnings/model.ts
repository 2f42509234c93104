import type { AccountId } from '#platform/kernel/ids.ts'

// Names and constants for pages, apart from the schemas of `contract.ts`, which bring their library with them.

export const GAIN_FIELD = 'gain'

export const RIB_FIELD = 'RIB'

/** The code at which pages point to the profile, where the RIB is missing. */
export const NO_RIB = 'rib_missing'

/** An invariant of the books that does not hold. */
export interface BrokenInvariant {
  name: string
  /** Accounts whose money it touches; null when it cannot tell. */
  accounts: readonly AccountId[] | null
}

/** The most withdrawals that one call approves. */
export const MAX_WITHDRAWALS = 100

/** The result for each number of a pasted list; `payable` stands where nothing was to be changed yet. */
export const PASTED_VERDICTS = {
  payable: 'à payer',
  paid: 'payée',
  already: 'déjà payée',
  void: 'No Payé',
  undelivered: 'pas livrée',
  unknown: 'inconnue',
  twice: 'en double',
  failed: 'erreur',
} as const

export type PastedVerdict = keyof typeof PASTED_VERDICTS

/** Letters of a pasted list, at most. */
export const MAX_PASTED = 5_000
