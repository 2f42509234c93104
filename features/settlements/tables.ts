import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts, ofAccount } from '#features/accounts/tables.ts'
import { orders } from '#features/orders/tables.ts'
import { ofCourier } from '#features/parcels/tables.ts'
import { identity, idOf, moment, money } from '#platform/db/columns.ts'
import type { AccountId, ClaimId, OrderId, StatementId } from '#platform/kernel/ids.ts'
import { type ClaimKind, type LineDecision, MAX_LINE_NOTE, type Verdict } from './model.ts'

/** Payments of couriers, each with the list of orders that it is for. */
export const statements = pgTable(
  'statements',
  {
    id: identity<StatementId>(),
    courierId: ofCourier(),
    /** The courier's own number for it. */
    reference: text().notNull(),
    paidOn: date({ mode: 'string' }).notNull(),
    /** The sum that the bank or the hand really got. Negative when the courier took money back. */
    received: money().notNull(),
    /** How much less than its net was received, and accepted; null until it is closed. Negative when it was more. */
    acceptedGap: money(),
    gapReason: text(),
    createdAt: moment().notNull(),
    createdBy: ofAccount(),
    closedAt: moment(),
    closedBy: idOf<AccountId>().references(() => accounts.id),
    /** Set for one that was entered by mistake: its lines count nowhere. */
    removedAt: moment(),
    /** SHA-256 of its lines: the same list is entered once. */
    digest: text().notNull(),
  },
  (table) => [
    uniqueIndex('a_reference_is_one_statement')
      .on(table.courierId, table.reference)
      .where(sql`${table.removedAt} is null`),
    uniqueIndex('a_list_is_one_statement').on(table.courierId, table.digest).where(sql`${table.removedAt} is null`),
    index('statements_by_day').on(table.paidOn, table.id).where(sql`${table.removedAt} is null`),
    check('a_statement_has_a_reference', sql`char_length(${table.reference}) between 1 and 60`),
    check('a_gap_is_accepted_at_the_close', sql`(${table.closedAt} is null) = (${table.acceptedGap} is null)`),
    check('a_gap_has_a_reason', sql`coalesce(${table.acceptedGap}, 0) = 0 or ${table.gapReason} is not null`),
    check('a_gap_reason_is_short', sql`char_length(${table.gapReason}) between 1 and 300`),
    check('a_closed_statement_stays', sql`${table.closedAt} is null or ${table.removedAt} is null`),
  ],
)

/** Lines of statements, as the courier wrote them, with what was decided about each. */
export const statementLines = pgTable(
  'statement_lines',
  {
    statementId: idOf<StatementId>()
      .notNull()
      .references(() => statements.id),
    /** Its place in the courier's list. */
    row: integer().notNull(),
    orderId: idOf<OrderId>().references(() => orders.id),
    tracking: text(),
    reference: text(),
    /** Null when the amount could not be read. */
    collected: money(),
    /** Null when the list does not say it. What the courier pays is the amount less the fee. */
    fee: money(),
    /** The verdict that the decision is about. */
    verdict: text().$type<Verdict>().notNull(),
    /** Null until somebody has decided. */
    decision: text().$type<LineDecision>(),
    /** Words of staff about the line. */
    note: text(),
  },
  (table) => [
    primaryKey({ name: 'a_row_is_one_line', columns: [table.statementId, table.row] }),
    uniqueIndex('an_order_is_paid_once')
      .on(table.orderId)
      .where(sql`${table.decision} in ('kept', 'claimed') and ${table.collected} > 0`),
    index('statement_lines_of_an_order').on(table.orderId),
    check('rows_begin_with_one', sql`${table.row} >= 1`),
    check('a_line_note_is_short', sql.raw(`char_length(note) between 1 and ${MAX_LINE_NOTE}`)),
    check(
      'a_verdict_is_known',
      sql`${table.verdict} in ('unreadable', 'unknown', 'twice', 'not_delivered', 'already_paid', 'not_paid', 'amount_gap', 'fee_gap', 'correction', 'return_fee', 'right')`,
    ),
    check('a_line_decision_is_known', sql`${table.decision} in ('kept', 'claimed', 'dropped')`),
    check(
      'a_line_that_counts_has_an_order',
      sql`${table.decision} is null or ${table.decision} = 'dropped' or (${table.orderId} is not null and ${table.collected} is not null)`,
    ),
  ],
)

/** Money that a courier is asked for: a difference of a line, an order that it never paid, a parcel that it lost. */
export const claims = pgTable(
  'claims',
  {
    id: identity<ClaimId>(),
    courierId: ofCourier(),
    statementId: idOf<StatementId>().references(() => statements.id),
    orderId: idOf<OrderId>().references(() => orders.id),
    kind: text().$type<ClaimKind>().notNull(),
    due: money().notNull(),
    /** The sum that came of it; 0 when it was given up. */
    settledAmount: money(),
    openedAt: moment().notNull(),
    openedBy: ofAccount(),
    sentAt: moment(),
    settledAt: moment(),
  },
  (table) => [
    uniqueIndex('an_amount_is_claimed_once')
      .on(table.orderId)
      .where(sql`${table.kind} in ('amount', 'missing', 'lost') and ${table.settledAt} is null`),
    index('claims_of_a_courier').on(table.courierId, table.settledAt),
    index('claims_of_a_statement').on(table.statementId),
    check('a_claim_kind_is_known', sql`${table.kind} in ('amount', 'fee', 'missing', 'lost', 'gap')`),
    check('a_claim_is_about_an_order_or_a_gap', sql`(${table.kind} = 'gap') = (${table.orderId} is null)`),
    check('a_claim_is_above_zero', sql`${table.due} > 0`),
    check('a_settled_claim_has_a_sum', sql`(${table.settledAt} is null) = (${table.settledAmount} is null)`),
    check('a_claim_brings_at_most_its_sum', sql`${table.settledAmount} between 0 and ${table.due}`),
  ],
)
