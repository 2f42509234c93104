import * as z from 'zod/mini'
import { GRADES } from '#features/accounts/model.ts'
import { callState } from '#features/calls/contract.ts'
import { orderStatus, paymentStatus, recipientFields } from '#features/orders/contract.ts'
import { parcelOfOrder } from '#features/parcels/contract.ts'
import { as, dirhams, flag, id, instant, record } from '#platform/kernel/codecs.ts'
import type { CustomerId, OrderId } from '#platform/kernel/ids.ts'

/** An order as a row of its supplier's list. A visitor who ordered with its code is masked before. */
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
  /** For the courier; null of an order placed with its code, in which a visitor speaks. */
  note: z.nullable(z.string()),
  products: z.array(z.object({ name: z.string(), quantity: z.int() })),
  status: orderStatus,
  /** How far its confirmation is; null when nobody has called. */
  confirmation: z.nullable(callState),
  /** Its parcel, once it has left. */
  parcel: z.nullable(parcelOfOrder),
  payment: as('paymentStatus', paymentStatus),
  gain: dirhams,
  collected: as('total', dirhams),
  /** Its gain is in a withdrawal that was not refused. */
  isWithdrawn: as('retraite', flag),
  /** Delivered, and its gain waits for the money of the order. */
  isWaiting: as('waiting', flag),
  isEditable: as('editable', flag),
  /** A visitor placed it with the supplier's code: nobody but the shop changes it. */
  isByCode: as('by_code', flag),
  createdAt: as('created_at', instant),
})

export type SupplierOrder = z.output<typeof supplierOrder>

/** Figures of a supplier's dashboard. */
export const supplierStats = z.object({
  pending: z.int(),
  delivered: z.int(),
  cancelled: z.int(),
  revenue: dirhams,
  gains: dirhams,
  deliveredGains: dirhams,
  withdrawable: dirhams,
  /** Gains of delivered orders that wait for the money of these. */
  waiting: dirhams,
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
    /** Absent for a request without a page. */
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

/** A supplier's gains on their way from the order to the bank, and those of each day in Casablanca. */
export const supplierGains = z.object({
  pipeline: z.object({
    ordered: dirhams,
    onTheWay: dirhams,
    delivered: dirhams,
    available: dirhams,
    waiting: dirhams,
    requested: dirhams,
    paid: dirhams,
  }),
  /** Days without an order are left out. */
  perDay: z.array(z.object({ day: z.string(), orders: z.int(), gain: dirhams })),
})

/** The calculation of a gain: the prices of its day, line by line. */
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

/** The account itself, for its supplier's page. */
export const supplierAccount = record({
  code: as('promo_code', z.nullable(z.string())),
  /** They work as well as the present one. */
  formerCodes: as('former_codes', z.array(z.string())),
  /** Null when the code can be changed now. */
  codeChangeableFrom: as('code_changeable_from', z.nullable(instant)),
  /** Masked but for its last four digits. */
  rib: z.nullable(z.string()),
  grade: z.enum(GRADES),
  /** Null above the last grade. */
  nextGrade: as('next_grade', z.nullable(z.object({ grade: z.enum(GRADES), missing: dirhams }))),
  /** Day of the next transfers, in Casablanca: `2026-11-26`. */
  nextPayday: as('next_payday', z.string()),
})

export type SupplierAccount = z.output<typeof supplierAccount>
