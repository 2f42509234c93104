import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/tables.ts'
import { identity, idOf, moment } from '#platform/db/columns.ts'
import type { AccountId, CustomerId } from '#platform/kernel/ids.ts'

const PERSONAL_DATA_ACTS = ['exported', 'anonymised', 'expired', 'clock_confirmed', 'round_confirmed'] as const
type PersonalDataAct = (typeof PERSONAL_DATA_ACTS)[number]
const ACTS = PERSONAL_DATA_ACTS.map((act) => `'${act}'`).join(', ')

/**
 * Whose data was handed out or erased, by whom and when; nothing of the data. What became too old, and what the owner
 * confirmed of it, names nobody. A trigger writes each down in the audit log.
 */
export const dataRequests = pgTable(
  'personal_data_acts',
  {
    id: identity(),
    /** Under the name by which the audit log shows it. */
    personalData: text().$type<PersonalDataAct>().notNull(),
    /** Of several records of one person, the oldest. A number only: a record that never ordered goes one day. */
    customerId: idOf<CustomerId>(),
    accountId: idOf<AccountId>().references(() => accounts.id),
    /** How many orders it was about. */
    orders: integer().notNull(),
    doneBy: idOf<AccountId>().references(() => accounts.id),
    doneAt: moment().notNull(),
  },
  (table) => [
    check('a_personal_data_act_is_known', sql`${table.personalData} in (${sql.raw(ACTS)})`),
    check(
      'an_act_is_about_one_person',
      sql`num_nonnulls(${table.customerId}, ${table.accountId})
        = case when ${table.personalData} in ('exported', 'anonymised') then 1 else 0 end`,
    ),
  ],
)

/** One row: what the rounds that anonymise old orders remember, and what they ask the owner. */
export const retention = pgTable(
  'retention',
  {
    isTheOne: boolean().primaryKey().default(true),
    lastRoundAt: moment(),
    waiting: text().$type<'clock' | 'round'>(),
    seenBefore: moment(),
    due: integer(),
    all: integer(),
    confirmedOrders: integer(),
  },
  (table) => [
    check('there_is_one_retention', sql`${table.isTheOne}`),
    check('what_waits_for_the_owner_is_known', sql`${table.waiting} in ('clock', 'round')`),
  ],
)
