import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts, ofAccount } from '#features/accounts/tables.ts'
import type { Decision } from '#features/buyers/model.ts'
import { ofOrder } from '#features/orders/tables.ts'
import { identity, idOf, moment, money } from '#platform/db/columns.ts'
import type { AccountId, BankFileId, WithdrawalId } from '#platform/kernel/ids.ts'
import type { BrokenInvariant } from './model.ts'

export const withdrawals = pgTable(
  'withdrawals',
  {
    id: identity<WithdrawalId>(),
    accountId: ofAccount(),
    /** The account that it is paid to: that of the profile when it was requested. */
    rib: text(),
    amount: money().notNull(),
    status: text().$type<Decision>().notNull().default('pending'),
    /** The bank's word for the transfer. */
    reference: text(),
    reason: text(),
    requestedAt: moment().notNull(),
    decidedAt: moment(),
    decidedBy: idOf<AccountId>().references(() => accounts.id),
  },
  (table) => [
    index('withdrawals_of_an_account').on(table.accountId, table.requestedAt, table.id),
    index('withdrawals_to_decide_first').on(sql`(${table.status} <> 'pending')`, table.id.desc().nullsFirst()),
    index('withdrawals_by_status').on(table.status, table.id),
    check('a_withdrawal_is_above_zero', sql`${table.amount} > 0`),
    check('a_withdrawal_status_is_known', sql`${table.status} in ('pending', 'approved', 'refused')`),
    check('a_withdrawal_decision_is_dated', sql`(${table.status} = 'pending') = (${table.decidedAt} is null)`),
  ],
)

/** One row: the result of the last check of the books. An account that a broken invariant names gets no money out meanwhile. */
export const invariantChecks = pgTable(
  'invariant_checks',
  {
    isOnlyRow: boolean().primaryKey().default(true),
    broken: jsonb().$type<readonly BrokenInvariant[]>().notNull(),
    checkedAt: moment().notNull(),
  },
  (table) => [check('there_is_one_invariant_check', sql`${table.isOnlyRow}`)],
)

/**
 * Orders that a supplier's withdrawal was for. Those of refused ones stay as history; `orders.withdrawalId` is the one that
 * counts now.
 */
export const withdrawalOrders = pgTable(
  'withdrawal_orders',
  {
    withdrawalId: idOf<WithdrawalId>()
      .notNull()
      .references(() => withdrawals.id),
    orderId: ofOrder(),
  },
  (table) => [
    primaryKey({ name: 'a_withdrawal_names_an_order_once', columns: [table.withdrawalId, table.orderId] }),
    index('withdrawal_orders_of_an_order').on(table.orderId),
  ],
)

/** Files for the bank that an admin took away: how many withdrawals each had, and their sum. A trigger logs each. */
export const bankFiles = pgTable(
  'bank_files',
  {
    id: identity<BankFileId>(),
    withdrawals: integer().notNull(),
    amount: money().notNull(),
    madeAt: moment().notNull(),
    madeBy: ofAccount(),
  },
  (table) => [check('a_bank_file_pays_something', sql`${table.withdrawals} > 0 and ${table.amount} > 0`)],
)
