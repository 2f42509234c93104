import type { CustomerId, OrderId, OrderLineId, ProductId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'

// Names and constants that pages need without the schemas of `contract.ts`, which bring their library with them.

export const MAX_LINES = 50

export const MAX_QUANTITY = 1000

/** Letters of what a customer tells the courier. */
export const MAX_NOTE = 200

export const STATUS_NAMES = {
  pending: 'en attente',
  assigned: 'attribué',
  in_transit: 'en transit',
  delivered: 'livré',
  cancelled: 'annulé',
} as const

export type OrderStatus = keyof typeof STATUS_NAMES

export const ORDER_STATUSES = Object.keys(STATUS_NAMES) as readonly OrderStatus[]

/** Moving it to a status, changing where it goes, taking it out of every list. */
export type OrderAction = OrderStatus | 'edit' | 'delete'

/**
 * Who may do what to an order in which status: the whole of it. A supplier does it to the orders that it placed itself.
 * Moving an order to the status that it has changes nothing.
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

export type PaymentStatus = keyof typeof PAYMENT_NAMES

export const REASON_NAMES = {
  wrong_number: 'faux numéro',
  changed_mind: 'changement d’avis',
  out_of_stock: 'rupture',
  refused: 'refusé à la livraison',
  unreachable: 'injoignable',
  address: 'adresse',
  other: 'autre',
} as const

export type CancelReason = keyof typeof REASON_NAMES

/** Who gets the parcel. */
export interface Recipient {
  name: string
  phone: string
  address: string
  city: string
}

/** A line as the browser saw it: its prices are compared with today's, never believed. */
export interface RequestedLine {
  productId: ProductId
  quantity: number
  price: Centimes
  userPrice: Centimes
}

export interface OrderRequest {
  lines: readonly RequestedLine[]
  customerId: CustomerId
  /** The proof that a visitor's record is its own; null from callers that do not say it. */
  customerKey: string | null
  promoCode: string | null
  /** For the courier. */
  note: string | null
  /** What the page said that the order costs; null from callers that do not say. */
  total: Centimes | null
}

/** The wire's name of a field of an order's line, for the refusals that are about it. */
export const lineField = (field: 'productId' | 'quantity' | 'price' | 'userPrice', index: number): string =>
  `${{ productId: 'product_ids', quantity: 'quantities', price: 'prices', userPrice: 'priceGain' }[field]}.${index}`

export const PROMO_FIELD = 'promo_code'

export const TOTAL_FIELD = 'total'

export const CUSTOMER_FIELD = 'customer_id'

export const CITY_FIELD = 'City'

export const PHONE_FIELD = 'Phone'

/** What the person who ordered is told. `collected` and `gain` are a supplier's to know. */
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
}

/** Where an order can be followed, before its token. */
export const TRACKING_PATH = '/suivi/'

/** The wire's names of a recipient's fields, under which its refusals come back. */
export const RECIPIENT_FIELDS = { name: 'Name', phone: 'Phone', city: 'City', address: 'Address' } as const

/** How many orders one call changes, or prints. */
export const MAX_BATCH = 100

/** What came of moving one order of several. */
export interface MoveResult {
  id: OrderId
  ok: boolean
  /** Why it was not moved. */
  message?: string | undefined
  /** As it is now; null when there is no such order. */
  status: OrderStatus | null
}

/** How the pieces of a line came back with their parcel. */
export interface PieceCounts {
  intact: number
  damaged: number
  missing: number
}

/** The same, counted of a line. */
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

/** The wire's name of the counts, under which their refusals come back. */
export const COUNTS_FIELD = 'lines'

/** Letters of why a parcel is given up. */
export const MAX_LOSS_NOTE = 300
