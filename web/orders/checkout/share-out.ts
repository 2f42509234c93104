import { type Centimes, centimes, plus, times } from '#platform/kernel/money.ts'

/**
 * Rule: an amount is split over parts in proportion to them, to the centime. Each share is rounded down; the centimes that
 * are left go one each to the largest remainders, of equal ones to the earlier part. The shares add up to the amount.
 */
export function shareOut(amount: Centimes, parts: readonly Centimes[]): Centimes[] {
  const sum = plus(...parts) || 1
  const remainders = parts.map((part) => times(part, amount) % sum)
  const shares = parts.map((part, nth) => (times(part, amount) - remainders[nth]!) / sum)
  const left = amount - shares.reduce((taken, share) => taken + share, 0)
  const largest = [...parts.keys()].sort((one, other) => remainders[other]! - remainders[one]!).slice(0, left)
  return shares.map((share, nth) => centimes(share + (largest.includes(nth) ? 1 : 0)))
}
