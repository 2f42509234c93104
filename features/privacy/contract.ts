import * as z from 'zod/mini'
import { decision } from '#features/buyers/contract.ts'
import { OUTCOME_NAMES } from '#features/calls/model.ts'
import { cancelReason, orderStatus, paymentStatus } from '#features/orders/contract.ts'
import { PARCEL_STATE_NAMES } from '#features/parcels/model.ts'
import { as, dirhams, id, instant, named, record, text } from '#platform/kernel/codecs.ts'
import type { OrderId } from '#platform/kernel/ids.ts'

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

const notifications = z.array(record({ createdAt: as('at', instant), message: z.string() }))

const line = record({
  name: as('product', z.string()),
  quantity: z.int(),
  userPrice: as('unit_price', dirhams),
})

const orderFields = {
  id: as('number', z.int()),
  createdAt: as('placed_at', instant),
  city: z.string(),
  status: orderStatus,
  cancelReason: as('cancel_reason', z.nullable(cancelReason)),
  payment: paymentStatus,
  paidAt: as('paid_at', z.nullable(instant)),
  deletedAt: as('deleted_at', z.nullable(instant)),
  subtotal: dirhams,
  discount: dirhams,
  delivery: dirhams,
  collected: as('to_pay', dirhams),
  lines: z.array(line),
  moves: z.array(record({ movedAt: as('at', instant), status: orderStatus })),
}

/** All data that the shop holds about a person without an account. A supplier's gain is not about the customer. */
export const customerData = record({
  exportedAt: as('exported_at', instant),
  phone: z.string(),
  records: z.array(
    record({
      id: as('number', z.int()),
      name: z.string(),
      phone: z.string(),
      address: z.string(),
      city: z.string(),
      email: nullableText,
      createdAt: as('created_at', instant),
    }),
  ),
  orders: z.array(
    record({
      ...orderFields,
      name: z.string(),
      phone: z.string(),
      address: z.string(),
      note: nullableText,
      staffNotes: as(
        'staff_notes',
        z.array(record({ writtenAt: as('at', instant), staffNote: as('note', z.string()) })),
      ),
      /** Her answers on her own page. */
      ownAnswers: as(
        'own_answers',
        z.array(record({ at: instant, outcome: named(OUTCOME_NAMES), wishDay: as('wish_day', nullableText) })),
      ),
      callNotes: as('call_notes', z.array(z.object({ at: instant, note: z.string() }))),
      parcelNotes: as('parcel_notes', z.array(z.object({ at: instant, note: z.string() }))),
      lineNotes: as('line_notes', z.array(z.object({ at: instant, note: z.string() }))),
      lossNote: as('loss_note', nullableText),
    }),
  ),
  notes: z.array(record({ writtenAt: as('at', instant), text: z.string() })),
  notifications,
  history,
})

/** A supplier's order without name, phone, address and notes: its recipient is somebody else. */
export const accountOrder = record({ ...orderFields, gain: dirhams })

const decisionFields = {
  id: as('number', z.int()),
  amount: dirhams,
  status: decision,
  reason: nullableText,
  decidedAt: as('decided_at', z.nullable(instant)),
}

/** All data that the shop holds about a supplier or buyer. Its orders do not name their recipients. */
export const accountData = record({
  exportedAt: as('exported_at', instant),
  account: record({
    customId: as('custom_id', z.string()),
    role: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    rib: nullableText,
    ribChangedAt: as('rib_changed_at', z.nullable(instant)),
    promoCode: as('promo_code', nullableText),
    /** The present one and the former ones, which work as well. */
    codes: as('promo_codes', z.array(z.object({ code: z.string(), since: instant }))),
    createdAt: as('created_at', instant),
    bannedAt: as('banned_at', z.nullable(instant)),
    hasPassword: as('has_password', z.boolean()),
  }),
  sessions: z.array(
    record({
      createdAt: as('created_at', instant),
      lastUsedAt: as('seen_at', instant),
      browser: z.string(),
      ipAddress: as('address', z.string()),
    }),
  ),
  places: as('known_places', z.array(record({ lastUsedAt: as('seen_at', instant) }))),
  orders: z.array(accountOrder),
  withdrawals: z.array(
    record({
      ...decisionFields,
      rib: nullableText,
      reference: nullableText,
      requestedAt: as('requested_at', instant),
    }),
  ),
  purchases: z.array(record({ ...decisionFields, requestedAt: as('requested_at', instant) })),
  sales: z.array(record({ amount: dirhams, recordedAt: as('recorded_at', instant) })),
  declarations: as(
    'declared_sales',
    z.array(record({ ...decisionFields, note: nullableText, declaredAt: as('declared_at', instant) })),
  ),
  /** Calls that an agent made, without their notes: these are about the customers. */
  calls: z.array(z.object({ at: instant, order: id<OrderId>(), outcome: named(OUTCOME_NAMES) })),
  skippedCards: as('skipped_cards', z.array(z.object({ at: instant, order: id<OrderId>() }))),
  /** Acts on parcels, without their notes for the same reason. */
  parcelActs: as(
    'parcel_acts',
    z.array(z.object({ at: instant, order: id<OrderId>(), state: z.nullable(named(PARCEL_STATE_NAMES)) })),
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
