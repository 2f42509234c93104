import type { Tx } from '#platform/db/database.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { holdForBan, storeErased } from '../queries.ts'
import { erasedCode, mustBeErasable, unknownAccount } from '../rules.ts'

/** Who an account belonged to, for what else holds it. */
export interface ErasedPerson {
  customId: string
  email: string
  /** What stands in the place of its promo code, if it had one. */
  code: string | null
}

/**
 * Makes an account nobody's: for good, closed, its sessions and links ended. Refuses (404) an unknown account and (409) an
 * admin's and one that is nobody's already. Until the transaction ends nobody writes in the account's name.
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
