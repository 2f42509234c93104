import * as z from 'zod/mini'
import type { CustomerId, OrderId, ProductId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { dirhams, id, named, text } from '#platform/kernel/wire.ts'
import {
  type CancelReason,
  MAX_BATCH,
  MAX_LINES,
  MAX_QUANTITY,
  type OrderStatus,
  PAYMENT_NAMES,
  REASON_NAMES,
  type Recipient,
  STATUS_NAMES,
} from './names.ts'

export const orderStatus = named(STATUS_NAMES)

export const paymentStatus = named(PAYMENT_NAMES)

export const cancelReason = named(REASON_NAMES)

const statusInside = z.enum(Object.keys(STATUS_NAMES) as [OrderStatus, ...OrderStatus[]])

const reasonInside = z.enum(Object.keys(REASON_NAMES) as [CancelReason, ...CancelReason[]])

/** Forms send an empty field as it is: none. */
const emailOrNone = z.union([z.literal(''), z.nullable(z.email().check(z.maxLength(200)))])

const recipientInside = { name: z.string(), phone: z.string(), address: z.string(), city: z.string() }

/** A recipient as it is typed; rules decide whether it can be delivered to. */
export const recipientRequest = z.codec(
  z.object({
    Name: text(120),
    Phone: text(40),
    Address: text(300),
    City: text(60),
    Email: z.optional(emailOrNone),
  }),
  z.object({ ...recipientInside, email: z.nullable(z.string()) }),
  {
    decode: ({ Name, Phone, Address, City, Email }) => ({
      name: Name,
      phone: Phone,
      address: Address,
      city: City,
      email: Email || null,
    }),
    encode: ({ name, phone, address, city, email }) => ({
      Name: name,
      Phone: phone,
      Address: address,
      City: city,
      Email: email,
    }),
  },
)

export const customerAnswer = z.object({
  customer: z.codec(
    z.object({
      CustomerID: id<CustomerId>(),
      Name: z.string(),
      Phone: z.string(),
      Address: z.string(),
      City: z.string(),
    }),
    z.object({ id: id<CustomerId>(), ...recipientInside }),
    {
      decode: ({ CustomerID, Name, Phone, Address, City }) => ({
        id: CustomerID,
        name: Name,
        phone: Phone,
        address: Address,
        city: City,
      }),
      encode: ({ id, name, phone, address, city }) => ({
        CustomerID: id,
        Name: name,
        Phone: phone,
        Address: address,
        City: city,
      }),
    },
  ),
})

/** How the text of an answer about this customer begins, and of no other. */
export const startOfAnswer = (id: CustomerId): string => `{"customer":{"CustomerID":${id},`

const orderRequestWire = z
  .object({
    product_ids: z.array(id<ProductId>()).check(z.minLength(1), z.maxLength(MAX_LINES)),
    prices: z.array(dirhams).check(z.minLength(1), z.maxLength(MAX_LINES)),
    priceGain: z.array(dirhams).check(z.minLength(1), z.maxLength(MAX_LINES)),
    quantities: z.array(z.int().check(z.gte(1), z.lte(MAX_QUANTITY))).check(z.minLength(1), z.maxLength(MAX_LINES)),
    customer_id: id<CustomerId>(),
    promo_code: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  })
  .check((context) => {
    const { product_ids, prices, priceGain, quantities } = context.value
    for (const [field, values] of Object.entries({ prices, priceGain, quantities })) {
      if (values.length === product_ids.length) continue
      const message = `The ${field} field must have as many items as product_ids.`
      context.issues.push({ code: 'custom', path: [field], message, input: values })
    }
    product_ids.forEach((product, index) => {
      if (product_ids.indexOf(product) === index) return
      const message = 'The product_ids field must not name a product twice.'
      context.issues.push({ code: 'custom', path: ['product_ids', index], message, input: product })
    })
  })

const centimesInside = z.int() as unknown as z.ZodMiniType<Centimes, Centimes>

/** The parallel arrays of the wire, lines inside. */
export const orderRequest = z.codec(
  orderRequestWire,
  z.object({
    lines: z.array(
      z.object({ productId: id<ProductId>(), quantity: z.int(), price: centimesInside, userPrice: centimesInside }),
    ),
    customerId: id<CustomerId>(),
    promoCode: z.nullable(z.string()),
  }),
  {
    decode: (wire) => ({
      lines: wire.product_ids.map((productId, index) => ({
        productId,
        quantity: wire.quantities[index]!,
        price: wire.prices[index]!,
        userPrice: wire.priceGain[index]!,
      })),
      customerId: wire.customer_id,
      promoCode: wire.promo_code?.trim() || null,
    }),
    encode: (request) => ({
      product_ids: request.lines.map((line) => line.productId),
      prices: request.lines.map((line) => line.price),
      priceGain: request.lines.map((line) => line.userPrice),
      quantities: request.lines.map((line) => line.quantity),
      customer_id: request.customerId,
      promo_code: request.promoCode,
    }),
  },
)

export const orderAnswer = z.object({
  message: z.string(),
  order: z.codec(
    z.object({
      OrderID: id<OrderId>(),
      status: orderStatus,
      subtotal: dirhams,
      discount: dirhams,
      delivery_fee: dirhams,
      total: dirhams,
      amount: z.optional(dirhams),
      gain: z.optional(dirhams),
      tracking: z.optional(z.string()),
    }),
    z.object({
      id: id<OrderId>(),
      status: statusInside,
      subtotal: centimesInside,
      discount: centimesInside,
      delivery: centimesInside,
      total: centimesInside,
      collected: z.optional(centimesInside),
      gain: z.optional(centimesInside),
      tracking: z.optional(z.string()),
    }),
    {
      decode: ({ OrderID, delivery_fee, amount, ...same }) => ({
        ...same,
        id: OrderID,
        delivery: delivery_fee,
        collected: amount,
      }),
      encode: ({ id, delivery, collected, gain, ...same }) => ({
        ...same,
        OrderID: id,
        delivery_fee: delivery,
        ...(collected === undefined ? {} : { amount: collected }),
        ...(gain === undefined ? {} : { gain }),
      }),
    },
  ),
})

/** Whether a promo code is somebody's: that supplier's id, or null. */
export const promoCodeAnswer = z.nullable(z.object({ supplier_id: z.int() }))

/** A move of the admin's; the reason counts for a cancelled order alone. */
export const trackingRequest = z.codec(
  z.object({ CurrentStatus: orderStatus, Reason: z.optional(z.nullable(cancelReason)) }),
  z.object({ status: statusInside, reason: z.nullable(reasonInside) }),
  {
    decode: ({ CurrentStatus, Reason }) => ({ status: CurrentStatus, reason: Reason ?? null }),
    encode: ({ status, reason }) => ({ CurrentStatus: status, Reason: reason }),
  },
)

const orderIds = z.array(id<OrderId>()).check(
  z.minLength(1),
  z.maxLength(MAX_BATCH),
  z.refine((ids) => new Set(ids).size === ids.length, 'The ids field must not name an order twice.'),
)

/** One move of several orders. */
export const bulkTrackingRequest = z.codec(
  z.object({ ids: orderIds, CurrentStatus: orderStatus, Reason: z.optional(z.nullable(cancelReason)) }),
  z.object({ ids: z.array(id<OrderId>()), status: statusInside, reason: z.nullable(reasonInside) }),
  {
    decode: ({ ids, CurrentStatus, Reason }) => ({ ids, status: CurrentStatus, reason: Reason ?? null }),
    encode: ({ ids, status, reason }) => ({ ids, CurrentStatus: status, Reason: reason }),
  },
)

/** What came of it, order by order, in ascending number. */
export const bulkTrackingAnswer = z.object({
  results: z.array(
    z.codec(
      z.object({
        OrderID: id<OrderId>(),
        ok: z.boolean(),
        message: z.optional(z.string()),
        status: z.nullable(orderStatus),
      }),
      z.object({
        id: id<OrderId>(),
        ok: z.boolean(),
        message: z.optional(z.string()),
        status: z.nullable(statusInside),
      }),
      {
        decode: ({ OrderID, ...same }) => ({ id: OrderID, ...same }),
        encode: ({ id, ...same }) => ({ OrderID: id, ...same }),
      },
    ),
  ),
})

export const deliveryNotesRequest = z.object({ ids: orderIds })

/** A line of the cart that a browser keeps. */
export interface CartLine {
  productId: ProductId
  name: string
  /** A path below `/storage/`. */
  image: string
  /** What this person pays a piece: the public price, or a supplier's own. */
  price: Centimes
  userPrice: Centimes
  quantity: number
}

/** A line under the `cart` key of the browser's storage: prices in dirhams there, centimes inside. */
export const cartLine = z.codec(
  z.object({
    productID: id<ProductId>(),
    productName: z.string(),
    productImage: z.string(),
    productPrice: dirhams,
    priceGain: dirhams,
    quantity: z.int().check(z.gte(1), z.lte(MAX_QUANTITY)),
  }),
  z.object({
    productId: id<ProductId>(),
    name: z.string(),
    image: z.string(),
    price: centimesInside,
    userPrice: centimesInside,
    quantity: z.int(),
  }),
  {
    decode: (wire) => ({
      productId: wire.productID,
      name: wire.productName,
      image: wire.productImage,
      price: wire.productPrice,
      userPrice: wire.priceGain,
      quantity: wire.quantity,
    }),
    encode: (line) => ({
      productID: line.productId,
      productName: line.name,
      productImage: line.image,
      productPrice: line.price,
      priceGain: line.userPrice,
      quantity: line.quantity,
    }),
  },
)

/** An order after a change of the admin's: what the list must show anew. */
export const changedOrder = z.object({
  message: z.string(),
  order: z.codec(
    z.object({ OrderID: id<OrderId>(), status: orderStatus, payment: z.object({ PaymentStatus: paymentStatus }) }),
    z.object({
      id: id<OrderId>(),
      status: statusInside,
      payment: z.enum(['pending', 'paid', 'void']),
    }),
    {
      decode: ({ OrderID, status, payment }) => ({ id: OrderID, status, payment: payment.PaymentStatus }),
      encode: ({ id, status, payment }) => ({ OrderID: id, status, payment: { PaymentStatus: payment } }),
    },
  ),
})

/** A supplier's change of where its order goes; the customer is the order's, whatever is named. */
export const orderEditRequest = z.codec(
  z.object({ Name: text(120), Phone: text(40), Address: text(300), City: text(60) }),
  z.object(recipientInside),
  {
    decode: ({ Name, Phone, Address, City }) => ({ name: Name, phone: Phone, address: Address, city: City }),
    encode: ({ name, phone, address, city }) => ({ Name: name, Phone: phone, Address: address, City: city }),
  },
)

/** The whole of such a change as pages send it. */
export const orderEdit = (customerId: CustomerId, recipient: Recipient) => ({
  CustomerID: customerId,
  ...z.encode(orderEditRequest, recipient),
})
