import * as z from 'zod/mini'
import {
  as,
  dirhams,
  id,
  instant,
  named,
  nameOf,
  oneLine,
  orNull,
  record,
  says,
  text,
} from '#platform/kernel/codecs.ts'
import type { AccountId, CustomerId, CustomerNoteId, OrderId, OrderLineId, ProductId } from '#platform/kernel/ids.ts'
import {
  MAX_ADDRESS,
  MAX_BATCH,
  MAX_CUSTOMER_NOTE,
  MAX_LINES,
  MAX_LOSS_NOTE,
  MAX_NOTE,
  MAX_QUANTITY,
  type OrderRequest,
  PAYMENT_NAMES,
  REASON_NAMES,
  type Recipient,
  STATUS_NAMES,
} from './model.ts'

export const orderStatus = named(STATUS_NAMES)

export const paymentStatus = named(PAYMENT_NAMES)

export const cancelReason = named(REASON_NAMES)

/** An empty field of a form means no address. */
const emailOrNone = z.union([z.literal(''), z.nullable(z.email().check(z.maxLength(200)))])

export const typedRecipient = {
  name: as('Name', nameOf(120)),
  /** Copied numbers often come with invisible marks around; `checkRecipient` takes the digits. */
  phone: as('Phone', text(40)),
  address: as('Address', oneLine(MAX_ADDRESS)),
  city: as('City', oneLine(60)),
}

/** A recipient as typed; `checkRecipient` decides on city and phone. */
export const recipientRequest = record({ ...typedRecipient, email: as('Email', orNull(z.optional(emailOrNone))) })

/** The fields of an order's recipient in answers. */
export const recipientFields = {
  name: as('Name', z.string()),
  phone: as('Phone', z.string()),
  address: as('Address', z.string()),
  city: as('City', z.string()),
}

export const customerAnswer = z.object({
  customer: record({ id: as('CustomerID', id<CustomerId>()), ...recipientFields }),
  /** For a visitor alone: the proof that the record is its own. */
  key: z.optional(z.string()),
})

/**
 * The first characters of each stored answer about this customer, and of no other: forgetting a person finds answers by them.
 */
export const customerAnswerPrefix = (id: CustomerId): string => `{"customer":{"CustomerID":${id},`

const orderRequestWire = z
  .object({
    product_ids: z.array(id<ProductId>()).check(z.minLength(1), z.maxLength(MAX_LINES)),
    prices: z.array(dirhams).check(z.minLength(1), z.maxLength(MAX_LINES)),
    priceGain: z.array(dirhams).check(z.minLength(1), z.maxLength(MAX_LINES)),
    quantities: z.array(z.int().check(z.gte(1), z.lte(MAX_QUANTITY))).check(z.minLength(1), z.maxLength(MAX_LINES)),
    customer_id: id<CustomerId>(),
    customer_key: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
    promo_code: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
    note: z.optional(z.nullable(text(MAX_NOTE, 0))),
    total: z.optional(z.nullable(dirhams)),
  })
  .check((context) => {
    const { product_ids, prices, priceGain, quantities } = context.value
    for (const [field, values] of Object.entries({ prices, priceGain, quantities })) {
      if (values.length === product_ids.length) continue
      const message = says('as_many_items', `The ${field} field must have as many items as product_ids.`)
      context.issues.push({ code: 'custom', path: [field], message, input: values })
    }
    product_ids.forEach((product, index) => {
      if (product_ids.indexOf(product) === index) return
      const message = says('named_twice', 'The product_ids field must not name a product twice.')
      context.issues.push({ code: 'custom', path: ['product_ids', index], message, input: product })
    })
  })

/** An order: parallel arrays on the wire, lines inside. Prices in dirhams there, in centimes inside. */
export const orderRequest = z.codec(orderRequestWire, z.custom<OrderRequest>(), {
  decode: (wire) => ({
    lines: wire.product_ids.map((productId, index) => ({
      productId,
      quantity: wire.quantities[index]!,
      price: wire.prices[index]!,
      userPrice: wire.priceGain[index]!,
    })),
    customerId: wire.customer_id,
    customerKey: wire.customer_key || null,
    promoCode: wire.promo_code?.trim() || null,
    note: wire.note || null,
    total: wire.total ?? null,
  }),
  encode: (request) => ({
    product_ids: request.lines.map((line) => line.productId),
    prices: request.lines.map((line) => line.price),
    priceGain: request.lines.map((line) => line.userPrice),
    quantities: request.lines.map((line) => line.quantity),
    customer_id: request.customerId,
    customer_key: request.customerKey,
    promo_code: request.promoCode,
    note: request.note,
    total: request.total,
  }),
})

export const orderAnswer = z.object({
  message: z.string(),
  order: record({
    id: as('OrderID', id<OrderId>()),
    status: orderStatus,
    subtotal: dirhams,
    discount: dirhams,
    delivery: as('delivery_fee', dirhams),
    total: dirhams,
    collected: as('amount', z.optional(dirhams)),
    gain: z.optional(dirhams),
    tracking: z.optional(z.string()),
    code: z.optional(z.string()),
  }),
})

/** The supplier of a promo code and what the code takes off today, in percent; null for an unknown one. */
export const promoCodeAnswer = z.nullable(
  record({
    supplierId: as('supplier_id', id<AccountId>()),
    /** Null for a name that cannot be said. */
    firstName: as('first_name', z.nullable(z.string())),
    percent: z.int(),
  }),
)

const orderMove = {
  status: as('CurrentStatus', orderStatus),
  reason: as('Reason', orNull(z.optional(z.nullable(cancelReason)))),
}

/** The order as the page that moves it showed it. Callers who show nothing move it whatever became of it. */
const shownFields = {
  status: as('CurrentStatus', orderStatus),
  /** When the order, its calls or its parcel had changed last. */
  lastChange: as('seen_updated_at', orNull(z.optional(z.nullable(instant)))),
}

/** An admin's move of one order; the reason is stored of a cancelled one alone. */
export const trackingRequest = record({ ...orderMove, shown: z.optional(record(shownFields)) })

/** Orders of one call, each named once. */
export const orderIds = z.array(id<OrderId>()).check(
  z.minLength(1),
  z.maxLength(MAX_BATCH),
  z.refine(
    (ids) => new Set(ids).size === ids.length,
    says('named_twice', 'The ids field must not name an order twice.'),
  ),
)

/** The orders of a call as the page showed them. */
export const shownOrders = z.optional(
  z.array(record({ id: as('OrderID', id<OrderId>()), ...shownFields })).check(z.maxLength(MAX_BATCH)),
)

/** An admin's move of several orders to one status. */
export const bulkTrackingRequest = record({ ids: orderIds, ...orderMove, shown: shownOrders })

/** The result for each order, in ascending number. */
export const orderResultsAnswer = z.object({
  results: z.array(
    record({
      id: as('OrderID', id<OrderId>()),
      ok: z.boolean(),
      message: z.optional(z.string()),
      status: z.nullable(orderStatus),
    }),
  ),
})

export const deliveryNotesRequest = z.object({ ids: orderIds })

/** A line of the cart in the browser's storage: prices in dirhams there, in centimes inside. */
export const cartLine = record({
  productId: as('productID', id<ProductId>()),
  name: as('productName', z.string()),
  /** A path below `/storage/`. */
  image: as('productImage', z.string()),
  /** The price of a piece for this person: the public one, or the distributor's for a supplier. */
  price: as('productPrice', dirhams),
  userPrice: as('priceGain', dirhams),
  quantity: z.int().check(z.gte(1), z.lte(MAX_QUANTITY)),
})

export type CartLine = z.output<typeof cartLine>

/** The fields of an order that an admin's change may have altered, for the list to show again. */
export const changedOrder = z.object({
  message: z.string(),
  order: record({
    id: as('OrderID', id<OrderId>()),
    status: orderStatus,
    payment: as('payment.PaymentStatus', paymentStatus),
  }),
})

/** A supplier's new recipient for its order. The wire names a customer too, which is ignored: it stays the order's. */
export const orderEditRequest = record({
  ...typedRecipient,
  /** Fields that nobody typed in: they stay as the order has them, whatever staff corrected since the page was read. */
  kept: as('keep', z.optional(z.array(z.enum(['name', 'phone', 'address', 'city'])))),
})

/** An address is one with its city: the street of one town in another is nobody's. */
const KEPT_TOGETHER: readonly (readonly (keyof Recipient)[])[] = [['name'], ['phone'], ['address', 'city']]

/** Encodes such a change as pages send it, with the customer that the wire requires. `before` is what the page showed. */
export const orderEdit = (customerId: CustomerId, recipient: Recipient, before: Recipient) => ({
  CustomerID: customerId,
  ...z.encode(orderEditRequest, {
    ...recipient,
    kept: KEPT_TOGETHER.filter((fields) => fields.every((field) => recipient[field] === before[field])).flat(),
  }),
})

const pieces = z.int().check(z.gte(0), z.lte(MAX_QUANTITY))

/** A returned parcel; without lines, all pieces are there and intact. */
export const returnRequest = record({
  id: as('OrderID', id<OrderId>()),
  counted: as(
    'lines',
    orNull(
      z.optional(
        z.nullable(
          z
            .array(
              record({
                lineId: as('OrderItemID', id<OrderLineId>()),
                intact: pieces,
                damaged: pieces,
                missing: pieces,
              }),
            )
            .check(z.maxLength(MAX_LINES)),
        ),
      ),
    ),
  ),
  /** The reason for cancelling an order that is not cancelled yet. */
  reason: as('Reason', orNull(z.optional(z.nullable(cancelReason)))),
})

/** The stock of each product of a parcel after its return. */
export const returnAnswer = z.object({
  message: z.string(),
  stock: z.array(record({ id: as('ProductID', id<ProductId>()), stock: as('StockQuantity', z.int()) })),
})

export const lossRequest = z.object({ note: text(MAX_LOSS_NOTE) })

/** A note of staff about the person behind a phone. */
export const customerNote = record({
  id: id<CustomerNoteId>(),
  text: z.string(),
  author: z.string(),
  writtenAt: as('created_at', instant),
})

export const customerNoteRequest = z.object({ text: text(MAX_CUSTOMER_NOTE) })
