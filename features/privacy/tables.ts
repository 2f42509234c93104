import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/tables.ts'
import { identity, idOf, moment } from '#platform/db/columns.ts'
import type { AccountId, CustomerId } from '#platform/kernel/ids.ts'

const DATA_REQUEST_KINDS = ['exported', 'anonymised', 'expired', 'clock_confirmed', 'round_confirmed'] as const
type DataRequestKind = (typeof DATA_REQUEST_KINDS)[number]
const KINDS = DATA_REQUEST_KINDS.map((kind) => `'${kind}'`).join(', ')

/**
 * Requests by which personal data was handed out or erased: of whom, by whom and when; nothing of the data. Rows about
 * orders that became too old, and about the owner's word on them, name nobody. A trigger logs each in the audit log.
 */
export const dataRequests = pgTable(
  'data_requests',
  {
    id: identity(),
    /** The oldest of several records of one person. A number only: a record that never ordered goes one day. */
    customerId: idOf<CustomerId>(),
    accountId: idOf<AccountId>().references(() => accounts.id),
    /** Kind of request, under the name by which the audit log shows it. */
    personalData: text().$type<DataRequestKind>().notNull(),
    /** How many orders it was about. */
    orders: integer().notNull(),
    doneAt: moment().notNull(),
    doneBy: idOf<AccountId>().references(() => accounts.id),
  },
  (table) => [
    check('a_data_request_kind_is_known', sql`${table.personalData} in (${sql.raw(KINDS)})`),
    check(
      'a_data_request_is_about_one_person',
      sql`num_nonnulls(${table.customerId}, ${table.accountId})
        = case when ${table.personalData} in ('exported', 'anonymised') then 1 else 0 end`,
    ),
  ],
)

/** One row: the state of the rounds that anonymise old orders, and their question to the owner. */
export const retention = pgTable(
  'retention',
  {
    isOnlyRow: boolean().primaryKey().default(true),
    dueOrders: integer(),
    allOrders: integer(),
    confirmedOrders: integer(),
    waiting: text().$type<'clock' | 'round'>(),
    lastRoundAt: moment(),
    lastCertainAt: moment(),
  },
  (table) => [
    check('there_is_one_retention_row', sql`${table.isOnlyRow}`),
    check('a_retention_question_is_known', sql`${table.waiting} in ('clock', 'round')`),
  ],
)
