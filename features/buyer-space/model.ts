/** What a buyer's history is made of. */
export const HISTORY_KINDS = ['purchase', 'sale', 'withdrawal'] as const

export type HistoryKind = (typeof HISTORY_KINDS)[number]
