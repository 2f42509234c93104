import * as z from 'zod/mini'
import { ROLES } from '#features/accounts/names.ts'
import { decision } from '#features/buyers/contract.ts'
import { DECISION_NAMES, type Decision } from '#features/buyers/names.ts'
import { cancelReason, orderStatus, paymentStatus } from '#features/orders/contract.ts'
import {
  type CancelReason,
  ORDER_STATUSES,
  type OrderStatus,
  type PaymentStatus,
  REASON_NAMES,
} from '#features/orders/names.ts'
import type { AccountId, CustomerId, OrderId, OrderLineId, ProductId, WithdrawalId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { dirhams, flag, id, instant, pageOf } from '#platform/kernel/wire.ts'
import { HISTORY_KINDS, ORDER_EVENTS, ORDER_ORIGINS, ORDER_TEXT_FIELDS } from './names.ts'

const centimesInside = z.int() as unknown as z.ZodMiniType<Centimes, Centimes>
const statusInside = z.enum(ORDER_STATUSES as readonly [OrderStatus, ...OrderStatus[]])
const paymentInside = z.enum(['pending', 'paid', 'void'] satisfies PaymentStatus[])

const decisionInside = z.enum(Object.keys(DECISION_NAMES) as [Decision, ...Decision[]])

const supplier = z.object({ id: id<AccountId>(), custom_id: z.string(), name: z.string(), phone: z.string() })

/** An order as a row of the admin's list. */
export const adminOrder = z.codec(
  z.object({
    OrderID: id<OrderId>(),
    supplier: z.nullable(supplier),
    customer_info: z.object({ Name: z.string(), Phone: z.string(), Address: z.string(), City: z.string() }),
    payment: z.object({ PaymentStatus: paymentStatus, Amount: dirhams, PaymentDate: z.nullable(instant) }),
    order_items: z.array(
      z.object({ OrderItemID: id<OrderLineId>(), Quantity: z.int(), product: z.object({ Name: z.string() }) }),
    ),
    gain: dirhams,
    created_at: instant,
    updated_at: instant,
    status: orderStatus,
  }),
  z.object({
    id: id<OrderId>(),
    supplier: z.nullable(z.object({ id: id<AccountId>(), customId: z.string(), name: z.string(), phone: z.string() })),
    recipient: z.object({ name: z.string(), phone: z.string(), address: z.string(), city: z.string() }),
    payment: paymentInside,
    collected: centimesInside,
    paidAt: z.nullable(z.date()),
    lines: z.array(z.object({ id: id<OrderLineId>(), quantity: z.int(), name: z.string() })),
    gain: centimesInside,
    createdAt: z.date(),
    updatedAt: z.date(),
    status: statusInside,
  }),
  {
    decode: (wire) => ({
      id: wire.OrderID,
      supplier: wire.supplier && {
        id: wire.supplier.id,
        customId: wire.supplier.custom_id,
        name: wire.supplier.name,
        phone: wire.supplier.phone,
      },
      recipient: {
        name: wire.customer_info.Name,
        phone: wire.customer_info.Phone,
        address: wire.customer_info.Address,
        city: wire.customer_info.City,
      },
      payment: wire.payment.PaymentStatus,
      collected: wire.payment.Amount,
      paidAt: wire.payment.PaymentDate,
      lines: wire.order_items.map((item) => ({
        id: item.OrderItemID,
        quantity: item.Quantity,
        name: item.product.Name,
      })),
      gain: wire.gain,
      createdAt: wire.created_at,
      updatedAt: wire.updated_at,
      status: wire.status,
    }),
    encode: (order) => ({
      OrderID: order.id,
      supplier: order.supplier && {
        id: order.supplier.id,
        custom_id: order.supplier.customId,
        name: order.supplier.name,
        phone: order.supplier.phone,
      },
      customer_info: {
        Name: order.recipient.name,
        Phone: order.recipient.phone,
        Address: order.recipient.address,
        City: order.recipient.city,
      },
      payment: { PaymentStatus: order.payment, Amount: order.collected, PaymentDate: order.paidAt },
      order_items: order.lines.map((line) => ({
        OrderItemID: line.id,
        Quantity: line.quantity,
        product: { Name: line.name },
      })),
      gain: order.gain,
      created_at: order.createdAt,
      updated_at: order.updatedAt,
      status: order.status,
    }),
  },
)

export type AdminOrder = z.output<typeof adminOrder>

export const adminOrderPage = pageOf(adminOrder)

/** A line of an order at the prices of its day. */
const pricedItem = z.codec(
  z.object({
    OrderItemID: id<OrderLineId>(),
    ProductID: id<ProductId>(),
    Quantity: z.int(),
    product: z.object({ Name: z.string() }),
    user_price: dirhams,
    distributeur_price: dirhams,
    total: dirhams,
  }),
  z.object({
    id: id<OrderLineId>(),
    productId: id<ProductId>(),
    quantity: z.int(),
    name: z.string(),
    userPrice: centimesInside,
    distributorPrice: centimesInside,
    /** What the public pays for it. */
    total: centimesInside,
  }),
  {
    decode: (wire) => ({
      id: wire.OrderItemID,
      productId: wire.ProductID,
      quantity: wire.Quantity,
      name: wire.product.Name,
      userPrice: wire.user_price,
      distributorPrice: wire.distributeur_price,
      total: wire.total,
    }),
    encode: (line) => ({
      OrderItemID: line.id,
      ProductID: line.productId,
      Quantity: line.quantity,
      product: { Name: line.name },
      user_price: line.userPrice,
      distributeur_price: line.distributorPrice,
      total: line.total,
    }),
  },
)

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
export const adminOrderDetail = z.codec(
  z.object({
    OrderID: id<OrderId>(),
    status: orderStatus,
    Reason: z.nullable(cancelReason),
    origin: z.enum(ORDER_ORIGINS),
    promo_code: z.nullable(z.string()),
    supplier: z.nullable(supplier),
    customer_info: z.object({
      CustomerID: id<CustomerId>(),
      Name: z.string(),
      Phone: z.string(),
      Address: z.string(),
      City: z.string(),
      Email: z.nullable(z.string()),
    }),
    order_items: z.array(pricedItem),
    subtotal: dirhams,
    discount: dirhams,
    delivery_fee: dirhams,
    total: dirhams,
    gain: dirhams,
    payment: z.object({ PaymentStatus: paymentStatus, Amount: dirhams, PaymentDate: z.nullable(instant) }),
    withdrawal: z.nullable(z.object({ id: id<WithdrawalId>(), amount: dirhams, status: decision })),
    flagged: flag,
    /** Other orders of the same phone that are not deleted. */
    orders_of_phone: z.int(),
    created_at: instant,
    updated_at: instant,
    deleted_at: z.nullable(instant),
    history: z.array(orderEvent),
  }),
  z.object({
    id: id<OrderId>(),
    status: statusInside,
    reason: z.nullable(z.enum(Object.keys(REASON_NAMES) as [CancelReason, ...CancelReason[]])),
    origin: z.enum(ORDER_ORIGINS),
    promoCode: z.nullable(z.string()),
    supplier: z.nullable(z.object({ id: id<AccountId>(), customId: z.string(), name: z.string(), phone: z.string() })),
    customerId: id<CustomerId>(),
    recipient: z.object({ name: z.string(), phone: z.string(), address: z.string(), city: z.string() }),
    email: z.nullable(z.string()),
    lines: z.array(z.custom<z.output<typeof pricedItem>>()),
    subtotal: centimesInside,
    discount: centimesInside,
    delivery: centimesInside,
    total: centimesInside,
    collected: centimesInside,
    gain: centimesInside,
    payment: paymentInside,
    paidAt: z.nullable(z.date()),
    /** The one, not refused, that its gain is in. */
    withdrawal: z.nullable(z.object({ id: id<WithdrawalId>(), amount: centimesInside, status: decisionInside })),
    isFlagged: z.boolean(),
    ordersOfPhone: z.int(),
    createdAt: z.date(),
    updatedAt: z.date(),
    deletedAt: z.nullable(z.date()),
    history: z.array(z.custom<OrderEvent>()),
  }),
  {
    decode: (wire) => ({
      id: wire.OrderID,
      status: wire.status,
      reason: wire.Reason,
      origin: wire.origin,
      promoCode: wire.promo_code,
      supplier: wire.supplier && {
        id: wire.supplier.id,
        customId: wire.supplier.custom_id,
        name: wire.supplier.name,
        phone: wire.supplier.phone,
      },
      customerId: wire.customer_info.CustomerID,
      recipient: {
        name: wire.customer_info.Name,
        phone: wire.customer_info.Phone,
        address: wire.customer_info.Address,
        city: wire.customer_info.City,
      },
      email: wire.customer_info.Email,
      lines: wire.order_items,
      subtotal: wire.subtotal,
      discount: wire.discount,
      delivery: wire.delivery_fee,
      total: wire.total,
      collected: wire.payment.Amount,
      gain: wire.gain,
      payment: wire.payment.PaymentStatus,
      paidAt: wire.payment.PaymentDate,
      withdrawal: wire.withdrawal,
      isFlagged: wire.flagged,
      ordersOfPhone: wire.orders_of_phone,
      createdAt: wire.created_at,
      updatedAt: wire.updated_at,
      deletedAt: wire.deleted_at,
      history: wire.history,
    }),
    encode: (order) => ({
      OrderID: order.id,
      status: order.status,
      Reason: order.reason,
      origin: order.origin,
      promo_code: order.promoCode,
      supplier: order.supplier && {
        id: order.supplier.id,
        custom_id: order.supplier.customId,
        name: order.supplier.name,
        phone: order.supplier.phone,
      },
      customer_info: {
        CustomerID: order.customerId,
        Name: order.recipient.name,
        Phone: order.recipient.phone,
        Address: order.recipient.address,
        City: order.recipient.city,
        Email: order.email,
      },
      order_items: order.lines,
      subtotal: order.subtotal,
      discount: order.discount,
      delivery_fee: order.delivery,
      total: order.total,
      gain: order.gain,
      payment: { PaymentStatus: order.payment, Amount: order.collected, PaymentDate: order.paidAt },
      withdrawal: order.withdrawal,
      flagged: order.isFlagged,
      orders_of_phone: order.ordersOfPhone,
      created_at: order.createdAt,
      updated_at: order.updatedAt,
      deleted_at: order.deletedAt,
      history: order.history,
    }),
  },
)

export type AdminOrderDetail = z.output<typeof adminOrderDetail>

/** What became of orders, by city, product or supplier. */
const outcome = z.object({
  /** The city itself; the number of a product or of a supplier. */
  key: z.string(),
  name: z.string(),
  orders: z.int(),
  delivered: z.int(),
  cancelled: z.int(),
  /** At the door: counted among the cancelled. */
  refused: z.int(),
})

export type Outcome = z.output<typeof outcome>

export const outcomePage = z.extend(pageOf(outcome), { counted_at: z.nullable(instant) })

export const allOrders = z.array(
  z.codec(
    z.object({
      OrderID: id<OrderId>(),
      status: orderStatus,
      payment: z.object({ PaymentStatus: paymentStatus }),
      created_at: instant,
      Amount: dirhams,
    }),
    z.object({
      id: id<OrderId>(),
      status: statusInside,
      payment: paymentInside,
      createdAt: z.date(),
      collected: centimesInside,
    }),
    {
      decode: (wire) => ({
        id: wire.OrderID,
        status: wire.status,
        payment: wire.payment.PaymentStatus,
        createdAt: wire.created_at,
        collected: wire.Amount,
      }),
      encode: (order) => ({
        OrderID: order.id,
        status: order.status,
        payment: { PaymentStatus: order.payment },
        created_at: order.createdAt,
        Amount: order.collected,
      }),
    },
  ),
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
  lowStock: z.object({
    count: z.int(),
    products: z.array(
      z.codec(
        z.object({ ProductID: id<ProductId>(), Name: z.string(), StockQuantity: z.int() }),
        z.object({ id: id<ProductId>(), name: z.string(), stock: z.int() }),
        {
          decode: ({ ProductID, Name, StockQuantity }) => ({ id: ProductID, name: Name, stock: StockQuantity }),
          encode: ({ id, name, stock }) => ({ ProductID: id, Name: name, StockQuantity: stock }),
        },
      ),
    ),
  }),
})

export type ToDo = z.output<typeof toDo>

export const ordersDashboardQuery = z.object({ summary: z.optional(z.literal('1')) })

/** A supplier's own row of an order; what a visitor's order tells of the visitor is masked before it gets here. */
export const supplierOrder = z.codec(
  z.object({
    orderId: id<OrderId>(),
    customer: z.object({
      CustomerID: id<CustomerId>(),
      CustomerName: z.string(),
      Phone: z.string(),
      Address: z.string(),
      City: z.string(),
    }),
    products: z.array(z.object({ name: z.string(), quantity: z.int() })),
    status: orderStatus,
    paymentStatus,
    gain: dirhams,
    total: dirhams,
    retraite: flag,
    editable: flag,
    created_at: instant,
  }),
  z.object({
    id: id<OrderId>(),
    customerId: id<CustomerId>(),
    recipient: z.object({ name: z.string(), phone: z.string(), address: z.string(), city: z.string() }),
    products: z.array(z.object({ name: z.string(), quantity: z.int() })),
    status: statusInside,
    payment: paymentInside,
    gain: centimesInside,
    collected: centimesInside,
    /** Its gain is in a withdrawal that was not refused. */
    isWithdrawn: z.boolean(),
    isEditable: z.boolean(),
    createdAt: z.date(),
  }),
  {
    decode: (wire) => ({
      id: wire.orderId,
      customerId: wire.customer.CustomerID,
      recipient: {
        name: wire.customer.CustomerName,
        phone: wire.customer.Phone,
        address: wire.customer.Address,
        city: wire.customer.City,
      },
      products: wire.products,
      status: wire.status,
      payment: wire.paymentStatus,
      gain: wire.gain,
      collected: wire.total,
      isWithdrawn: wire.retraite,
      isEditable: wire.editable,
      createdAt: wire.created_at,
    }),
    encode: (order) => ({
      orderId: order.id,
      customer: {
        CustomerID: order.customerId,
        CustomerName: order.recipient.name,
        Phone: order.recipient.phone,
        Address: order.recipient.address,
        City: order.recipient.city,
      },
      products: order.products,
      status: order.status,
      paymentStatus: order.payment,
      gain: order.gain,
      total: order.collected,
      retraite: order.isWithdrawn,
      editable: order.isEditable,
      created_at: order.createdAt,
    }),
  },
)

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
  delivery: dirhams,
  gain: dirhams,
})

/** Something that went in or out of a buyer's stock. A sale is recorded, not decided: it has no status. */
export const historyEntry = z.codec(
  z.object({
    kind: z.enum(HISTORY_KINDS),
    /** Of the purchase, the sale or the withdrawal: unique with its kind. */
    id: id<number>(),
    amount: dirhams,
    status: z.nullable(decision),
    reason: z.nullable(z.string()),
    reference: z.nullable(z.string()),
    created_at: instant,
  }),
  z.object({
    kind: z.enum(HISTORY_KINDS),
    id: id<number>(),
    amount: centimesInside,
    status: z.nullable(decisionInside),
    /** Why it was refused. */
    reason: z.nullable(z.string()),
    /** The bank's word for the transfer of an approved withdrawal. */
    reference: z.nullable(z.string()),
    at: z.date(),
  }),
  {
    decode: ({ created_at, ...same }) => ({ ...same, at: created_at }),
    encode: ({ at, ...same }) => ({ ...same, created_at: at }),
  },
)

export type HistoryEntry = z.output<typeof historyEntry>

export const buyerHistory = z.array(historyEntry)

/** Where a buyer's money stands between the sales and the bank. */
export const buyerBalance = z.codec(
  z.object({ sold: dirhams, withdrawable: dirhams, pending_purchases: dirhams, pending_withdrawals: dirhams }),
  z.object({
    sold: centimesInside,
    /** Can be withdrawn. */
    due: centimesInside,
    /** Asked for, and not decided. */
    pendingPurchases: centimesInside,
    pendingWithdrawals: centimesInside,
  }),
  {
    decode: ({ sold, withdrawable, pending_purchases, pending_withdrawals }) => ({
      sold,
      due: withdrawable,
      pendingPurchases: pending_purchases,
      pendingWithdrawals: pending_withdrawals,
    }),
    encode: ({ sold, due, pendingPurchases, pendingWithdrawals }) => ({
      sold,
      withdrawable: due,
      pending_purchases: pendingPurchases,
      pending_withdrawals: pendingWithdrawals,
    }),
  },
)

export type BuyerBalance = z.output<typeof buyerBalance>

export const buyerHistoryPage = z.extend(pageOf(historyEntry), { balance: buyerBalance })

/** A customer as a row of the admin's list. */
export const customerRow = z.codec(
  z.object({
    CustomerID: id<CustomerId>(),
    SupplierCustomID: z.nullable(z.string()),
    Name: z.string(),
    Phone: z.string(),
    Address: z.string(),
    created_at: instant,
  }),
  z.object({
    id: id<CustomerId>(),
    /** Null when a visitor made the record. */
    supplierCustomId: z.nullable(z.string()),
    name: z.string(),
    phone: z.string(),
    address: z.string(),
    createdAt: z.date(),
  }),
  {
    decode: (wire) => ({
      id: wire.CustomerID,
      supplierCustomId: wire.SupplierCustomID,
      name: wire.Name,
      phone: wire.Phone,
      address: wire.Address,
      createdAt: wire.created_at,
    }),
    encode: (customer) => ({
      CustomerID: customer.id,
      SupplierCustomID: customer.supplierCustomId,
      Name: customer.name,
      Phone: customer.phone,
      Address: customer.address,
      created_at: customer.createdAt,
    }),
  },
)

export type CustomerRow = z.output<typeof customerRow>

export const customerPage = pageOf(customerRow)
