import * as z from 'zod/mini'
import { as, id, instant, oneLine, pageOf, record, text } from '#platform/kernel/codecs.ts'
import type { AnnouncementId } from '#platform/kernel/ids.ts'

/** News of the admin for everybody who is logged in. */
export const announcement = record({
  id: id<AnnouncementId>(),
  title: z.string(),
  message: z.string(),
  createdAt: as('created_at', instant),
  isActive: as('is_active', z.boolean()),
})

export type Announcement = z.output<typeof announcement>

export const announcements = z.array(announcement)
export const announcementPage = pageOf(announcement)
export const announcementRequest = z.object({ title: oneLine(120), message: text(1000) })
export const announcementAnswer = z.object({ message: z.string(), announcement })
export const activityAnswer = record({ isActive: as('is_active', z.boolean()) })
