import type { CancelReason, OrderStatus } from '#features/orders/model.ts'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'

/** How far an order is, for screens: what the axes of its way come to. It is never stored, and lists filter by each axis. */
export type Stage =
  | 'to_confirm'
  | 'postponed'
  | 'unreachable'
  | 'wrong_number'
  | 'confirmed'
  | 'to_ship'
  | 'handed'
  | 'on_the_way'
  | 'out'
  | 'to_chase'
  | 'refused'
  | 'delivered'
  | 'paid'
  | 'unpaid'
  | 'coming_back'
  | 'back'
  | 'lost'
  | 'cancelled'

/** An order for whoever has its link: no address, and nothing of what anybody earns. */
export interface TrackedOrder {
  id: OrderId
  placedAt: Date
  /** The same in words, on the clocks of Casablanca. */
  placed: string
  status: OrderStatus
  /** True once the customer or staff has confirmed it. */
  isConfirmed: boolean
  /** When it last moved, in words. */
  since: string
  cancelReason: CancelReason | null
  /** The order that took this one up; null once that is cancelled too. Its link stays its own: phones are not proved. */
  mergedInto: OrderId | null
  isPaid: boolean
  /** The picture is the product's of today; null once the product is deleted. */
  lines: readonly { productId: ProductId; name: string; image: string | null; quantity: number }[]
  /** The sum that the courier collects, in centimes. */
  collected: Centimes
  /** Null for an order placed without the record's key: whoever guessed the record's number learns nothing. */
  recipient: {
    firstName: string
    /** Masked. */
    phone: string
    city: string
  } | null
  /** Its parcel, once a courier has it or had it. */
  parcel: {
    stage: Stage
    /** The courier's name and page about it; null where there is none. */
    courier: string | null
    trackingAddress: string | null
    /** The day that the customer wishes for, in words. */
    wish: string | null
    /** Days that she may wish for; none once no courier will bring it. */
    days: readonly { day: string; words: string }[]
  } | null
  /** The dates of its arrival, in words; null while none can be named, for an order that is over or has no recipient here. */
  expected: string | null
}
