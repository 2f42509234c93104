import { sql } from 'drizzle-orm'
import { boolean, check, date, pgTable, text } from 'drizzle-orm/pg-core'
import { identity, moment } from '#platform/db/columns.ts'
import type { AnnouncementId } from '#platform/kernel/ids.ts'
import type { Audience } from './model.ts'

export const announcements = pgTable(
  'announcements',
  {
    id: identity<AnnouncementId>(),
    title: text().notNull(),
    message: text().notNull(),
    isActive: boolean().notNull().default(true),
    createdAt: moment().notNull(),
    audience: text().$type<Audience>().notNull().default('everyone'),
    /** The last day on which it is shown, in Casablanca. */
    lastDay: date({ mode: 'string' }),
  },
  (table) => [check('an_audience_is_known', sql`${table.audience} in ('everyone', 'suppliers', 'buyers')`)],
)
