/**
 * Subjects of notifications. `audit` is an invariant of the books that does not hold, `retention` the anonymisation of
 * orders beyond their retention period.
 */
export const NOTIFICATION_KINDS = [
  'order',
  'supplier',
  'withdrawal',
  'purchase',
  'sale',
  'sold_out',
  'audit',
  'retention',
] as const

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** Number at which unread notifications are no longer counted: the bell shows 99+. */
export const UNREAD_COUNTED = 100

/** Number of notifications that the bell lists, newest first. */
export const LISTED = 100
