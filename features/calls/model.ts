import type { CancelReason } from '#features/orders/model.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'

// Names and constants for pages, apart from the schemas of `contract.ts`, which bring their library with them.

/** The outcome of a call, a message or a visit of the customer's own page, with its name on the wire. */
export const OUTCOME_NAMES = {
  confirmed: 'confirmé',
  no_answer: 'pas de réponse',
  busy: 'occupé',
  postponed: 'reporté',
  wrong_number: 'faux numéro',
  cancelled: 'annulé',
  link_sent: 'lien envoyé',
  corrected: 'corrigé',
  reopened: 'rouvert',
} as const

export type Outcome = keyof typeof OUTCOME_NAMES

/** Outcomes that whoever called enters. The others follow from what else was done. */
export const CALL_OUTCOMES = [
  'confirmed',
  'no_answer',
  'busy',
  'postponed',
  'wrong_number',
  'cancelled',
] as const satisfies readonly Outcome[]

export type CallOutcome = (typeof CALL_OUTCOMES)[number]

/** By telephone, by WhatsApp, or on the customer's own page. */
export const CHANNELS = ['phone', 'whatsapp', 'page'] as const

export type Channel = (typeof CHANNELS)[number]

/** How far the confirmation of an order is. */
export const CONTACTS = ['to_call', 'retry', 'postponed', 'unreachable', 'wrong_number', 'confirmed'] as const

export type Contact = (typeof CONTACTS)[number]

/** Reasons why an order is called now, most urgent first. */
export const LANES = ['promised', 'new', 'recent', 'retry', 'late'] as const

export type Lane = (typeof LANES)[number]

/**
 * Lists of pending orders, by how far their confirmation is; each order stands in one. `none` has come to nothing yet,
 * `promised` is to be called today or was to be, `later` on another day.
 */
export const CALL_LISTS = ['none', 'promised', 'later', 'unreachable', 'wrong_number', 'confirmed'] as const

export type CallList = (typeof CALL_LISTS)[number]

/**
 * Filters of pending orders: a list, or several together. `postponed` has both kinds of promises, `open` all but the
 * confirmed.
 */
export const CALL_FILTERS = [...CALL_LISTS, 'postponed', 'open'] as const

export type CallFilter = (typeof CALL_FILTERS)[number]

/** Hours after which somebody may cancel an order that nobody answers; nothing does it alone. */
export const UNREACHABLE_HOURS = 48

/** How sure an order looks. */
export const LIGHTS = ['green', 'orange', 'red'] as const

export type Light = (typeof LIGHTS)[number]

/** A busy line counts half a call, so many times at most. */
export const MOST_BUSY = 2

/** Letters of a note on a call, at most. */
export const MAX_CALL_NOTE = 300

/** Days ahead for which a call may be promised, and a customer may choose another day. */
export const LONGEST_PROMISE_DAYS = 14

/** The address of a customer's own page, up to the token. */
export const CUSTOMER_PATH = '/c/'

/** An act of a customer on her page, with its name on the wire. */
export const ACT_NAMES = {
  confirm: 'confirmer',
  correct: 'corriger',
  choose_day: 'autre jour',
  cancel: 'annuler',
} as const

export type Act = keyof typeof ACT_NAMES

/** Reasons for which a customer cancels, in her words. */
export const CUSTOMER_REASONS = {
  changed_mind: 'J’ai changé d’avis',
  duplicate: 'J’ai commandé deux fois',
  address: 'Je ne peux pas recevoir le colis',
  other: 'Une autre raison',
} as const satisfies Partial<Record<CancelReason, string>>

export type CustomerReason = keyof typeof CUSTOMER_REASONS

/** Letters of an answer's fields, at most. */
export const MAX_DIGITS = 20

/** An order on its customer's own page: no whole number, and nothing of what anybody earns. */
export interface CustomerPage {
  id: OrderId
  /** A page that she cancelled on herself says so, and takes nothing more. */
  state: 'open' | 'confirmed' | 'cancelled'
  products: { name: string; quantity: number }[]
  /** The sum that the courier collects, in centimes. */
  collected: Centimes
  /** The part of it that is the delivery, in centimes. */
  delivery: Centimes
  /** The days on which it should arrive, in words; null when the shop does not know. */
  expected: string | null
  /** The first name and an initial. */
  name: string
  /** Masked. */
  phone: string
  address: string
  city: string
  /** The first day on which she is there, in words; null for any. */
  wishDay: string | null
  /** Days that she may choose. */
  days: { day: string; words: string }[]
  /** When the order or its confirmation had changed last. */
  lastChange: Date
  /** The same of the order alone. */
  orderChange: Date
  /** The address on which she follows the order. */
  tracking: string
}

/** The shop's answer to hers. */
export interface CustomerAnswer {
  message: string
  /** The sum that the courier collects from now on, in centimes; before she agrees to it, the one that it would be. */
  amount: Centimes
  /** Names what it would cost elsewhere: sent with the same answer, it agrees to that. */
  digest?: string | undefined
}
