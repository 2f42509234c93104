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

/** An order at one side of a change (amounts in dirhams). */
export const correctionSide = record({
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
  subtotal: dirhams,
  discount: dirhams,
  discountPercent: as('discount_percent', z.int()),
  delivery: as('delivery_fee', dirhams),
  collected: as('Amount', dirhams),
  /** The admin's to know. */
  gain: z.optional(dirhams),
})

const preview = { before: correctionSide, after: correctionSide, digest: z.string() }

export const correctionAnswer = z.union([
  record(preview),
  record({
    message: z.string(),
    order: record({ id: as('OrderID', id<OrderId>()), collected: as('Amount', dirhams) }),
  }),
])

export const mergeAnswer = z.union([
  record({
    id: as('OrderID', id<OrderId>()),
    cancelled: id<OrderId>(),
    other: as('cancelled_info', record(recipientFields)),
    ...preview,
  }),
  record({ message: z.string(), id: as('OrderID', id<OrderId>()), cancelled: id<OrderId>() }),
])
