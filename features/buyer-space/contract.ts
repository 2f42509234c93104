import * as z from 'zod/mini'
import { decision } from '#features/buyers/contract.ts'
import { as, dirhams, id, instant, pageOf, record } from '#platform/kernel/codecs.ts'
import { HISTORY_KINDS } from './model.ts'

/** Something that went in or out of a buyer's stock. A sale is recorded, not decided: it has no status. */
export const historyEntry = record({
  kind: z.enum(HISTORY_KINDS),
  /** Of the purchase, the sale or the withdrawal: unique with its kind. */
  id: id<number>(),
  amount: dirhams,
  status: z.nullable(decision),
  /** Why it was refused. */
  reason: z.nullable(z.string()),
  /** The bank's word for the transfer of an approved withdrawal. */
  reference: z.nullable(z.string()),
  at: as('created_at', instant),
})

export type HistoryEntry = z.output<typeof historyEntry>

export const buyerHistory = z.array(historyEntry)

/** Where a buyer's money stands between the sales and the bank. */
export const buyerBalance = record({
  sold: dirhams,
  /** Can be withdrawn. */
  due: as('withdrawable', dirhams),
  /** Asked for, and not decided. */
  pendingPurchases: as('pending_purchases', dirhams),
  pendingWithdrawals: as('pending_withdrawals', dirhams),
})

export type BuyerBalance = z.output<typeof buyerBalance>

export const buyerHistoryPage = z.extend(pageOf(historyEntry), { balance: buyerBalance })
