import type { Stock } from '#features/buyers/rules.ts'

/** Whole percents of a stock, which make 100 together; what is there is never shown as nothing. */
export function stockPercentages({ totalStock, stockSold }: Stock): { sold: number; left: number } {
  if (totalStock <= 0) return { sold: 0, left: 0 }
  const exact = (100 * stockSold) / totalStock
  const sold = exact > 0 && exact < 100 ? Math.min(99, Math.max(1, Math.round(exact))) : exact
  return { sold, left: 100 - sold }
}
