import { and, desc, eq, gte, inArray, isNull, not, or } from 'drizzle-orm'
import type { DbOrTx } from '#platform/db/database.ts'
import type { AnnouncementId } from '#platform/kernel/ids.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import { localDay } from '#platform/kernel/time.ts'
import type { Announcement } from './contract.ts'
import type { AnnouncementState, Audience } from './model.ts'
import { announcements } from './tables.ts'

interface AnnouncementFilter {
  /** Piece of the title or the message, case and accents ignored; empty for all. */
  search: string
  state: AnnouncementState | undefined
}

/** Lists announcements, newest first. The code applies the filter, not SQL, because a shop has few of them. */
export async function listAnnouncements(db: DbOrTx, { search, state }: AnnouncementFilter): Promise<Announcement[]> {
  const all: Announcement[] = await db.select().from(announcements).orderBy(desc(announcements.id))
  const found = normaliseForSearch(search)
  return all.filter(
    ({ title, message, isActive }) =>
      normaliseForSearch(`${title} ${message}`).includes(found) &&
      (state === undefined || isActive === (state === 'active')),
  )
}

/** Lists the active ones for these audiences whose last day is not over, newest first. */
export const listCurrent = (db: DbOrTx, audiences: readonly Audience[], now: Date): Promise<Announcement[]> =>
  db
    .select()
    .from(announcements)
    .where(
      and(
        eq(announcements.isActive, true),
        inArray(announcements.audience, [...audiences]),
        or(isNull(announcements.lastDay), gte(announcements.lastDay, localDay(now))),
      ),
    )
    .orderBy(desc(announcements.id))

/** Text of an announcement, for whom it is and its last day in Casablanca; null for none. */
export interface Announced {
  title: string
  message: string
  audience: Audience
  lastDay: string | null
}

/** Stores an announcement, active from the start. */
export async function storeAnnouncement(db: DbOrTx, announced: Announced, now: Date): Promise<Announcement> {
  const [row] = await db
    .insert(announcements)
    .values({ ...announced, createdAt: now })
    .returning()
  return row!
}

/** Changes an announcement; null when there is none. */
export async function changeAnnouncement(
  db: DbOrTx,
  id: AnnouncementId,
  announced: Announced,
): Promise<Announcement | null> {
  const [row] = await db.update(announcements).set(announced).where(eq(announcements.id, id)).returning()
  return row ?? null
}

/**
 * Switches an announcement on or off and gives its new state; null when there is none. A single statement, so that two
 * admins at once do not undo each other's click unnoticed.
 */
export async function toggleAnnouncement(db: DbOrTx, id: AnnouncementId): Promise<boolean | null> {
  const [row] = await db
    .update(announcements)
    .set({ isActive: not(announcements.isActive) })
    .where(eq(announcements.id, id))
    .returning({ isActive: announcements.isActive })
  return row?.isActive ?? null
}
