import * as z from 'zod/mini'
import { as, id, instant, named, oneLine, pageOf, record, text } from '#platform/kernel/codecs.ts'
import type { AnnouncementId } from '#platform/kernel/ids.ts'
import { AUDIENCES, MAX_MESSAGE, MAX_TITLE, UNTIL_FIELD } from './model.ts'

const shown = {
  id: id<AnnouncementId>(),
  title: z.string(),
  message: z.string(),
  createdAt: as('created_at', instant),
  isActive: as('is_active', z.boolean()),
}

/** News of the admin for those who are logged in. */
const announcement = record(shown)

export const announcements = z.array(announcement)

/** The same with what the admin alone reads: for whom it is, and the last day on which it is shown. */
const announcementOfAdmin = record({
  ...shown,
  audience: named(AUDIENCES),
  lastDay: as(UNTIL_FIELD, z.nullable(z.string())),
})

export type Announcement = z.output<typeof announcementOfAdmin>

export const announcementList = z.array(announcementOfAdmin)
export const announcementPage = pageOf(announcementOfAdmin)

export const announcementRequest = record({
  title: oneLine(MAX_TITLE),
  message: text(MAX_MESSAGE),
  /** Everybody unless given. */
  audience: z.optional(named(AUDIENCES)),
  lastDay: as(UNTIL_FIELD, z.optional(z.nullable(z.iso.date()))),
})

export type AnnouncementRequest = z.output<typeof announcementRequest>

export const announcementAnswer = z.object({ message: z.string(), announcement: announcementOfAdmin })
export const activityAnswer = record({ isActive: as('is_active', z.boolean()) })
