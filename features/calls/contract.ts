import * as z from 'zod/mini'
import { cancelReason, recipientFields } from '#features/orders/contract.ts'
import { as, dirhams, id, instant, named, orNull, record, text } from '#platform/kernel/codecs.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { type CALL_OUTCOMES, CHANNELS, CONTACTS, LANES, LIGHTS, MAX_CALL_NOTE, OUTCOME_NAMES } from './model.ts'

const channel = z.enum(CHANNELS)

const { confirmed, no_answer, busy, postponed, wrong_number, cancelled } = OUTCOME_NAMES

const callOutcome = named({ confirmed, no_answer, busy, postponed, wrong_number, cancelled } satisfies Pick<
  typeof OUTCOME_NAMES,
  (typeof CALL_OUTCOMES)[number]
>)

/** Optional text: empty is none. */
const noteOrNone = orNull(z.optional(z.nullable(text(MAX_CALL_NOTE, 0))))

/** Orders at most whose outcome may be on its way at once. */
const MOST_SETTLING = 50

/** The outcome of a call. */
export const callRequest = record({
  outcome: callOutcome,
  reason: as('Reason', orNull(z.optional(z.nullable(cancelReason)))),
  dueAt: as('due_at', orNull(z.optional(z.nullable(instant)))),
  note: noteOrNone,
  via: z._default(z.enum(['phone', 'whatsapp']), 'phone'),
  /** The letters of the receipt, which a confirmation by WhatsApp brings. */
  code: orNull(z.optional(z.nullable(text(20, 0)))),
  /** `updated_at` of the card, or of the order's page. */
  lastChange: as('seen_updated_at', orNull(z.optional(z.nullable(instant)))),
})

export const reopenRequest = record({
  note: noteOrNone,
  /** It becomes the card of who reopens it. */
  hold: z._default(z.boolean(), false),
})

/** An attempt as the desk lists it. */
export const pastCall = record({
  at: instant,
  outcome: named(OUTCOME_NAMES),
  via: channel,
  dueAt: as('due_at', z.nullable(instant)),
  note: z.nullable(z.string()),
  /** Name of whoever called; null when the customer herself did it. */
  by: z.nullable(z.string()),
})

/** How sure an order looks, and why. */
const callRisk = z.object({
  light: z.enum(LIGHTS),
  points: z.array(z.object({ label: z.string(), value: z.int() })),
})

/** A card of the desk: what whoever calls needs to know, and nothing of what anybody earns. */
export const callCard = record({
  id: as('OrderID', id<OrderId>()),
  lane: z.nullable(z.enum(LANES)),
  /** The reason why it comes now. */
  why: z.string(),
  /** The number of this call among the order's. */
  attempt: z.int(),
  recipient: as('customer_info', record(recipientFields)),
  note: z.nullable(z.string()),
  products: z.array(z.object({ name: z.string(), quantity: z.int() })),
  collected: as('amount', dirhams),
  risk: callRisk,
  history: z.array(pastCall),
  /** Other orders of the same phone; one that is the same wish may become one with this. */
  others: z.array(
    record({
      id: as('OrderID', id<OrderId>()),
      at: instant,
      end: z.nullable(z.string()),
      collected: as('amount', dirhams),
      isMergeable: as('mergeable', z.boolean()),
    }),
  ),
  /** Identifier of the supplier behind the order. */
  supplier: as('custom_id', z.nullable(z.string())),
  /** Words to say, with the customer's order in them. */
  script: z.string(),
  /** The same in darija; null when the owner wants none. */
  scriptDarija: as('script_darija', z.nullable(z.string())),
  placedAt: as('created_at', instant),
  heldUntil: as('held_until', z.nullable(instant)),
  lastChange: as('updated_at', instant),
})

const deskCounts = record({
  toCall: as('to_call', z.int()),
  promised: z.int(),
  later: z.int(),
  tomorrow: z.int(),
  promisedSoon: as('promised_soon', z.int()),
  retries: z.int(),
  unreachable: z.int(),
  wrongNumber: as('wrong_number', z.int()),
  confirmed: z.int(),
  settledToday: as('settled_today', z.int()),
})

const deskFields = {
  counts: deskCounts,
  nextDue: as('next_due', z.nullable(instant)),
  /** The city of that call. */
  nextCity: as('next_city', z.nullable(z.string())),
  /** When calls begin again; null while they are made. */
  opensAt: as('opens_at', z.nullable(instant)),
}

/** Work that waits at the desk: without the cards that others have. */
export const deskAnswer = record(deskFields)

const orderOrNone = orNull(z.optional(z.nullable(id<OrderId>())))

const settling = z._default(z.array(id<OrderId>()).check(z.maxLength(MOST_SETTLING)), [])

/** Wishes for the next card; a call without a body has none. */
export const nextRequest = record({ first: orderOrNone, settling })

/** Ends the caller's cards but those whose outcome is on its way. `card` was given back by hand: that is counted. */
export const releaseRequest = record({ card: orderOrNone, settling })

/** The next card, if any, and when the next call is due otherwise. */
export const nextAnswer = record({ card: z.nullable(callCard), ...deskFields })

/** The state after a call. */
export const callAnswer = record({
  message: z.string(),
  contact: z.enum(CONTACTS),
  dueAt: as('due_at', z.nullable(instant)),
})

export const callStateFields = {
  contact: z.enum(CONTACTS),
  /** The next call, promised or by the rule of tries. */
  dueAt: as('due_at', z.nullable(instant)),
  lastAt: as('last_at', z.nullable(instant)),
  /** Calls that nobody answered. */
  calls: z.int(),
}

/** How far the confirmation of an order is, for whoever lists it. */
export const callState = record(callStateFields)

export type CallState = z.output<typeof callState>

/** The same with what came of each call, newest first, and how sure the order looks. */
export const orderCalls = record({
  ...callStateFields,
  confirmedVia: as('confirmed_via', z.nullable(channel)),
  risk: callRisk,
  history: z.array(pastCall),
})

export const listCountFields = {
  /** Orders that are somebody's turn now. */
  toCall: as('to_call', z.int()),
  none: z.int(),
  promised: z.int(),
  later: z.int(),
  /** The part of the later ones that is for tomorrow. */
  tomorrow: z.int(),
  unreachable: z.int(),
  wrongNumber: as('wrong_number', z.int()),
  confirmed: z.int(),
}

/** The pending orders of each list (`CALL_LISTS`), counted like the total of a list. */
export const listCounts = record(listCountFields)

export type ListCounts = z.output<typeof listCounts>
