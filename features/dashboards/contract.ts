import * as z from 'zod/mini'
import { ROLES } from '#features/accounts/names.ts'
import { decision } from '#features/buyers/contract.ts'
import { cancelReason, orderStatus, paymentStatus, recipientFields } from '#features/orders/contract.ts'
import { as, dirhams, flag, id, instant, pageOf, record } from '#platform/kernel/codecs.ts'
import type { AccountId, CustomerId, OrderId, OrderLineId, ProductId, WithdrawalId } from '#platform/kernel/ids.ts'
import { HISTORY_KINDS, ORDER_EVENTS, ORDER_ORIGINS, ORDER_TEXT_FIELDS } from './names.ts'

const supplier = z.nullable(
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
})

export type AdminOrder = z.output<typeof adminOrder>

export const adminOrderPage = pageOf(adminOrder)

/** A line of an order at the prices of its day. */
const pricedItem = record({
  id: as('OrderItemID', id<OrderLineId>()),
  productId: as('ProductID', id<ProductId>()),
  quantity: as('Quantity', z.int()),
  name: as('product.Name', z.string()),
  userPrice: as('user_price', dirhams),
  distributorPrice: as('distributeur_price', dirhams),
  /** What the public pays for it. */
  total: dirhams,
})

/** Who did something to an order; null for a visitor, or for the shop itself. */
const doer = z.nullable(z.object({ custom_id: z.string(), name: z.string(), role: z.enum(ROLES) }))

const amountFields = ['delivery', 'collected'] as const

/** A field of an order that was changed. */
const orderChange = z.union([
  z.object({ field: z.enum(amountFields), from: dirhams, to: dirhams }),
  z.object({ field: z.enum(ORDER_TEXT_FIELDS), from: z.nullable(z.string()), to: z.nullable(z.string()) }),
])

/** Something that happened to an order. */
const orderEvent = z.object({
  what: z.enum(ORDER_EVENTS),
  at: instant,
  by: doer,
  changes: z.array(orderChange),
})

export type OrderEvent = z.output<typeof orderEvent>

/** All that there is to know of one order; of a deleted one as well. */
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
  /** The one, not refused, that its gain is in. */
  withdrawal: z.nullable(z.object({ id: id<WithdrawalId>(), amount: dirhams, status: decision })),
  isFlagged: as('flagged', flag),
  /** Other orders of the same phone that are not deleted. */
  ordersOfPhone: as('orders_of_phone', z.int()),
  createdAt: as('created_at', instant),
  updatedAt: as('updated_at', instant),
  deletedAt: as('deleted_at', z.nullable(instant)),
  /** When its pieces left with a courier; null while they never did. */
  leftAt: as('left_at', z.nullable(instant)),
  piecesBackAt: as('pieces_back_at', z.nullable(instant)),
  /** How its parcel came back, or that it never will. */
  returned: z.nullable(
    z.object({
      how: z.enum(['received', 'lost']),
      by: doer,
      note: z.nullable(z.string()),
      intact: z.int(),
      damaged: z.int(),
      missing: z.int(),
    }),
  ),
  history: z.array(orderEvent),
})

export type AdminOrderDetail = z.output<typeof adminOrderDetail>

/** A parcel that should come back: its order was cancelled or deleted while a courier had the pieces. */
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
  leftAt: as('left_at', instant),
  /** When the order was cancelled or deleted. */
  closedAt: as('closed_at', instant),
  isDeleted: as('deleted', flag),
  /** It has been gone for so long that it may be given up. */
  canBeLost: as('losable', flag),
})

export type ExpectedReturn = z.output<typeof expectedReturn>

export const expectedReturnPage = pageOf(expectedReturn)

/** What became of the orders of a period, by city, product or supplier. */
const deliveryRate = z.object({
  /** The city itself; the number of a product or of a supplier. */
  key: z.string(),
  name: z.string(),
  orders: z.int(),
  delivered: z.int(),
  cancelled: z.int(),
  /** At the door: counted among the cancelled. */
  refused: z.int(),
})

export type DeliveryRate = z.output<typeof deliveryRate>

export const deliveryRatePage = pageOf(deliveryRate)

export const allOrders = z.array(
  record({
    id: as('OrderID', id<OrderId>()),
    status: orderStatus,
    payment: as('payment.PaymentStatus', paymentStatus),
    createdAt: as('created_at', instant),
    collected: as('Amount', dirhams),
  }),
)

/** Counts for the admin's cards, and what came in each local day. */
export const orderSummary = z.object({
  total: z.int(),
  paid: z.int(),
  delivered: z.int(),
  cancelled: z.int(),
  awaitingDelivery: z.int(),
  awaitingPayment: z.int(),
  perDay: z.array(z.object({ day: z.string(), orders: z.int(), amount: dirhams })),
})

const waiting = z.object({ count: z.int(), amount: dirhams })

/** What waits for the admin. The products are the first few of those that the count is of. */
export const toDo = z.object({
  /** Waiting for longer than `OLD_ORDER_HOURS`. */
  oldOrders: z.int(),
  /** One of many of one phone within an hour, and still waiting. */
  flaggedOrders: z.int(),
  withdrawals: waiting,
  purchases: waiting,
  /** Parcels that should come back, and what is in them at the distributor's price. */
  returns: waiting,
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

/** A supplier's own row of an order; what a visitor's order tells of the visitor is masked before it gets here. */
export const supplierOrder = record({
  id: as('orderId', id<OrderId>()),
  recipient: as(
    'customer',
    record({
      customerId: as('CustomerID', id<CustomerId>()),
      ...recipientFields,
      name: as('CustomerName', z.string()),
    }),
  ),
  /** For the courier; of an order that was placed with its code, none of the supplier's business. */
  note: z.nullable(z.string()),
  products: z.array(z.object({ name: z.string(), quantity: z.int() })),
  status: orderStatus,
  payment: as('paymentStatus', paymentStatus),
  gain: dirhams,
  collected: as('total', dirhams),
  /** Its gain is in a withdrawal that was not refused. */
  isWithdrawn: as('retraite', flag),
  isEditable: as('editable', flag),
  createdAt: as('created_at', instant),
})

export type SupplierOrder = z.output<typeof supplierOrder>

/** What a supplier's dashboard counts; amounts in dirhams on the wire. */
export const supplierStats = z.object({
  pending: z.int(),
  delivered: z.int(),
  cancelled: z.int(),
  revenue: dirhams,
  gains: dirhams,
  deliveredGains: dirhams,
  withdrawable: dirhams,
  withdrawn: dirhams,
})

export type SupplierStats = z.output<typeof supplierStats>

export const supplierDashboard = z.codec(
  z.object({
    userGain: dirhams,
    retraite: dirhams,
    orders: z.array(supplierOrder),
    stats: supplierStats,
    promo_code: z.nullable(z.string()),
    current_page: z.optional(z.int()),
    last_page: z.optional(z.int()),
    total: z.optional(z.int()),
  }),
  z.object({
    orders: z.array(z.custom<SupplierOrder>()),
    stats: z.custom<SupplierStats>(),
    promoCode: z.nullable(z.string()),
    /** Only when a page was asked for. */
    page: z.optional(z.object({ current: z.int(), last: z.int(), total: z.int() })),
  }),
  {
    decode: ({ orders, stats, promo_code, current_page, last_page, total }) => ({
      orders,
      stats,
      promoCode: promo_code,
      ...(current_page === undefined ? {} : { page: { current: current_page, last: last_page!, total: total! } }),
    }),
    encode: ({ orders, stats, promoCode, page }) => ({
      userGain: stats.deliveredGains,
      retraite: stats.withdrawn,
      orders,
      stats,
      promo_code: promoCode,
      ...(page ? { current_page: page.current, last_page: page.last, total: page.total } : {}),
    }),
  },
)

/** Where a supplier's gains stand, from the order to the bank, and what each local day brought. */
export const supplierGains = z.object({
  pipeline: z.object({
    ordered: dirhams,
    onTheWay: dirhams,
    delivered: dirhams,
    available: dirhams,
    requested: dirhams,
    paid: dirhams,
  }),
  /** Days without an order are left out. */
  perDay: z.array(z.object({ day: z.string(), orders: z.int(), gain: dirhams })),
})

/** Why a gain is what it is: the prices of that day, line by line. */
export const gainExplained = z.object({
  origin: z.enum(['supplier', 'promo']),
  lines: z.array(
    z.object({ name: z.string(), quantity: z.int(), userPrice: dirhams, distributorPrice: dirhams, margin: dirhams }),
  ),
  margin: dirhams,
  discount: dirhams,
  discountPercent: z.int(),
  delivery: dirhams,
  gain: dirhams,
})

/** Something that went in or out of a buyer's stock. A sale is recorded, not decided: it has no status. */
export const historyEntry = record({
  kind: z.enum(HISTORY_KINDS),
  /** Of the purchase, the sale or the withdrawal: unique with its kind. */
  id: id<number>(),
  amount: dirhams,
  status: z.nullable(decision),
  /** Why it was refused. */
  reason: z.nullable(z.string()),
  /** The bank's word for the transfer of an approved withdrawal. */
  reference: z.nullable(z.string()),
  at: as('created_at', instant),
})

export type HistoryEntry = z.output<typeof historyEntry>

export const buyerHistory = z.array(historyEntry)

/** Where a buyer's money stands between the sales and the bank. */
export const buyerBalance = record({
  sold: dirhams,
  /** Can be withdrawn. */
  due: as('withdrawable', dirhams),
  /** Asked for, and not decided. */
  pendingPurchases: as('pending_purchases', dirhams),
  pendingWithdrawals: as('pending_withdrawals', dirhams),
})

export type BuyerBalance = z.output<typeof buyerBalance>

export const buyerHistoryPage = z.extend(pageOf(historyEntry), { balance: buyerBalance })

/** A customer as a row of the admin's list. */
export const customerRow = record({
  id: as('CustomerID', id<CustomerId>()),
  /** Null when a visitor made the record. */
  supplierCustomId: as('SupplierCustomID', z.nullable(z.string())),
  name: as('Name', z.string()),
  phone: as('Phone', z.string()),
  address: as('Address', z.string()),
  createdAt: as('created_at', instant),
})

export type CustomerRow = z.output<typeof customerRow>

export const customerPage = pageOf(customerRow)
