import * as z from 'zod/mini'
import { orderStatus, paymentStatus } from '#features/orders/contract.ts'
import { ORDER_STATUSES, type OrderStatus, type PaymentStatus } from '#features/orders/names.ts'
import type { AccountId, OrderId, OrderLineId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { dirhams, id, instant, pageOf } from '#platform/kernel/wire.ts'

const centimesInside = z.int() as unknown as z.ZodMiniType<Centimes, Centimes>
const statusInside = z.enum(ORDER_STATUSES as readonly [OrderStatus, ...OrderStatus[]])
const paymentInside = z.enum(['pending', 'paid', 'void'] satisfies PaymentStatus[])

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

export const ordersDashboardQuery = z.object({ summary: z.optional(z.literal('1')) })
