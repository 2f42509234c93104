import { type Centimes, dh } from '#platform/kernel/money.ts'

// Names and constants that pages need without the schemas of `contract.ts`, which bring their library with them.

/** Decisions on a request, with their wire names: the same for purchases and withdrawals. */
export const DECISION_NAMES = { pending: 'en attente', approved: 'approuvé', refused: 'refusé' } as const

export type Decision = keyof typeof DECISION_NAMES

/** The sums in which stock is bought. */
export const STOCK_AMOUNTS: readonly Centimes[] = [dh(5_000), dh(10_000), dh(15_000), dh(20_000)]

export const AMOUNT_FIELD = 'amount'

export const MAX_SALE_NOTE = 300

export const BUYER_FIELD = 'buyer_id'
