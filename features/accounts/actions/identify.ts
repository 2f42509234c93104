import type { Caller } from '#platform/http/access.ts'
import type { Shop } from '#platform/http/shop.ts'
import { isSessionAlive } from '../rules.ts'
import { findSession, touchSession } from '../session-queries.ts'
import { hashToken } from '../tokens.ts'

const TOUCH_EVERY_MS = 60_000

/** How a token comes to be looked at: where from, and whether a person used it or a page by itself. */
export interface TokenUse {
  isUse: boolean
  address: string
}

/**
 * Who a token stands for; null when it is unknown or has expired. Its last use, if this is one, is noted once a minute.
 * Whether admins must have a second factor is asked of those who have none.
 */
export async function identify(
  shop: Shop,
  token: string,
  { isUse, address }: TokenUse,
  isSecondFactorRequired: () => Promise<boolean>,
): Promise<Caller | null> {
  const hash = hashToken(token)
  const session = await findSession(shop.db, hash)
  const now = shop.now()
  if (session === null || !isSessionAlive(session.role, session, now)) return null
  const unused = now.getTime() - session.seenAt.getTime()
  if (isUse && unused > TOUCH_EVERY_MS) await touchSession(shop.db, hash, address, now)
  const mustSetUp = session.role === 'admin' && !session.hasSecondFactor && (await isSecondFactorRequired())
  return { id: session.accountId, role: session.role, banned: session.bannedAt !== null, mustSetUp }
}
