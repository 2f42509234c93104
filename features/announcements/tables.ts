import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { identity, moment } from '#platform/db/columns.ts'
import type { AnnouncementId } from '#platform/kernel/ids.ts'

export const announcements = pgTable('announcements', {
  id: identity<AnnouncementId>(),
  title: text().notNull(),
  message: text().notNull(),
  isActive: boolean().notNull().default(true),
  createdAt: moment().notNull(),
})
