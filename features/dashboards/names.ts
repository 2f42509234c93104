// Names and constants that pages need without the schemas of `contract.ts`, which bring their library with them.

/** Periods by which the admin filters, in local days that end today. */
export const PERIODS = [7, 15, 30] as const

/** `sort` names a column, with a minus for the largest or newest first. */
export const ORDER_SORTS = ['-created_at', 'created_at', '-Amount', 'Amount'] as const

/** Periods of a supplier's gains, in local days that end today. */
export const GAIN_PERIODS = [7, 30, 90] as const

/** What a buyer's history is made of. */
export const HISTORY_KINDS = ['purchase', 'sale', 'withdrawal'] as const

export type HistoryKind = (typeof HISTORY_KINDS)[number]
