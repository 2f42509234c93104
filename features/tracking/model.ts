import type { OrderStatus } from '#features/orders/model.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'

/** An order as whoever has its link may see it: nothing that tells where somebody lives or what anybody earns. */
export interface TrackedOrder {
  id: OrderId
  /** Date and time, as they are shown. */
  placed: string
  status: OrderStatus
  /** Since when it has this status. */
  since: string
  isPaid: boolean
  lines: readonly { name: string; quantity: number }[]
  /** What the courier collects. */
  collected: Centimes
  /** Null where the order was placed by a record's number alone: whoever guessed it learns nothing. */
  recipient: {
    firstName: string
    /** Masked. */
    phone: string
    city: string
  } | null
}
