/**
 * What a line of the bell is about; `audit` is an invariant of the books that does not hold, `retention` what became of
 * orders that are older than the books are kept.
 */
export const NOTIFICATION_KINDS = [
  'order',
  'supplier',
  'withdrawal',
  'purchase',
  'sold_out',
  'audit',
  'retention',
] as const

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** From so many unread lines on, the rest is not counted: the bell says 99+. */
export const UNREAD_COUNTED = 100
