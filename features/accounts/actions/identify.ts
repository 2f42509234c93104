import type { Caller } from '#platform/http/access.ts'
import type { Shop } from '#platform/http/shop.ts'
import { MINUTE_MS } from '#platform/kernel/durations.ts'
import { isSessionAlive } from '../lifetimes.ts'
import { findSession, touchSession } from '../sessions/session-queries.ts'
import { hashToken } from '../tokens.ts'

const TOUCH_EVERY_MS = MINUTE_MS

/** Circumstances of a call with a token. */
export interface TokenUse {
  /** False when a page polls by itself: such calls do not prolong an idle session. */
  isUse: boolean
  /** IP address of the caller. */
  address: string
}

/**
 * Finds the caller behind a token; null when the token is unknown or its session has expired. Stores the last use at most
 * once a minute. Reads whether the shop demands a second factor only for admins who have none.
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
  const unused = now.getTime() - session.lastUsedAt.getTime()
  if (isUse && unused > TOUCH_EVERY_MS) await touchSession(shop.db, hash, address, now)
  const mustSetUp = session.role === 'admin' && !session.hasSecondFactor && (await isSecondFactorRequired())
  return { id: session.accountId, role: session.role, banned: session.bannedAt !== null, mustSetUp }
}
