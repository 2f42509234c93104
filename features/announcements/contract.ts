import * as z from 'zod/mini'
import type { AnnouncementId } from '#platform/kernel/ids.ts'
import { id, instant, pageOf, text } from '#platform/kernel/wire.ts'

/** What the admin tells everybody who is logged in. */
export const announcement = z.codec(
  z.object({
    id: id<AnnouncementId>(),
    title: z.string(),
    message: z.string(),
    created_at: instant,
    is_active: z.boolean(),
  }),
  z.object({
    id: id<AnnouncementId>(),
    title: z.string(),
    message: z.string(),
    createdAt: z.date(),
    isActive: z.boolean(),
  }),
  {
    decode: ({ created_at, is_active, ...same }) => ({ ...same, createdAt: created_at, isActive: is_active }),
    encode: ({ createdAt, isActive, ...same }) => ({ ...same, created_at: createdAt, is_active: isActive }),
  },
)

export type Announcement = z.output<typeof announcement>

export const announcements = z.array(announcement)
export const announcementPage = pageOf(announcement)
export const announcementRequest = z.object({ title: text(120), message: text(1000) })
export const announcementAnswer = z.object({ message: z.string(), announcement })
export const activityAnswer = z.codec(z.object({ is_active: z.boolean() }), z.object({ isActive: z.boolean() }), {
  decode: ({ is_active }) => ({ isActive: is_active }),
  encode: ({ isActive }) => ({ is_active: isActive }),
})
