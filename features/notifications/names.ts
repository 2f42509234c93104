/** What a line of the bell is about; `audit` is an invariant of the books that does not hold. */
export const NOTIFICATION_KINDS = ['order', 'supplier', 'withdrawal', 'purchase', 'sold_out', 'audit'] as const

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]
