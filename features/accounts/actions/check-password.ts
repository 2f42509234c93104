import type { Tx } from '#platform/db/database.ts'
import { countTries, type Limit, refuseWhenUsedUp } from '#platform/http/limits.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { accountDeleted, unauthenticated } from '#platform/kernel/refusal.ts'
import type { PasswordHashQueue } from '../password-hashing.ts'
import { findPasswordHash, holdAccount } from '../queries.ts'
import { passwordMissing, wrongPassword } from '../rules.ts'

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
  if ((await hashing.matches(password, stored, person, address)) && stored !== null) return stored
  if (shop.rateLimits) await countTries(shop.db, now, tries)
  throw wrongPassword()
}

/** Somebody who acts for an account by a token, and may have sent its password as well. */
export interface PasswordCaller {
  id: AccountId
  /** IP address of the call. */
  address: string
  /** The present password; undefined when it was not sent. */
  password: string | undefined
}

/** Does the same where only some changes ask for the password. Refuses (422) a call without it. */
export function checkSentPassword(
  shop: Shop,
  hashing: PasswordHashQueue,
  { id, password, address }: PasswordCaller,
): Promise<string> {
  if (!password) throw passwordMissing()
  return checkPassword(shop, hashing, { id, password, address })
}

/**
 * Locks the account. Refuses (422) when its password is no longer the one that was checked, null when none was, and
 * (403) when the account was closed meanwhile.
 */
export async function holdWithPassword(tx: Tx, id: AccountId, checked: string | null) {
  const account = await holdAccount(tx, id)
  if (!account) throw unauthenticated()
  if (!account.isActive) throw accountDeleted()
  if (checked === null || (await findPasswordHash(tx, id)) !== checked) throw wrongPassword()
  return account
}
