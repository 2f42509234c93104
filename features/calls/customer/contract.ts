import * as z from 'zod/mini'
import { cancelReason } from '#features/orders/contract.ts'
import { MAX_ADDRESS } from '#features/orders/model.ts'
import { as, dirhams, id, instant, named, oneLine, orNull, record, text } from '#platform/kernel/codecs.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { ACT_NAMES, MAX_DIGITS } from '../model.ts'

/** The link of an order for its customer, and the conversation in which it is sent. */
export const linkAnswer = z.object({ url: z.string(), whatsapp: z.string() })

/** An order for whoever has the link that was sent to its number. */
export const customerPage = record({
  id: as('OrderID', id<OrderId>()),
  products: z.array(z.object({ name: z.string(), quantity: z.int() })),
  collected: as('amount', dirhams),
  name: as('first_name', z.string()),
  phone: z.string(),
  city: as('City', z.string()),
  address: as('Address', z.string()),
  state: as('contact', z.enum(['open', 'confirmed', 'cancelled'])),
  wishDay: as('wish_day', z.nullable(z.string())),
  days: z.array(z.object({ day: z.string(), words: z.string() })),
  cities: z.array(z.string()),
  tracking: z.string(),
  lastChange: as('updated_at', instant),
  orderChange: as('order_updated_at', instant),
})

/** A customer's answer. The fields besides the first belong to one action each. */
export const customerRequest = record({
  act: as('action', named(ACT_NAMES)),
  /** The last four digits of her phone, by which she may correct the address. */
  digits: as('last4', orNull(z.optional(z.nullable(text(MAX_DIGITS, 0))))),
  address: as('Address', orNull(z.optional(z.nullable(oneLine(MAX_ADDRESS, 0))))),
  city: as('City', orNull(z.optional(z.nullable(oneLine(60, 0))))),
  day: orNull(z.optional(z.nullable(text(10, 0)))),
  reason: as('Reason', orNull(z.optional(z.nullable(cancelReason)))),
  /** Agrees to the total that was shown, when a correction changes it. */
  digest: orNull(z.optional(z.nullable(text(100, 0)))),
  lastChange: as('seen_updated_at', orNull(z.optional(z.nullable(instant)))),
  orderChange: as('seen_order_updated_at', orNull(z.optional(z.nullable(instant)))),
})

export type CustomerRequest = z.output<typeof customerRequest>

/** The shop's answer to it. With a digest nothing is stored yet: the same answer with it agrees to the amount. */
export const customerAnswer = z.object({
  message: z.string(),
  amount: dirhams,
  digest: z.optional(z.string()),
})
