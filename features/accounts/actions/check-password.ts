import { countTries, type Limit, refuseWhenUsedUp } from '#platform/http/limits.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import type { PasswordHashQueue } from '../password-hashing.ts'
import { findPasswordHash } from '../queries.ts'
import { wrongPassword } from '../rules.ts'

const WRONG_PASSWORDS: Limit = { name: 'current-password', max: 10, seconds: 300 }

/**
 * Makes sure that whoever acts for an account knows its password, not only its token, and says the hash that it matched:
 * what follows holds it against the account once that is locked. Refuses (422) a wrong one and (429) after ten of them
 * from one address.
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
  const kept = await findPasswordHash(shop.db, id)
  if ((await hashing.matches(password, kept, person)) && kept !== null) return kept
  if (shop.rateLimits) await countTries(shop.db, now, tries)
  throw wrongPassword()
}
