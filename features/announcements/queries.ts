import { desc, eq, not } from 'drizzle-orm'
import type { DbOrTx } from '#platform/db/database.ts'
import type { AnnouncementId } from '#platform/kernel/ids.ts'
import type { Announcement } from './contract.ts'
import { announcements } from './tables.ts'

/** Lists all announcements or the active ones, newest first. */
export const listAnnouncements = (db: DbOrTx, { activeOnly }: { activeOnly: boolean }): Promise<Announcement[]> =>
  db
    .select()
    .from(announcements)
    .where(activeOnly ? eq(announcements.isActive, true) : undefined)
    .orderBy(desc(announcements.id))

/** Stores an announcement, active from the start. */
export async function storeAnnouncement(
  db: DbOrTx,
  { title, message }: { title: string; message: string },
  now: Date,
): Promise<Announcement> {
  const [row] = await db.insert(announcements).values({ title, message, createdAt: now }).returning()
  return row!
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
