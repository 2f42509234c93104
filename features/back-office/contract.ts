import * as z from 'zod/mini'
import { ROLES } from '#features/accounts/model.ts'
import { decision } from '#features/buyers/contract.ts'
import { callState, listCountFields, listCounts, orderCalls } from '#features/calls/contract.ts'
import { cancelReason, orderStatus, paymentStatus, recipientFields } from '#features/orders/contract.ts'
import { parcelOfOrder, parcelWithCourier } from '#features/parcels/contract.ts'
import { as, dirhams, flag, id, instant, pageOf, record } from '#platform/kernel/codecs.ts'
import type { AccountId, CustomerId, OrderId, OrderLineId, ProductId, WithdrawalId } from '#platform/kernel/ids.ts'
import { ORDER_EVENTS, ORDER_ORIGINS, ORDER_TEXT_FIELDS } from './model.ts'

export const supplier = z.nullable(
  record({ id: id<AccountId>(), customId: as('custom_id', z.string()), name: z.string(), phone: z.string() }),
)

/** A line of an order, without its prices. */
const item = record({
  id: as('OrderItemID', id<OrderLineId>()),
  quantity: as('Quantity', z.int()),
  name: as('product.Name', z.string()),
})

/** An order as a row of the admin's list. */
export const adminOrder = record({
  id: as('OrderID', id<OrderId>()),
  supplier,
  recipient: as('customer_info', record(recipientFields)),
  payment: as('payment.PaymentStatus', paymentStatus),
  collected: as('payment.Amount', dirhams),
  paidAt: as('payment.PaymentDate', z.nullable(instant)),
  lines: as('order_items', z.array(item)),
  gain: dirhams,
  createdAt: as('created_at', instant),
  updatedAt: as('updated_at', instant),
  status: orderStatus,
  /** Orders of its phone that were refused at the door. */
  refusals: z.int(),
  /** How far its confirmation is; null when nobody has called. */
  confirmation: z.nullable(callState),
  /** Its parcel, once it has left. */
  parcel: z.nullable(parcelOfOrder),
})

export type AdminOrder = z.output<typeof adminOrder>

export const adminOrderPage = pageOf(adminOrder)

/** How many orders wait at each step at which somebody works, counted like the total of a list. */
export const orderCounts = record({
  /** Pending, and not confirmed: those of all lists of calls but the last. */
  toConfirm: as('to_confirm', z.int()),
  toHandOver: as('to_hand_over', z.int()),
  onTheWay: as('on_the_way', z.int()),
  toCollect: as('to_collect', z.int()),
  ...listCountFields,
})

export type OrderCounts = z.output<typeof orderCounts>

/** A line of an order at the prices of its day. */
const pricedItem = record({
  id: as('OrderItemID', id<OrderLineId>()),
  productId: as('ProductID', id<ProductId>()),
  quantity: as('Quantity', z.int()),
  name: as('product.Name', z.string()),
  /** Null once the product has left the shop, its picture with it. */
  image: as('product.image', z.nullable(z.string())),
  userPrice: as('user_price', dirhams),
  distributorPrice: as('distributeur_price', dirhams),
  /** At the public price. */
  total: dirhams,
})

/** The author of an event; null for a visitor, or for the shop itself. */
const actor = z.nullable(z.object({ custom_id: z.string(), name: z.string(), role: z.enum(ROLES) }))

const amountFields = ['delivery', 'collected'] as const

/** A field of an order that was changed. */
const orderChange = z.union([
  z.object({ field: z.enum(amountFields), from: dirhams, to: dirhams }),
  /** Pieces of a product; 0 when it was, or is, not in the order. */
  z.object({ field: z.literal('pieces'), product: z.string(), from: z.int(), to: z.int() }),
  z.object({ field: z.enum(ORDER_TEXT_FIELDS), from: z.nullable(z.string()), to: z.nullable(z.string()) }),
])

/** Something that happened to an order. */
const orderEvent = z.object({
  what: z.enum(ORDER_EVENTS),
  at: instant,
  by: actor,
  changes: z.array(orderChange),
})

export type OrderEvent = z.output<typeof orderEvent>

/** A note of the staff. */
const orderNote = z.object({ id: z.int(), note: z.string(), at: instant, by: actor })

/** Another order of the same phone. */
const orderOfPhone = record({
  id: as('OrderID', id<OrderId>()),
  status: orderStatus,
  collected: as('Amount', dirhams),
  createdAt: as('created_at', instant),
  /** The order that got its products. */
  mergedInto: as('merged_into', z.nullable(id<OrderId>())),
  /** The two may become one. */
  isMergeable: as('mergeable', flag),
})

export type OrderOfPhone = z.output<typeof orderOfPhone>

/** An order with everything about it; a deleted one as well. */
export const adminOrderDetail = record({
  id: as('OrderID', id<OrderId>()),
  status: orderStatus,
  reason: as('Reason', z.nullable(cancelReason)),
  origin: z.enum(ORDER_ORIGINS),
  promoCode: as('promo_code', z.nullable(z.string())),
  supplier,
  recipient: as(
    'customer_info',
    record({
      customerId: as('CustomerID', id<CustomerId>()),
      ...recipientFields,
      email: as('Email', z.nullable(z.string())),
    }),
  ),
  note: z.nullable(z.string()),
  lines: as('order_items', z.array(pricedItem)),
  subtotal: dirhams,
  discount: dirhams,
  discountPercent: as('discount_percent', z.int()),
  delivery: as('delivery_fee', dirhams),
  total: dirhams,
  gain: dirhams,
  payment: as('payment.PaymentStatus', paymentStatus),
  collected: as('payment.Amount', dirhams),
  paidAt: as('payment.PaymentDate', z.nullable(instant)),
  /** The withdrawal, not refused, that its gain is in. */
  withdrawal: z.nullable(z.object({ id: id<WithdrawalId>(), amount: dirhams, status: decision })),
  /** Its gain is due, but cannot be requested before its courier has paid the shop. */
  isGainWaiting: as('gain_waiting', flag),
  isFlagged: as('flagged', flag),
  /** Other orders of the same phone that are not deleted. */
  ordersOfPhone: as('orders_of_phone', z.int()),
  /** The newest ten of them, newest first. */
  others: as('others_of_phone', z.array(orderOfPhone)),
  /** The order that got its products, when two of one person became one. */
  mergedInto: as('merged_into', z.nullable(id<OrderId>())),
  /** Newest first. */
  notes: z.array(orderNote),
  createdAt: as('created_at', instant),
  updatedAt: as('updated_at', instant),
  deletedAt: as('deleted_at', z.nullable(instant)),
  /** The moment when its pieces left with a courier; null before. */
  leftAt: as('left_at', z.nullable(instant)),
  piecesBackAt: as('pieces_back_at', z.nullable(instant)),
  /** The settlement of its parcel: received again, or lost. */
  returned: z.nullable(
    z.object({
      how: z.enum(['received', 'lost']),
      by: actor,
      note: z.nullable(z.string()),
      intact: z.int(),
      damaged: z.int(),
      missing: z.int(),
    }),
  ),
  history: z.array(orderEvent),
  /** Its calls; null once it is deleted. */
  confirmation: z.nullable(orderCalls),
  /** Its parcel, once it is on a list or has left. */
  parcel: z.nullable(parcelWithCourier),
})

export type AdminOrderDetail = z.output<typeof adminOrderDetail>

/** An expected parcel: its order was cancelled or deleted while a courier had the pieces. */
export const expectedReturn = record({
  id: as('OrderID', id<OrderId>()),
  status: orderStatus,
  reason: as('Reason', z.nullable(cancelReason)),
  supplier,
  recipient: as('customer_info', record(recipientFields)),
  lines: as('order_items', z.array(item)),
  pieces: z.int(),
  /** At the distributor's price. */
  value: dirhams,
  /** The courier that has it, and its number there; null when the order was moved by hand. */
  courier: z.nullable(z.string()),
  tracking: z.nullable(z.string()),
  leftAt: as('left_at', instant),
  /** The moment when the order was cancelled or deleted, or else its parcel refused. */
  closedAt: as('closed_at', instant),
  isDeleted: as('deleted', flag),
  /** Gone for so long that it may be declared lost. */
  canBeLost: as('losable', flag),
})

export type ExpectedReturn = z.output<typeof expectedReturn>

export const expectedReturnPage = pageOf(expectedReturn)

/** A parcel to be counted, whose code was scanned. */
export const scannedParcel = record({
  id: as('OrderID', id<OrderId>()),
  name: as('customer_info.Name', z.string()),
  city: as('customer_info.City', z.string()),
  courier: z.nullable(z.string()),
  lines: as('order_items', z.array(item)),
  /** Its order is cancelled or deleted: no reason is needed. */
  isOver: as('closed', flag),
})

export type ScannedParcel = z.output<typeof scannedParcel>

/** The orders of a period by how they ended, of one city, product or supplier. */
const deliveryRate = z.object({
  /** The city itself; the number of a product or of a supplier. */
  key: z.string(),
  name: z.string(),
  orders: z.int(),
  delivered: z.int(),
  cancelled: z.int(),
  /** At the door, or come back: counted among the cancelled. */
  refused: z.int(),
})

export type DeliveryRate = z.output<typeof deliveryRate>

export const deliveryRatePage = pageOf(deliveryRate)

/** What parcels that were not delivered cost, for one city, product or supplier. */
export const failuresAnswer = z.object({
  failures: z.array(
    z.object({
      key: z.string(),
      shipped: z.int(),
      delivered: z.int(),
      refused: z.int(),
      /** Between these, in percent, the share of delivered parcels lies in nineteen of twenty cases. */
      low: z.int(),
      high: z.int(),
      cost: dirhams,
      /** Null while none was delivered. */
      cost_per_delivered: z.nullable(dirhams),
      /** False with too few parcels to say anything. */
      sure: z.boolean(),
    }),
  ),
})

export type Failures = z.output<typeof failuresAnswer>['failures'][number]

export const allOrders = z.array(
  record({
    id: as('OrderID', id<OrderId>()),
    status: orderStatus,
    payment: as('payment.PaymentStatus', paymentStatus),
    createdAt: as('created_at', instant),
    collected: as('Amount', dirhams),
  }),
)

/** The orders of a period: how many, what the courier collects but for cancelled ones, and how they ended. */
const periodFigures = z.object({ orders: z.int(), amount: dirhams, delivered: z.int(), cancelled: z.int() })

export type PeriodFigures = z.output<typeof periodFigures>

/** Counts for the admin's cards, the orders of each day in Casablanca, and those of the period beside the one before it. */
export const orderSummary = z.object({
  total: z.int(),
  paid: z.int(),
  delivered: z.int(),
  cancelled: z.int(),
  awaitingDelivery: z.int(),
  awaitingPayment: z.int(),
  perDay: z.array(z.object({ day: z.string(), orders: z.int(), amount: dirhams })),
  /** The days of `perDay`, and as many before them. */
  last: periodFigures,
  before: periodFigures,
})

/** The products of which most pieces were ordered in the days of the summary, but for cancelled orders. */
export const bestProducts = z.array(
  record({
    id: as('ProductID', id<ProductId>()),
    name: as('Name', z.string()),
    image: z.string(),
    pieces: z.int(),
    orders: z.int(),
  }),
)

/** Requests or parcels that wait for the admin: count and sum. */
export const waiting = z.object({ count: z.int(), amount: dirhams })

/** The work that waits for the admin. `products` are the first few of those that `count` counts. */
export const toDo = z.object({
  /** Pending and not confirmed: somebody calls, and confirms or cancels. */
  pendingOrders: z.int(),
  /** The calls that wait. */
  calls: listCounts,
  /** Pending for longer than `OLD_ORDER_HOURS`. */
  oldOrders: z.int(),
  /** Pending, with a reason to look twice (`OrderFlag`). */
  flaggedOrders: z.int(),
  withdrawals: waiting,
  purchases: waiting,
  declaredSales: waiting,
  /** Expected parcels, and their pieces' value at the distributor's price. */
  returns: waiting,
  /** Couriers' statements that somebody has begun and not closed. */
  openStatements: z.int(),
  /** Parcels on their way that somebody calls about, and those of which nothing was heard for two days. */
  parcels: z.object({ chase: z.int(), silent: z.int() }),
  lowStock: z.object({
    count: z.int(),
    products: z.array(
      record({
        id: as('ProductID', id<ProductId>()),
        name: as('Name', z.string()),
        stock: as('StockQuantity', z.int()),
      }),
    ),
  }),
})

export type ToDo = z.output<typeof toDo>

export const ordersDashboardQuery = z.object({ summary: z.optional(z.literal('1')) })
/** Pieces of each product that were ordered in the last `PACE_DAYS`; those of which none was are missing. */
export const stockPaces = z.array(record({ id: as('ProductID', id<ProductId>()), pieces: as('Quantity', z.int()) }))
