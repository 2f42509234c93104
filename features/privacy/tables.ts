import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/tables.ts'
import { identity, idOf, moment } from '#platform/db/columns.ts'
import type { AccountId, CustomerId } from '#platform/kernel/ids.ts'

/**
 * Whose data was handed out or erased, by whom and when; nothing of the data. A trigger writes each down in the audit log.
 */
export const personalDataActs = pgTable(
  'personal_data_acts',
  {
    id: identity(),
    /** Under the name by which the audit log shows it. */
    personalData: text().$type<'exported' | 'anonymised'>().notNull(),
    /** Of several records of one person, the oldest. A number only: a record that never ordered goes one day. */
    customerId: idOf<CustomerId>(),
    accountId: idOf<AccountId>().references(() => accounts.id),
    /** How many orders it was about. */
    orders: integer().notNull(),
    doneBy: idOf<AccountId>().references(() => accounts.id),
    doneAt: moment().notNull(),
  },
  (table) => [
    check('a_personal_data_act_is_known', sql`${table.personalData} in ('exported', 'anonymised')`),
    check('an_act_is_about_one_person', sql`(${table.customerId} is null) <> (${table.accountId} is null)`),
  ],
)
