import type { AccountId } from '#platform/kernel/ids.ts'

// Names and constants that pages need without the schemas of `contract.ts`, which bring their library with them.

export const GAIN_FIELD = 'gain'

export const RIB_FIELD = 'RIB'

/** The code by which a page knows that the way leads over the profile. */
export const NO_RIB = 'rib_missing'

/** An invariant of the books that does not hold. */
export interface BrokenInvariant {
  name: string
  /** Whose money it touches; null when it names nobody. */
  accounts: readonly AccountId[] | null
}
