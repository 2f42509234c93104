// Names and constants for pages, apart from the schemas of `contract.ts`, which bring their library with them.

/** What came of a call, a message or a visit of the customer's own page, with its name on the wire. */
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

/** How sure an order looks. */
export const LIGHTS = ['green', 'orange', 'red'] as const

export type Light = (typeof LIGHTS)[number]

/** Letters of a note on a call, at most. */
export const MAX_CALL_NOTE = 300

/** Days ahead for which a call may be promised, and a customer may choose another day. */
export const LONGEST_PROMISE_DAYS = 14
