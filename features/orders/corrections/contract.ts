import * as z from 'zod/mini'
import { as, dirhams, id, record, text } from '#platform/kernel/codecs.ts'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { recipientFields, typedRecipient } from '../contract.ts'
import { MAX_LINES, MAX_NOTE, MAX_QUANTITY } from '../model.ts'

const wantedLine = record({
  productId: as('ProductID', id<ProductId>()),
  quantity: z.int().check(z.gte(1), z.lte(MAX_QUANTITY)),
})

/** An order after its correction: its recipient, and, if they change, its lines and the note for the courier. */
const wanted = {
  ...typedRecipient,
  note: z.optional(z.nullable(text(MAX_NOTE, 0))),
  lines: z.optional(z.array(wantedLine).check(z.minLength(1), z.maxLength(MAX_LINES))),
}

const digest = z.optional(z.string().check(z.maxLength(100)))

/** A correction. With a digest it is stored, without one (`?preview=1`) it is looked at. */
export const correctionRequest = record({ ...wanted, digest })

/** The other of two orders that become one. */
export const mergeRequest = record({ other: id<OrderId>(), digest })

/** An order at one side of a change, as agents read it: what the customer is told (amounts in dirhams). */
const agentSideFields = {
  recipient: as('customer_info', record(recipientFields)),
  note: z.nullable(z.string()),
  lines: z.array(
    record({
      productId: as('ProductID', id<ProductId>()),
      name: z.string(),
      quantity: z.int(),
      userPrice: as('user_price', dirhams),
      total: dirhams,
    }),
  ),
  discount: dirhams,
  discountPercent: as('discount_percent', z.int()),
  delivery: as('delivery_fee', dirhams),
  collected: as('Amount', dirhams),
}

export const agentSide = record(agentSideFields)

/** The same as admins read it: a supplier's subtotal is at the distributor's price. */
export const adminSide = record({ ...agentSideFields, subtotal: dirhams, gain: dirhams })

const sidesOf = <Side extends typeof agentSide | typeof adminSide>(side: Side) => ({
  before: side,
  after: side,
  digest: z.string(),
})

const ofAdmins = sidesOf(adminSide)
const ofAgents = sidesOf(agentSide)

export const correctionAnswer = z.union([
  record(ofAdmins),
  record(ofAgents),
  record({
    message: z.string(),
    order: record({ id: as('OrderID', id<OrderId>()), collected: as('Amount', dirhams) }),
  }),
])

const merged = {
  id: as('OrderID', id<OrderId>()),
  cancelled: id<OrderId>(),
  other: as('cancelled_info', record(recipientFields)),
}

export const mergeAnswer = z.union([
  record({ ...merged, ...ofAdmins }),
  record({ ...merged, ...ofAgents }),
  record({ message: z.string(), id: as('OrderID', id<OrderId>()), cancelled: id<OrderId>() }),
])

/** An order as its correction begins. */
export const correctableOrder = record({
  id: as('OrderID', id<OrderId>()),
  /** The account that placed it: products of a supplier's order stay as they are. */
  origin: z.enum(['supplier', 'promo', 'direct']),
  recipient: as('customer_info', record(recipientFields)),
  note: z.nullable(z.string()),
  lines: z.array(
    record({
      productId: as('ProductID', id<ProductId>()),
      name: z.string(),
      image: z.nullable(z.string()),
      quantity: z.int(),
      userPrice: as('user_price', dirhams),
    }),
  ),
  discountPercent: as('discount_percent', z.int()),
  delivery: as('delivery_fee', dirhams),
  collected: as('Amount', dirhams),
})

export type CorrectableOrderShown = z.output<typeof correctableOrder>

/** Products on sale that may be added to an order. */
export const addableProducts = z.array(
  record({
    id: as('ProductID', id<ProductId>()),
    name: as('Name', z.string()),
    image: z.string(),
    userPrice: as('user_price', dirhams),
    stock: as('StockQuantity', z.int()),
  }),
)
