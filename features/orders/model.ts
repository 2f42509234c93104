import type { CustomerId, OrderId, OrderLineId, ProductId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'

// Names and constants for pages, apart from the schemas of `contract.ts`, which bring their library with them.

export const MAX_LINES = 50

export const MAX_QUANTITY = 1000

/** Letters of a recipient's address, at most. */
export const MAX_ADDRESS = 300

/** Letters of a customer's note for the courier, at most. */
export const MAX_NOTE = 200

/** Letters of a note of the staff on an order, at most. */
export const MAX_STAFF_NOTE = 500

/** Letters of a note of staff about a customer, at most. */
export const MAX_CUSTOMER_NOTE = 500

export const STATUS_NAMES = {
  pending: 'en attente',
  assigned: 'attribué',
  in_transit: 'en transit',
  delivered: 'livré',
  cancelled: 'annulé',
} as const

export type OrderStatus = keyof typeof STATUS_NAMES

export const ORDER_STATUSES = Object.keys(STATUS_NAMES) as readonly OrderStatus[]

/** Moving an order to a status, changing its recipient, deleting it. */
export type OrderAction = OrderStatus | 'edit' | 'delete'

/**
 * The whole rule of who may do what to an order in which status. A supplier may to the orders that it placed itself. Moving an
 * order to its present status changes nothing.
 */
export const ORDER_MOVES: Readonly<
  Record<'admin' | 'supplier', Readonly<Record<OrderStatus, readonly OrderAction[]>>>
> = {
  admin: {
    pending: [...ORDER_STATUSES, 'delete'],
    assigned: ORDER_STATUSES,
    in_transit: ORDER_STATUSES,
    delivered: [],
    cancelled: [],
  },
  supplier: {
    pending: ['edit', 'delete'],
    assigned: ['edit', 'delete'],
    in_transit: ['edit', 'delete'],
    delivered: [],
    cancelled: ['delete'],
  },
}

export const PAYMENT_NAMES = { pending: 'en attente', paid: 'payé', void: 'annulé' } as const

/** As people read them: a payment that the wire calls *annulé* is *No Payé* to them. */
export const READ_PAYMENTS = { ...PAYMENT_NAMES, void: 'No Payé' } as const

export type PaymentStatus = keyof typeof PAYMENT_NAMES

export const REASON_NAMES = {
  wrong_number: 'faux numéro',
  changed_mind: 'changement d’avis',
  out_of_stock: 'rupture',
  refused: 'refusé à la livraison',
  unreachable: 'injoignable',
  address: 'adresse',
  duplicate: 'doublon',
  other: 'autre',
} as const

export type CancelReason = keyof typeof REASON_NAMES

/** The person who gets the parcel. */
export interface Recipient {
  name: string
  phone: string
  address: string
  city: string
}

/** A line as the browser sends it: its prices are compared with today's, never believed. */
export interface RequestedLine {
  productId: ProductId
  quantity: number
  price: Centimes
  userPrice: Centimes
}

export interface OrderRequest {
  lines: readonly RequestedLine[]
  customerId: CustomerId
  /** The proof that a visitor's record is its own; null from callers without it. */
  customerKey: string | null
  promoCode: string | null
  /** For the courier. */
  note: string | null
  /** The total that the page showed; null from callers that send none. */
  total: Centimes | null
}

/** The wire's name of a field of a line, for refusals about it. */
export const lineField = (field: 'productId' | 'quantity' | 'price' | 'userPrice', index: number): string =>
  `${{ productId: 'product_ids', quantity: 'quantities', price: 'prices', userPrice: 'priceGain' }[field]}.${index}`

/** The wire's name of a field of a corrected line. */
export const correctedLineField = (field: 'productId' | 'quantity', index: number): string =>
  `lines.${index}.${{ productId: 'ProductID', quantity: 'quantity' }[field]}`

export const PROMO_FIELD = 'promo_code'

export const TOTAL_FIELD = 'total'

export const CUSTOMER_FIELD = 'customer_id'

export const CITY_FIELD = 'City'

export const PHONE_FIELD = 'Phone'

/** The answer to whoever ordered, in centimes. `collected` and `gain` are for suppliers alone. */
export interface PlacedOrder {
  id: OrderId
  status: OrderStatus
  subtotal: Centimes
  discount: Centimes
  delivery: Centimes
  total: Centimes
  collected?: Centimes | undefined
  gain?: Centimes | undefined
  /** The address of a page on which anybody who has it can follow the order. */
  tracking?: string | undefined
  /** The letters by which a visitor confirms the order on WhatsApp. */
  code?: string | undefined
}

/** The address of an order's page for its customer, up to the token. */
export const TRACKING_PATH = '/suivi/'

/** The wire's names of a recipient's fields, for refusals about them. */
export const RECIPIENT_FIELDS = { name: 'Name', phone: 'Phone', city: 'City', address: 'Address' } as const

/** Orders that one call moves or prints, at most. */
export const MAX_BATCH = 100

/** An order as a page shows it: whoever moves it decided by that. */
export interface ShownOrder {
  id: OrderId
  status: OrderStatus
  /** When the order, its calls or its parcel had changed last; null where the page does not know. */
  lastChange: Date | null
}

/** The result of changing one order of several. */
export interface OrderResult {
  id: OrderId
  ok: boolean
  /** The reason for not changing it, in French. */
  message?: string | undefined
  /** The present status; null when there is no such order. */
  status: OrderStatus | null
}

/** The count of a line's pieces after a return. They add up to the quantity that left. */
export interface PieceCounts {
  intact: number
  damaged: number
  missing: number
}

/** The count of one line of an order. */
export interface CountedPieces extends PieceCounts {
  lineId: OrderLineId
}

/** A line of an order whose parcel is counted. */
export interface LineToCount {
  id: OrderLineId
  productId: ProductId
  name: string
  quantity: number
}

/** The wire's name of the counts, for refusals about them. */
export const COUNTS_FIELD = 'lines'

/** Letters of the reason for giving a parcel up, at most. */
export const MAX_LOSS_NOTE = 300

/** Figures of the shop for everybody, from its delivered orders; null below what is worth showing. */
export interface ShopFigures {
  /** Delivered orders, rounded down. */
  delivered: number | null
  /** Cities of the list that they went to. */
  cities: number | null
  /** Full years since the first of them was placed. */
  years: number | null
}
