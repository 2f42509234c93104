import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/tables.ts'
import type { CancelReason } from '#features/orders/model.ts'
import { ofOrder, orders } from '#features/orders/tables.ts'
import { identity, idOf, moment } from '#platform/db/columns.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import type { Channel, Contact, Outcome } from './model.ts'

/** The outcome of each call, oldest first by id. Rows stay: only a forgotten person's words go. */
export const callAttempts = pgTable(
  'call_attempts',
  {
    id: identity(),
    orderId: ofOrder(),
    /** Null when the customer did it herself. */
    by: idOf<AccountId>().references(() => accounts.id),
    at: moment().notNull(),
    outcome: text().$type<Outcome>().notNull(),
    via: text().$type<Channel>().notNull(),
    reason: text().$type<CancelReason>(),
    /** The next call that follows from it. */
    dueAt: moment(),
    /** The first day on which the customer is there. */
    wishDay: date({ mode: 'string' }),
    callNote: text(),
  },
  (table) => [
    index('call_attempts_of_an_order').on(table.orderId, table.id),
    index('call_attempts_by_day').on(table.at),
    check(
      'an_outcome_is_known',
      sql`${table.outcome} in ('confirmed', 'no_answer', 'busy', 'postponed', 'wrong_number', 'cancelled', 'link_sent', 'corrected', 'reopened')`,
    ),
    check('a_channel_is_known', sql`${table.via} in ('phone', 'whatsapp', 'page')`),
    check('a_call_note_is_short', sql`char_length(${table.callNote}) between 1 and 300`),
    check('a_promise_has_its_hour', sql`${table.outcome} <> 'postponed' or ${table.dueAt} is not null`),
    check('a_cancelling_call_has_a_reason', sql`(${table.outcome} = 'cancelled') = (${table.reason} is not null)`),
  ],
)

/**
 * How far each order's confirmation is: the sum of its attempts, and whose card it is. An order without a row was never
 * called.
 */
export const confirmations = pgTable(
  'confirmations',
  {
    orderId: idOf<OrderId>()
      .primaryKey()
      .references(() => orders.id),
    contact: text().$type<Contact>().notNull().default('to_call'),
    attempts: integer().notNull().default(0),
    /** Unanswered calls in halves: a busy line counts one, twice at most. */
    halves: integer().notNull().default(0),
    busy: integer().notNull().default(0),
    lastAt: moment(),
    dueAt: moment(),
    wishDay: date({ mode: 'string' }),
    confirmedAt: moment(),
    confirmedVia: text().$type<Channel>(),
    anewAt: moment(),
    heldBy: idOf<AccountId>().references(() => accounts.id),
    heldUntil: moment(),
  },
  (table) => [
    index('confirmations_by_contact').on(table.contact, table.dueAt),
    index('confirmations_held').on(table.heldBy).where(sql`${table.heldBy} is not null`),
    check(
      'a_contact_is_known',
      sql`${table.contact} in ('to_call', 'retry', 'postponed', 'unreachable', 'wrong_number', 'confirmed')`,
    ),
    check(
      'a_later_call_has_its_hour',
      sql`(${table.contact} in ('retry', 'postponed')) = (${table.dueAt} is not null)`,
    ),
    check('a_confirmation_is_dated', sql`(${table.contact} = 'confirmed') = (${table.confirmedAt} is not null)`),
    check('a_card_is_held_for_a_time', sql`(${table.heldBy} is null) = (${table.heldUntil} is null)`),
  ],
)

/** Cards that somebody gave back by hand, without a call. */
export const skippedCards = pgTable(
  'skipped_cards',
  {
    id: identity(),
    orderId: ofOrder(),
    by: idOf<AccountId>()
      .notNull()
      .references(() => accounts.id),
    at: moment().notNull(),
  },
  (table) => [index('skipped_cards_by_day').on(table.at)],
)
