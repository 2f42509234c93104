import * as z from 'zod/mini'
import type { NotificationId } from '#platform/kernel/ids.ts'
import { id, instant } from '#platform/kernel/wire.ts'

/** A line of the admin's bell. `link` is the page of the back office that it is about. */
export const notification = z.codec(
  z.object({
    id: id<NotificationId>(),
    message: z.string(),
    link: z.string(),
    created_at: instant,
    is_read: z.boolean(),
  }),
  z.object({
    id: id<NotificationId>(),
    message: z.string(),
    link: z.string(),
    createdAt: z.date(),
    isRead: z.boolean(),
  }),
  {
    decode: ({ created_at, is_read, ...same }) => ({ ...same, createdAt: created_at, isRead: is_read }),
    encode: ({ createdAt, isRead, ...same }) => ({ ...same, created_at: createdAt, is_read: isRead }),
  },
)

export type Notification = z.output<typeof notification>

export const notificationList = z.array(notification)

/** What is polled: how many are unread (counted to `UNREAD_COUNTED` at most), and the id of the newest line of all. */
export const unreadAnswer = z.object({ unread: z.int(), newest: z.nullable(id<NotificationId>()) })

/** Lines newer than `up_to` came while somebody was reading: they stay unread. Without it, all are read. */
export const readAllRequest = z.object({ up_to: z.optional(id<NotificationId>()) })
