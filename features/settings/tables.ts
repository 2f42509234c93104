import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#platform/db/columns.ts'
import type { SettingName } from './model.ts'

/** What the owner changed of what the environment says; a setting without a row is the environment's. */
export const settings = pgTable('settings', {
  name: text().$type<SettingName>().primaryKey(),
  value: text().notNull(),
  changedAt: moment().notNull(),
})
