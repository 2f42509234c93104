import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#platform/db/columns.ts'
import type { SettingName } from './model.ts'

/** Settings that the owner changed; a setting without a row is the environment's. */
export const settings = pgTable('settings', {
  name: text().$type<SettingName>().primaryKey(),
  value: text().notNull(),
  changedAt: moment().notNull(),
})
