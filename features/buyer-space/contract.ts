import * as z from 'zod/mini'
import { decision } from '#features/buyers/contract.ts'
import { as, dirhams, id, instant, pageOf, record } from '#platform/kernel/codecs.ts'
import type { PurchaseId } from '#platform/kernel/ids.ts'
import { HISTORY_KINDS } from './model.ts'

/**
 * A purchase, sale, withdrawal or declared sale of a buyer. A sale is recorded, not decided: it has no status. A declared
 * sale that was approved is a sale.
 */
const historyEntry = record({
  kind: z.enum(HISTORY_KINDS),
  /** Unique with its kind: each kind counts for itself. */
  id: id<number>(),
  amount: dirhams,
  status: z.nullable(decision),
  /** The admin's reason for refusing it. */
  reason: z.nullable(z.string()),
  /** The bank's reference of an approved withdrawal. */
  reference: z.nullable(z.string()),
  /** The buyer's own words about a declared sale, also once it is a sale. */
  note: z.nullable(z.string()),
  at: as('created_at', instant),
})

export type HistoryEntry = z.output<typeof historyEntry>

export const buyerHistory = z.array(historyEntry)

/** A buyer's money on its way from the sales to the bank. */
const buyerBalance = record({
  sold: dirhams,
  /** The sum that can be withdrawn. */
  due: as('withdrawable', dirhams),
  /** Requested, and not decided. */
  pendingPurchases: as('pending_purchases', dirhams),
  pendingWithdrawals: as('pending_withdrawals', dirhams),
  pendingSales: as('pending_sales', dirhams),
  /** The part of the stock left that it can declare as sold. */
  declarable: dirhams,
  /** The end of the RIB that is paid to. */
  rib: z.nullable(z.string()),
})

export type BuyerBalance = z.output<typeof buyerBalance>

export const buyerHistoryPage = z.extend(pageOf(historyEntry), { balance: buyerBalance })

/** A buyer's debts: its purchases that wait, and the shop's bank account; null until the owner has written it. */
export const toPay = z.object({
  account: z.nullable(z.object({ holder: z.string(), bank: z.string(), rib: z.string() })),
  purchases: z.array(z.object({ id: id<PurchaseId>(), amount: dirhams })),
})

export type ToPay = z.output<typeof toPay>
