import * as z from 'zod/mini'
import { as, id, instant, record } from '#platform/kernel/codecs.ts'
import type { NotificationId } from '#platform/kernel/ids.ts'
import { LISTED, NOTIFICATION_KINDS } from './model.ts'

/** A notification of the admin's bell. `link` leads to the page of the back office that it is about. */
const notification = record({
  id: id<NotificationId>(),
  kind: z.enum(NOTIFICATION_KINDS),
  message: z.string(),
  link: z.string(),
  createdAt: as('created_at', instant),
  isRead: as('is_read', z.boolean()),
})

export type Notification = z.output<typeof notification>

export const notificationList = z.array(notification)

/** Answer to the poll: the number of unread notifications (`UNREAD_COUNTED` at most), and the id of the newest of all. */
export const unreadAnswer = z.object({ unread: z.int(), newest: z.nullable(id<NotificationId>()) })

/**
 * Marks several as read: those up to `up_to`, since newer ones came while somebody was reading, or those of `ids`, a group
 * of the bell. Without either, all of them.
 */
export const readAllRequest = z.object({
  up_to: z.optional(id<NotificationId>()),
  ids: z.optional(z.array(id<NotificationId>()).check(z.minLength(1), z.maxLength(LISTED))),
})
