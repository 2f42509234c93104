import type { Tx } from '#platform/db/database.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { holdForBan, storeErased } from '../queries.ts'
import { erasedCode, mustBeErasable, unknownAccount } from '../rules.ts'

/** Former identity of an erased account, by which other rooms find their own copies of it. */
export interface ErasedPerson {
  customId: string
  email: string
  /** New promo code in the place of the former one; null when there was none. */
  code: string | null
}

/**
 * Erases the person behind an account for good: closes it, ends its sessions and reset links. Refuses (404) an unknown
 * account and (409) an admin's or one that is erased already. Locks the account, so that nobody writes in its name until
 * the transaction ends.
 */
export async function eraseAccount(tx: Tx, id: AccountId, now: () => Date): Promise<ErasedPerson> {
  const account = await holdForBan(tx, id)
  if (!account) throw unknownAccount()
  mustBeErasable(account)
  await storeErased(tx, id, account.customId, now())
  return {
    customId: account.customId,
    email: account.email,
    code: account.promoCode === null ? null : erasedCode(id),
  }
}
