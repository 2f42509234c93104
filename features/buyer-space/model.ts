/** Kinds of entries in a buyer's history. */
export const HISTORY_KINDS = ['purchase', 'declaration', 'sale', 'withdrawal'] as const

export type HistoryKind = (typeof HISTORY_KINDS)[number]
