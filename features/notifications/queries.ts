import { and, desc, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import { DAY_MS } from '#platform/kernel/durations.ts'
import type { NotificationId } from '#platform/kernel/ids.ts'
import type { Notification } from './contract.ts'
import { LISTED, UNREAD_COUNTED } from './model.ts'
import type { NotificationText } from './rules.ts'
import { notifications } from './tables.ts'

const READ_RETENTION_MS = 90 * DAY_MS

/** Stores a notification in the transaction of its cause: with it or not at all. */
export async function notify(tx: Tx, text: NotificationText, now: Date): Promise<void> {
  await tx.insert(notifications).values({ ...text, createdAt: now })
}

/** Lists the newest hundred, newest first. */
export async function listNotifications(db: DbOrTx): Promise<Notification[]> {
  const rows = await db.select().from(notifications).orderBy(desc(notifications.id)).limit(LISTED)
  return rows.map(({ id, kind, message, link, createdAt, readAt }) => ({
    id,
    kind,
    message,
    link,
    createdAt,
    isRead: readAt !== null,
  }))
}

/** Counts unread notifications up to a hundred, because every open back office polls it every few seconds. */
export async function countUnread(db: DbOrTx): Promise<{ unread: number; newest: NotificationId | null }> {
  const { rows } = await db.execute<{ unread: number; newest: NotificationId | null }>(sql`
    select
      (select count(*)::int from (select from notifications where read_at is null limit ${UNREAD_COUNTED}) as newest_unread)
        as unread,
      (select max(id) from notifications) as newest`)
  return rows[0]!
}

/** Marks a notification as read; a second time leaves the first moment. False when there is no such notification. */
export async function markRead(db: DbOrTx, id: NotificationId, now: Date): Promise<boolean> {
  const rows = await db
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, ${now.toISOString()})` })
    .where(eq(notifications.id, id))
    .returning({ id: notifications.id })
  return rows.length > 0
}

/** Chooses among the unread ones; all of them where nothing is given. */
interface Several {
  upTo?: NotificationId | undefined
  ids?: readonly NotificationId[] | undefined
}

export const markAllRead = (db: DbOrTx, { upTo, ids }: Several, now: Date) =>
  db
    .update(notifications)
    .set({ readAt: now })
    .where(
      and(
        isNull(notifications.readAt),
        upTo === undefined ? undefined : lte(notifications.id, upTo),
        ids && isOneOf(notifications.id, ids),
      ),
    )

/**
 * Replaces an erased person's name in the notifications about it. Finds the name by the custom id beside it: the texts of
 * `rules.ts` put one next to the other.
 */
export const forgetNameOf = (tx: Tx, customId: string, instead: string) =>
  tx.execute(sql`
    update notifications set message = case kind
      when 'supplier' then regexp_replace(message, ${`(${customId}\u00A0– ).*$`}, ${`\\1${instead}`})
      else regexp_replace(message, ${`\u00A0– .*, ${customId}$`}, ${`\u00A0– ${instead}, ${customId}`})
    end
    where kind in ('supplier', 'withdrawal', 'purchase', 'sale')
      and (position(${`${customId}\u00A0– `} in message) > 0 or right(message, ${customId.length + 2}) = ${`, ${customId}`})`)

/** Deletes notifications that were read more than 90 days ago; unread ones stay. */
export const deleteReadNotifications = (db: DbOrTx, now: Date) =>
  db.delete(notifications).where(lt(notifications.readAt, new Date(now.getTime() - READ_RETENTION_MS)))
