import type { Stock } from '#features/buyers/rules.ts'
import type { HistoryEntry } from '#features/dashboards/contract.ts'
import { soldAndDue } from '#features/withdrawals/rules.ts'
import { type Centimes, plus } from '#platform/kernel/money.ts'

/** Whole percents of a stock, which make 100 together; what is there is never shown as nothing. */
export function sharesOf({ totalStock, stockSold }: Stock): { sold: number; left: number } {
  if (totalStock <= 0) return { sold: 0, left: 0 }
  const exact = (100 * stockSold) / totalStock
  const sold = exact > 0 && exact < 100 ? Math.min(99, Math.max(1, Math.round(exact))) : exact
  return { sold, left: 100 - sold }
}

/** Where a buyer's money stands between the sales and the bank, in centimes. */
export interface Balance {
  sold: Centimes
  /** Can be withdrawn. */
  due: Centimes
  /** Purchases and withdrawals that the shop has not decided. */
  pending: { purchases: Centimes; withdrawals: Centimes }
}

export function balanceOf(history: readonly HistoryEntry[]): Balance {
  const sum = (kind: HistoryEntry['kind'], ...statuses: HistoryEntry['status'][]) =>
    plus(...history.filter((each) => each.kind === kind && statuses.includes(each.status)).map(({ amount }) => amount))
  const sold = sum('sale', null)
  return {
    sold,
    due: soldAndDue(sold, sum('withdrawal', 'pending', 'approved')),
    pending: { purchases: sum('purchase', 'pending'), withdrawals: sum('withdrawal', 'pending') },
  }
}
