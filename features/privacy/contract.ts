import * as z from 'zod/mini'
import { decision } from '#features/buyers/contract.ts'
import { cancelReason, orderStatus, paymentStatus } from '#features/orders/contract.ts'
import { as, dirhams, instant, record, text } from '#platform/kernel/codecs.ts'

/** Names a person without an account: by phone, in any spelling. */
export const phoneRequest = z.object({ phone: text(40) })

const nullableText = z.nullable(z.string())

/** Entries of the journal, in French. */
const history = z.array(
  z.object({
    at: instant,
    thing: z.string(),
    act: z.string(),
    changes: z.array(z.object({ what: z.string(), before: nullableText, after: nullableText })),
  }),
)

const notifications = z.array(z.object({ at: instant, message: z.string() }))

const line = z.object({ product: z.string(), quantity: z.int(), unit_price: dirhams })

const move = z.object({ at: instant, status: orderStatus })

const orderFields = {
  number: z.int(),
  placed_at: instant,
  city: z.string(),
  status: orderStatus,
  cancel_reason: z.nullable(cancelReason),
  payment: paymentStatus,
  paid_at: z.nullable(instant),
  deleted_at: z.nullable(instant),
  subtotal: dirhams,
  discount: dirhams,
  delivery: dirhams,
  to_pay: dirhams,
  lines: z.array(line),
  moves: z.array(move),
}

/** All data that the shop holds about a person without an account. A supplier's gain is not about the customer. */
export const customerData = z.object({
  exported_at: instant,
  phone: z.string(),
  records: z.array(
    z.object({
      number: z.int(),
      name: z.string(),
      phone: z.string(),
      address: z.string(),
      city: z.string(),
      email: z.nullable(z.string()),
      created_at: instant,
    }),
  ),
  orders: z.array(
    z.object({
      ...orderFields,
      name: z.string(),
      phone: z.string(),
      address: z.string(),
      note: nullableText,
      staff_notes: z.array(z.object({ at: instant, note: z.string() })),
    }),
  ),
  notes: z.array(z.object({ at: instant, text: z.string() })),
  notifications,
  history,
})

export const accountOrder = z.object({ ...orderFields, gain: dirhams })

/** All data that the shop holds about a supplier or buyer. Its orders do not name their recipients. */
export const accountData = z.object({
  exported_at: instant,
  account: z.object({
    custom_id: z.string(),
    role: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    rib: z.nullable(z.string()),
    rib_changed_at: z.nullable(instant),
    promo_code: z.nullable(z.string()),
    /** The present one and the former ones, which work as well. */
    promo_codes: z.array(z.object({ code: z.string(), since: instant })),
    created_at: instant,
    banned_at: z.nullable(instant),
    has_password: z.boolean(),
  }),
  sessions: z.array(z.object({ created_at: instant, seen_at: instant, browser: z.string(), address: z.string() })),
  known_places: z.array(z.object({ seen_at: instant })),
  orders: z.array(accountOrder),
  withdrawals: z.array(
    z.object({
      number: z.int(),
      amount: dirhams,
      status: decision,
      rib: z.nullable(z.string()),
      reference: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      requested_at: instant,
      decided_at: z.nullable(instant),
    }),
  ),
  purchases: z.array(
    z.object({
      number: z.int(),
      amount: dirhams,
      status: decision,
      reason: z.nullable(z.string()),
      requested_at: instant,
      decided_at: z.nullable(instant),
    }),
  ),
  sales: z.array(z.object({ amount: dirhams, recorded_at: instant })),
  declared_sales: z.array(
    z.object({
      number: z.int(),
      amount: dirhams,
      note: nullableText,
      status: decision,
      reason: nullableText,
      declared_at: instant,
      decided_at: z.nullable(instant),
    }),
  ),
  notifications,
  history,
})

export type CustomerData = z.output<typeof customerData>

export type AccountOrder = z.output<typeof accountOrder>

export type AccountData = z.output<typeof accountData>

/** State of the anonymisation of old orders, and what waits for the owner's confirmation. */
export const retentionAnswer = record({
  retentionYears: as('keep_orders_years', z.int()),
  /** The server's clock. */
  now: instant,
  lastRoundAt: as('last_round_at', z.nullable(instant)),
  waiting: z.nullable(z.enum(['clock', 'round'])),
  /** While the clock waits for confirmation: the newest moment that is certain. */
  lastCertainAt: as('seen_before', z.nullable(instant)),
  /** While a round waits for confirmation: number of orders that it would anonymise, and of all. */
  dueOrders: as('orders_due', z.nullable(z.int())),
  allOrders: as('orders', z.nullable(z.int())),
  /** Number of orders that the owner has confirmed and no round has anonymised yet. */
  confirmedOrders: as('orders_confirmed', z.nullable(z.int())),
})

export const clockConfirmation = z.object({ now: instant })

export const roundConfirmation = z.object({ orders_due: z.int().check(z.gte(1)) })
