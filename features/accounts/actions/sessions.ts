import type { DbOrTx } from '#platform/db/database.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { isSessionAlive } from '../lifetimes.ts'
import { deleteOtherSessionsOf, deleteSession, findSessionsOf } from '../sessions/session-queries.ts'
import { hashToken } from '../tokens.ts'

/** Lists the live sessions of an account: the caller's own first, then by last use. */
export async function listSessions(shop: Shop, { id, role }: { id: AccountId; role: string }, token: string) {
  const hash = hashToken(token)
  const all = await findSessionsOf(shop.db, id)
  return all
    .filter((session) => isSessionAlive(role, session, shop.now()))
    .map(({ tokenHash, createdAt, lastUsedAt, browser, ipAddress }) => ({
      since: createdAt,
      lastUsed: lastUsedAt,
      browser,
      address: ipAddress,
      isCurrent: hash.equals(tokenHash),
    }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastUsed.getTime() - a.lastUsed.getTime())
}

/** Ends every session of the account but the caller's own. */
export const endOtherSessions = (db: DbOrTx, id: AccountId, token: string) =>
  deleteOtherSessionsOf(db, id, hashToken(token))

/** Ends the session of a token; an unknown token is no mistake. */
export const logOut = (db: DbOrTx, token: string) => deleteSession(db, hashToken(token))
