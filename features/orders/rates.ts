import { type Centimes, dh } from '#platform/kernel/money.ts'

/** Delivery fees by city, in centimes, and the percentage that a promo code takes off. */
export interface Rates {
  /** Fees of single cities, by their names in the list of cities. */
  fees: Readonly<Record<string, Centimes>>
  otherFee: Centimes
  discountPercent: number
}

/**
 * Today's rates, in this place alone: pages, letters and settings read them from here. An order stores the rates of its day, so
 * that a change here changes no order that was placed.
 */
export const RATES: Rates = {
  fees: { Casablanca: dh(20) },
  otherFee: dh(35),
  discountPercent: 5,
}
