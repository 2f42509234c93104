// Names and constants for pages, apart from the schemas of `contract.ts`, which bring their library with them.

/** Periods by which the admin filters, in local days that end today. */
export const PERIODS = [7, 15, 30] as const

/** `sort` names a column, with a minus for the largest or newest first. */
export const ORDER_SORTS = ['-created_at', 'created_at', '-Amount', 'Amount'] as const

export type OrderSort = (typeof ORDER_SORTS)[number]

/** Origins of orders (`OrderOrigin`). */
export const ORDER_ORIGINS = ['supplier', 'promo', 'direct'] as const

/** Events in an order's history. */
export const ORDER_EVENTS = [
  'placed',
  'moved',
  'settled',
  'readdressed',
  'corrected',
  'noted',
  'called',
  'parcel',
  'deleted',
  'returned',
  'lost',
] as const

/** Text fields in an order's history, as the wire spells them. */
export const ORDER_TEXT_FIELDS = [
  'status',
  'reason',
  'payment',
  'name',
  'phone',
  'address',
  'city',
  'note',
  'outcome',
  'parcel_state',
  'parcel_note',
] as const

/** Groups by which delivery rates are counted. */
export const RATE_KINDS = ['city', 'product', 'supplier'] as const

export type RateKind = (typeof RATE_KINDS)[number]

/** Periods of delivery rates, in local days that end today. */
export const RATE_PERIODS = [30, 90, 365] as const

/** With a minus, the largest first. */
export const RATE_SORTS = ['-orders', 'orders', '-delivered', 'delivered', '-refused', 'refused', 'name'] as const

export type RateSort = (typeof RATE_SORTS)[number]

/** Sort orders of lists that sort by creation alone. */
export const DATE_SORTS = ['-created_at', 'created_at'] as const

export type DateSort = (typeof DATE_SORTS)[number]

/** Sort orders of lists of requests; `status` has undecided ones first, then the newest. */
export const REQUEST_SORTS = ['status', ...DATE_SORTS] as const

export type RequestSort = (typeof REQUEST_SORTS)[number]

/** Filters by the days for which an expected parcel has been gone, at least. */
export const RETURN_PERIODS = [7, 15, 30] as const

/** Days after its refusal from which a parcel should be back, though nobody has cancelled its order. */
export const REFUSED_FOR_DAYS = 15

/** Days in the chart of the admin's dashboard; today is the last. */
export const SUMMARY_DAYS = 30

/** Hours after which a pending order is old. */
export const OLD_ORDER_HOURS = 48

/** Orders on the page of a person: the newest ones. */
export const ORDERS_OF_PERSON = 100

/** Hits of each kind in the search over everything. */
export const FOUND_OF_EACH = 5

/** Days by whose orders the pace of a stock is judged. */
export const PACE_DAYS = 30
