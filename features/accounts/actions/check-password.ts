import { countTries, type Limit, refuseWhenUsedUp } from '#platform/http/limits.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import type { PasswordHashQueue } from '../password-hashing.ts'
import { findPasswordHash } from '../queries.ts'
import { wrongPassword } from '../rules.ts'

const WRONG_PASSWORDS: Limit = { name: 'current-password', max: 10, seconds: 300 }

/**
 * Checks that whoever acts for an account knows its password, not only a token. Gives the hash that matched: the caller
 * compares it again once the account is locked, because the password may change in between. Refuses (422) a wrong
 * password, (429) after ten of them from one address within five minutes, and (503) when the queue of hashes is full.
 */
export async function checkPassword(
  shop: Shop,
  hashing: PasswordHashQueue,
  { id, password, address }: { id: AccountId; password: string; address: string },
): Promise<string> {
  const now = shop.now()
  const person = `${id} ${address}`
  const tries = [{ limit: WRONG_PASSWORDS, who: person }]
  if (shop.rateLimits) await refuseWhenUsedUp(shop.db, now, tries)
  const stored = await findPasswordHash(shop.db, id)
  if ((await hashing.matches(password, stored, person)) && stored !== null) return stored
  if (shop.rateLimits) await countTries(shop.db, now, tries)
  throw wrongPassword()
}
