import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { identity, moment } from '#platform/db/columns.ts'
import type { NotificationId } from '#platform/kernel/ids.ts'
import type { NotificationKind } from './model.ts'

/** Notifications of the admin's bell, newest last. */
export const notifications = pgTable(
  'notifications',
  {
    id: identity<NotificationId>(),
    kind: text().$type<NotificationKind>().notNull(),
    message: text().notNull(),
    /** The page of the back office that it is about. */
    link: text().notNull(),
    createdAt: moment().notNull(),
    readAt: moment(),
  },
  (table) => [
    index('notifications_unread').on(table.id).where(sql`${table.readAt} is null`),
    index('notifications_read').on(table.readAt).where(sql`${table.readAt} is not null`),
    check(
      'a_notification_kind_is_known',
      sql`${table.kind} in ('order', 'supplier', 'withdrawal', 'purchase', 'sale', 'sold_out', 'audit', 'retention')`,
    ),
  ],
)
