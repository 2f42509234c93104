import type { OrderStatus } from '#features/orders/model.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { PARCEL_STATE_NAMES, type ParcelState } from './model.ts'

const RANKS: Readonly<Record<ParcelState, number>> = {
  prepared: 0,
  handed: 1,
  in_network: 2,
  out: 3,
  no_answer: 3,
  postponed: 3,
  wrong_number: 3,
  out_of_zone: 3,
  refused: 4,
  returning: 5,
  delivered: 6,
  back: 7,
  lost: 7,
}

/** States in which a courier's file moves a parcel no more. */
const FINAL: readonly ParcelState[] = ['delivered', 'back', 'lost']

/** How a courier's word stands to the state of a parcel. */
export type Step = 'same' | 'forward' | 'ask' | 'backward'

/**
 * Judges a step that a courier's file would take. States only go forward, and within one attempt of delivery they may change. A
 * refusal that became a delivery is true sometimes: a person ticks it. Delivered parcels, received and lost ones stay as they are.
 */
export function stepOf(before: ParcelState, after: ParcelState): Step {
  if (before === after) return 'same'
  if (FINAL.includes(before)) return 'backward'
  if (after === 'delivered' && RANKS[before] >= RANKS.refused) return 'ask'
  return RANKS[after] >= RANKS[before] ? 'forward' : 'backward'
}

/** What becomes of a parcel's row: a state that it comes into, none any more, or nothing. */
export type Following = ParcelState | 'off the list' | 'as it is'

interface Moved {
  /** The parcel's state; null for an order without a parcel. */
  parcel: ParcelState | null
  to: OrderStatus
  wasOutside: boolean
}

/**
 * The parcel of an order that was moved. The order's status is a person's word, so the parcel follows it; a parcel that is in a
 * state of that status already stays in it.
 */
export function followStatus({ parcel, to, wasOutside }: Moved): Following {
  switch (to) {
    case 'pending':
      return parcel === null ? 'as it is' : 'off the list'
    case 'assigned':
      return parcel === null || parcel === 'prepared' ? 'as it is' : 'off the list'
    case 'in_transit':
      return parcel === null || parcel === 'prepared' ? 'handed' : 'as it is'
    case 'delivered':
      return parcel === 'delivered' ? 'as it is' : 'delivered'
    case 'cancelled':
      return leave(parcel, wasOutside)
  }
}

/**
 * The parcel of an order that is cancelled or deleted: on its way back while its pieces are outside, off its list before they
 * left, whatever a courier's file says. One that came back or was lost stays so.
 */
export function leave(parcel: ParcelState | null, wasOutside: boolean): Following {
  if (wasOutside) return parcel === 'returning' ? 'as it is' : 'returning'
  return parcel === null || parcel === 'back' || parcel === 'lost' ? 'as it is' : 'off the list'
}

/**
 * Refuses (409) to cancel an order whose parcel came into another state since the page showed it: couriers take refusals
 * back. One that is refused or on its way back is cancelled all the same.
 */
export function mustBeKnown({ state, stateAt }: { state: ParcelState; stateAt: Date }, lastChange: Date): void {
  if (stateAt <= lastChange || state === 'refused' || state === 'returning') return
  const now = `«\u00A0${PARCEL_STATE_NAMES[state]}\u00A0»`
  throw new Refusal(
    'conflict',
    'parcel_moved',
    `Le colis est maintenant ${now}\u00A0: vérifiez-le avant d’annuler la commande.`,
  )
}
