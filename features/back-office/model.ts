// Names and constants that pages need without the schemas of `contract.ts`, which bring their library with them.

/** Periods by which the admin filters, in local days that end today. */
export const PERIODS = [7, 15, 30] as const

/** `sort` names a column, with a minus for the largest or newest first. */
export const ORDER_SORTS = ['-created_at', 'created_at', '-Amount', 'Amount'] as const

export type OrderSort = (typeof ORDER_SORTS)[number]

/** How an order came to be. */
export const ORDER_ORIGINS = ['supplier', 'promo', 'direct'] as const

/** What can happen to an order. */
export const ORDER_EVENTS = ['placed', 'moved', 'settled', 'readdressed', 'deleted', 'returned', 'lost'] as const

/** Fields of an order whose changes are told, as the wire spells them. */
export const ORDER_TEXT_FIELDS = ['status', 'reason', 'payment', 'name', 'phone', 'address', 'city'] as const

/** What rates of delivery are counted by. */
export const RATE_KINDS = ['city', 'product', 'supplier'] as const

export type RateKind = (typeof RATE_KINDS)[number]

/** Periods of rates of delivery, in local days that end today. */
export const RATE_PERIODS = [30, 90, 365] as const

/** With a minus, the largest first. */
export const RATE_SORTS = ['-orders', 'orders', '-delivered', 'delivered', '-refused', 'refused', 'name'] as const

export type RateSort = (typeof RATE_SORTS)[number]

/** Of lists whose rows come in no other order than that in which they were made. */
export const DATE_SORTS = ['-created_at', 'created_at'] as const

export type DateSort = (typeof DATE_SORTS)[number]

/** Of lists of requests; `status` has those that wait for a decision first, and then the newest. */
export const REQUEST_SORTS = ['status', ...DATE_SORTS] as const

export type RequestSort = (typeof REQUEST_SORTS)[number]

/** For how long at least an expected parcel has been gone, in days. */
export const RETURN_PERIODS = [7, 15, 30] as const

/** Days that the admin's dashboard draws one by one; today is the last. */
export const SUMMARY_DAYS = 30

/** An order that has waited for longer is old. */
export const OLD_ORDER_HOURS = 48
