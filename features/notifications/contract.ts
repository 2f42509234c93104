import * as z from 'zod/mini'
import { as, id, instant, record } from '#platform/kernel/codecs.ts'
import type { NotificationId } from '#platform/kernel/ids.ts'

/** A line of the admin's bell. `link` is the page of the back office that it is about. */
export const notification = record({
  id: id<NotificationId>(),
  message: z.string(),
  link: z.string(),
  createdAt: as('created_at', instant),
  isRead: as('is_read', z.boolean()),
})

export type Notification = z.output<typeof notification>

export const notificationList = z.array(notification)

/** What is polled: how many are unread (counted to `UNREAD_COUNTED` at most), and the id of the newest line of all. */
export const unreadAnswer = z.object({ unread: z.int(), newest: z.nullable(id<NotificationId>()) })

/** Lines newer than `up_to` came while somebody was reading: they stay unread. Without it, all are read. */
export const readAllRequest = z.object({ up_to: z.optional(id<NotificationId>()) })
