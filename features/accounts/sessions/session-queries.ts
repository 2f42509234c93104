import { and, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { DAY_MS } from '#platform/kernel/durations.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { deleteOldPlaces } from '../known-places.ts'
import { sessionLife } from '../lifetimes.ts'
import { deleteUnconfirmed } from '../second-factor/queries.ts'
import { accounts, passwordResets, secondFactors, sessions } from '../tables.ts'

export interface NewSession {
  tokenHash: Buffer
  browser: string
  address: string
}

/**
 * Stores a session if the account is active and its password is still the one that was checked; false otherwise. Waits
 * for a transaction that is changing the account, so that no session survives a reset or a ban that did not know of it.
 */
export async function storeSession(
  db: DbOrTx,
  { id, passwordHash }: { id: AccountId; passwordHash: string | null },
  { tokenHash, browser, address }: NewSession,
  now: Date,
): Promise<boolean> {
  const at = now.toISOString()
  const { rowCount } = await db.execute(sql`
    insert into ${sessions} (token_hash, account_id, browser, ip_address, created_at, last_used_at)
    select ${tokenHash}::bytea, id, ${browser}, ${address}, ${at}::timestamptz, ${at}::timestamptz from ${accounts}
    where id = ${id} and password_hash = ${passwordHash} and banned_at is null
    for share`)
  return rowCount === 1
}

export const deleteSession = (db: DbOrTx, tokenHash: Buffer) =>
  db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))

export async function findSession(db: DbOrTx, tokenHash: Buffer) {
  const [row] = await db
    .select({
      accountId: accounts.id,
      role: accounts.role,
      bannedAt: accounts.bannedAt,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      hasSecondFactor: sql<boolean>`${secondFactors.confirmedAt} is not null`,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .leftJoin(secondFactors, eq(secondFactors.accountId, sessions.accountId))
    .where(eq(sessions.tokenHash, tokenHash))
  return row ?? null
}

/** Stores the moment and IP address of a session's last use. */
export const touchSession = (db: DbOrTx, tokenHash: Buffer, address: string, now: Date) =>
  db.update(sessions).set({ lastUsedAt: now, ipAddress: address }).where(eq(sessions.tokenHash, tokenHash))

export const findSessionsOf = (db: DbOrTx, id: AccountId) =>
  db.select().from(sessions).where(eq(sessions.accountId, id))

export const deleteSessionsOf = (tx: Tx, id: AccountId) => tx.delete(sessions).where(eq(sessions.accountId, id))

export const deleteOtherSessionsOf = (db: DbOrTx, id: AccountId, tokenHash: Buffer) =>
  db.delete(sessions).where(and(eq(sessions.accountId, id), ne(sessions.tokenHash, tokenHash)))

/**
 * Deletes sessions older than anybody's may be, expired links, places unused for 180 days and second factors that were begun a
 * day ago and never confirmed. Sessions with a date to come, from a clock that was ahead, are dated now: they grow old from here.
 */
export async function deleteExpired(db: DbOrTx, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - sessionLife('supplier').life)
  await db.delete(sessions).where(lt(sessions.createdAt, oldest))
  await db.update(sessions).set({ createdAt: now }).where(gt(sessions.createdAt, now))
  await db.update(sessions).set({ lastUsedAt: now }).where(gt(sessions.lastUsedAt, now))
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, now))
  await deleteOldPlaces(db, now)
  await deleteUnconfirmed(db, new Date(now.getTime() - DAY_MS))
}
