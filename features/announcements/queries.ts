import { desc, eq, not } from 'drizzle-orm'
import type { DbOrTx } from '#platform/db/database.ts'
import type { AnnouncementId } from '#platform/kernel/ids.ts'
import type { Announcement } from './contract.ts'
import { announcements } from './tables.ts'

/** Newest first. */
export const listAnnouncements = (db: DbOrTx, { activeOnly }: { activeOnly: boolean }): Promise<Announcement[]> =>
  db
    .select()
    .from(announcements)
    .where(activeOnly ? eq(announcements.isActive, true) : undefined)
    .orderBy(desc(announcements.id))

export async function storeAnnouncement(
  db: DbOrTx,
  { title, message }: { title: string; message: string },
  now: Date,
): Promise<Announcement> {
  const [row] = await db.insert(announcements).values({ title, message, createdAt: now }).returning()
  return row!
}

/** Switches it on or off in one statement and says which it is now; null when there is none. */
export async function toggleAnnouncement(db: DbOrTx, id: AnnouncementId): Promise<boolean | null> {
  const [row] = await db
    .update(announcements)
    .set({ isActive: not(announcements.isActive) })
    .where(eq(announcements.id, id))
    .returning({ isActive: announcements.isActive })
  return row?.isActive ?? null
}
