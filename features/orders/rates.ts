import { type Centimes, dh } from '#platform/kernel/money.ts'

/** What delivery costs and what a promo code takes off. */
export interface Rates {
  /** By their names in the list of cities: those that cost something else than the rest. */
  fees: Readonly<Record<string, Centimes>>
  otherFee: Centimes
  discountPercent: number
}

/**
 * Today's, in this place alone: pages, letters and settings read them from here. An order keeps those that it was made
 * with, so a line that is changed here changes no order that was placed.
 */
export const RATES: Rates = {
  fees: { Casablanca: dh(20) },
  otherFee: dh(35),
  discountPercent: 5,
}
