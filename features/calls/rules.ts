import type { CancelReason, OrderStatus } from '#features/orders/model.ts'
import { startOfTomorrow } from '#platform/kernel/days/days-ahead.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/kernel/durations.ts'
import { invalidField, Refusal } from '#platform/kernel/refusal.ts'
import { nextInParts, nextOpen, type PartOfDay, partOf } from './hours/rules.ts'
import { type Channel, type Contact, type Lane, LONGEST_PROMISE_DAYS, MOST_BUSY, type Outcome } from './model.ts'

/** Time for which a card is one person's. */
export const HOLD_MS = 10 * MINUTE_MS

/** An attempt as it is stored: rows are only ever added. */
export interface Attempt {
  at: Date
  outcome: Outcome
  /** Null when the customer herself did it. */
  by: number | null
  via: Channel
  /** The next call that follows from it: promised, or by the rule of tries. */
  dueAt: Date | null
  /** The first day on which the customer is there, chosen with a confirmation: `2026-11-20`. */
  wishDay: string | null
  reason: CancelReason | null
}

/** The state of an order's confirmation: what its attempts add up to. */
export interface Confirmation {
  contact: Contact
  attempts: number
  /** Unanswered calls in halves. */
  halves: number
  busy: number
  lastAt: Date | null
  dueAt: Date | null
  wishDay: string | null
  confirmedAt: Date | null
  confirmedVia: Channel | null
  /** Since then it is to be called as a new one, not since the order: its number was corrected, or it was reopened. */
  anewAt: Date | null
}

/** The state of an order that nobody has called. */
export const NEVER_CALLED: Confirmation = {
  contact: 'to_call',
  attempts: 0,
  halves: 0,
  busy: 0,
  lastAt: null,
  dueAt: null,
  wishDay: null,
  confirmedAt: null,
  confirmedVia: null,
  anewAt: null,
}

/** The state after one more attempt. */
export function afterAttempt(before: Confirmation, attempt: Attempt): Confirmation {
  // A merge copies an attempt with its moment, which may be before the last one of this order.
  const lastAt = before.lastAt !== null && before.lastAt > attempt.at ? before.lastAt : attempt.at
  const next = { ...before, attempts: before.attempts + 1, lastAt }
  const unconfirmed = { ...next, confirmedAt: null, confirmedVia: null, wishDay: null }
  switch (attempt.outcome) {
    case 'no_answer':
    case 'busy':
      return { ...unconfirmed, ...unanswered(before, attempt), contact: attempt.dueAt ? 'retry' : 'unreachable' }
    case 'postponed':
      return { ...unconfirmed, contact: 'postponed', dueAt: attempt.dueAt }
    case 'wrong_number':
      return { ...unconfirmed, contact: 'wrong_number', dueAt: null }
    case 'confirmed':
      return {
        ...next,
        contact: 'confirmed',
        dueAt: null,
        wishDay: attempt.wishDay,
        confirmedAt: attempt.at,
        confirmedVia: attempt.via,
      }
    // Tries that were taken back count on: nobody can tell a slip of the finger from a call that rang in vain.
    case 'reopened':
      return before.dueAt === null ? anew(next, attempt.at) : { ...next, dueAt: attempt.at }
    // Staff and supplier write this one when the number changed; the customer who corrects her address has been reached.
    case 'corrected':
      return attempt.by === null ? next : anew(next, attempt.at)
    case 'cancelled':
    case 'link_sent':
      return next
  }
}

const anew = ({ attempts, lastAt }: Confirmation, at: Date): Confirmation => ({
  ...NEVER_CALLED,
  attempts,
  lastAt,
  anewAt: at,
})

function unanswered({ halves, busy }: Confirmation, { outcome, dueAt }: Pick<Attempt, 'outcome' | 'dueAt'>) {
  const isHalf = outcome === 'busy' && busy < MOST_BUSY
  return { halves: halves + (isHalf ? 1 : 2), busy: busy + (outcome === 'busy' ? 1 : 0), dueAt }
}

/** The owner's settings about calls. */
export interface CallTiming {
  /** The hours of calls, as `callHoursOf` gives them. */
  hours: string
  /** Unanswered calls after which nobody calls again. */
  tries: number
}

/**
 * When to call again after a call that was not answered; null after the last. A busy line: in a quarter of an hour,
 * twice at most. Otherwise in two hours, then at a part of the day not tried yet, then on the next day at another part.
 * `tried` are the moments of the unanswered calls, this one too. Always within the hours.
 */
export function nextCall(
  before: Pick<Confirmation, 'halves' | 'busy'>,
  outcome: 'no_answer' | 'busy',
  tried: readonly Date[],
  now: Date,
  { hours, tries: most }: CallTiming,
): Date | null {
  const { halves, busy } = unanswered({ ...NEVER_CALLED, ...before }, { outcome, dueAt: null })
  const tries = Math.floor(halves / 2)
  if (tries >= most) return null
  if (outcome === 'busy' && busy <= MOST_BUSY) return nextOpen(new Date(now.getTime() + 15 * MINUTE_MS), hours)
  if (tries <= 1) return nextOpen(new Date(now.getTime() + 2 * HOUR_MS), hours)
  const from = tries === 2 ? now : startOfTomorrow(now)
  return atAnotherPart(from, tried, now, hours)
}

/** A part not tried yet; else another than now's; else the next hours, no earlier than in two hours. */
function atAnotherPart(from: Date, tried: readonly Date[], now: Date, hours: string): Date {
  const parts = tried.map(partOf)
  const all: PartOfDay[] = ['morning', 'afternoon', 'evening']
  const untried = all.filter((part) => !parts.includes(part))
  const others = all.filter((part) => part !== partOf(now))
  const soonest = new Date(now.getTime() + 2 * HOUR_MS)
  return (
    nextInParts(from, untried, hours) ??
    nextInParts(from, others, hours) ??
    nextOpen(from > soonest ? from : soonest, hours)
  )
}

/** A pending order as the desk looks at it. */
export interface Pending {
  id: number
  createdAt: Date
  contact: Contact
  dueAt: Date | null
  anewAt: Date | null
}

export const NEW_MS = 15 * MINUTE_MS
export const RECENT_MS = HOUR_MS
export const TODAY_MS = 4 * HOUR_MS

/** The lane of a pending order; null while it is not to be called: later, confirmed, unreachable, a wrong number. */
export function laneOf({ contact, dueAt, createdAt, anewAt }: Pending, now: Date): Lane | null {
  if (contact === 'postponed') return dueAt !== null && dueAt <= now ? 'promised' : null
  if (contact === 'retry') return dueAt !== null && dueAt <= now ? 'retry' : null
  if (contact !== 'to_call') return null
  const age = now.getTime() - (anewAt ?? createdAt).getTime()
  if (age < NEW_MS) return 'new'
  return age < RECENT_MS ? 'recent' : 'late'
}

/** Counts of the desk. */
export interface DeskCounts {
  toCall: number
  /** Promised calls whose hour has come or comes within ten minutes. */
  promisedSoon: number
  /** Promised for today, or for an hour that has passed. */
  promised: number
  /** Promised for another day, and of these for tomorrow. */
  later: number
  tomorrow: number
  retries: number
  unreachable: number
  wrongNumber: number
  confirmed: number
}

export const SOON_MS = 10 * MINUTE_MS

export const deletedOrder = () => new Refusal('conflict', 'order_deleted', 'Cette commande a été supprimée.')

/** Refuses (409) a call about an order that is over or has left the house: nothing is confirmed any more. */
export function mustBeCallable({ status, leftAt }: { status: OrderStatus; leftAt: Date | null }): void {
  if (status === 'delivered' || status === 'cancelled')
    throw new Refusal('conflict', 'order_over', 'Cette commande est terminée\u00A0: aucun appel n’est à noter.')
  if (leftAt !== null)
    throw new Refusal('conflict', 'order_left', 'Cette commande est partie\u00A0: aucun appel n’est à noter.')
}

/** True once nobody calls any more, until the order is reopened. */
export const isSettled = (contact: Contact): boolean =>
  contact === 'confirmed' || contact === 'unreachable' || contact === 'wrong_number'

/** True of an order that is not to be called now: it is settled, or waits for another hour. */
export const isReopenable = ({ contact, dueAt }: Pick<Confirmation, 'contact' | 'dueAt'>, now: Date): boolean =>
  isSettled(contact) || (dueAt !== null && dueAt > now)

/** Refuses (409) to reopen an order that is to be called now: nothing is there to take back. */
export function mustBeReopenable(state: Pick<Confirmation, 'contact' | 'dueAt'>, now: Date): void {
  if (isReopenable(state, now)) return
  throw new Refusal('conflict', 'still_to_call', 'Cette commande est encore à appeler.')
}

/** The hour of a promise, within the hours of calls. Refuses (422) none, one that is past and one too far ahead. */
export function promisedHour(dueAt: Date | null, now: Date, hours: string): Date {
  const refuse = (code: string, message: string) => invalidField('due_at', code, message)
  if (dueAt === null) throw refuse('required', 'The due at field is required.')
  if (dueAt <= now) throw refuse('due_at_past', 'Choisissez une heure à venir.')
  if (dueAt.getTime() > now.getTime() + LONGEST_PROMISE_DAYS * DAY_MS)
    throw refuse('due_at_far', `Choisissez un jour dans les ${LONGEST_PROMISE_DAYS} jours.`)
  return nextOpen(dueAt, hours)
}
