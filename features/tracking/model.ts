import type { OrderStatus } from '#features/orders/model.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'

/** An order for whoever has its link: no address, and nothing of what anybody earns. */
export interface TrackedOrder {
  id: OrderId
  /** Date and time in Casablanca, formatted. */
  placed: string
  status: OrderStatus
  /** Date and time of its last move, formatted. */
  since: string
  isPaid: boolean
  lines: readonly { name: string; quantity: number }[]
  /** The sum that the courier collects, in centimes. */
  collected: Centimes
  /** Null for an order placed without the record's key: whoever guessed the record's number learns nothing. */
  recipient: {
    firstName: string
    /** Masked. */
    phone: string
    city: string
  } | null
}
