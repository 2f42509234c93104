import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts, ofAccount } from '#features/accounts/tables.ts'
import { identity, idOf, moment, money } from '#platform/db/columns.ts'
import type { AccountId, PurchaseId, SaleDeclarationId, SaleId } from '#platform/kernel/ids.ts'
import type { Decision } from './model.ts'

/** Money that a buyer wants to put into stock; it counts once it is approved. */
export const purchases = pgTable(
  'purchases',
  {
    id: identity<PurchaseId>(),
    buyerId: ofAccount(),
    amount: money().notNull(),
    status: text().$type<Decision>().notNull().default('pending'),
    reason: text(),
    requestedAt: moment().notNull(),
    decidedAt: moment(),
    decidedBy: idOf<AccountId>().references(() => accounts.id),
  },
  (table) => [
    index('purchases_of_a_buyer').on(table.buyerId, table.requestedAt, table.id),
    index('purchases_to_decide_first').on(sql`(${table.status} <> 'pending')`, table.id.desc().nullsFirst()),
    index('purchases_by_status').on(table.status, table.id),
    check('stock_is_bought_in_fixed_sums', sql`${table.amount} in (500000, 1000000, 1500000, 2000000)`),
    check('a_purchase_status_is_known', sql`${table.status} in ('pending', 'approved', 'refused')`),
    check('a_purchase_decision_is_dated', sql`(${table.status} = 'pending') = (${table.decidedAt} is null)`),
  ],
)

/** Sales of a buyer's stock, as they were recorded. */
export const sales = pgTable(
  'sales',
  {
    id: identity<SaleId>(),
    buyerId: ofAccount(),
    amount: money().notNull(),
    recordedAt: moment().notNull(),
    recordedBy: idOf<AccountId>().references(() => accounts.id),
  },
  (table) => [
    index('sales_of_a_buyer').on(table.buyerId, table.recordedAt, table.id),
    check('a_sale_is_above_zero', sql`${table.amount} > 0`),
  ],
)

/** Sales that buyers say they made. One counts once it is approved: it is a sale then. */
export const saleDeclarations = pgTable(
  'sale_declarations',
  {
    id: identity<SaleDeclarationId>(),
    buyerId: ofAccount(),
    /** The sale that it became. */
    saleId: idOf<SaleId>().references(() => sales.id),
    /** The buyer's words about it. */
    note: text(),
    amount: money().notNull(),
    status: text().$type<Decision>().notNull().default('pending'),
    reason: text(),
    declaredAt: moment().notNull(),
    decidedAt: moment(),
    decidedBy: idOf<AccountId>().references(() => accounts.id),
  },
  (table) => [
    index('sale_declarations_of_a_buyer').on(table.buyerId, table.declaredAt, table.id),
    index('sale_declarations_to_decide_first').on(sql`(${table.status} <> 'pending')`, table.id.desc().nullsFirst()),
    index('sale_declarations_by_status').on(table.status, table.id),
    uniqueIndex('a_sale_is_declared_once').on(table.saleId),
    check('a_declared_sale_is_above_zero', sql`${table.amount} > 0`),
    check('a_declaration_status_is_known', sql`${table.status} in ('pending', 'approved', 'refused')`),
    check('a_declaration_decision_is_dated', sql`(${table.status} = 'pending') = (${table.decidedAt} is null)`),
    check('an_approved_declaration_is_a_sale', sql`(${table.status} = 'approved') = (${table.saleId} is not null)`),
  ],
)
