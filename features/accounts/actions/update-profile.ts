import { constraintOf, inTransaction } from '#platform/db/database.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { unauthenticated } from '#platform/kernel/refusal.ts'
import { profileChangedLetter } from '../letters.ts'
import { holdAccount, storeProfile } from '../queries.ts'
import { changedFields, emailTaken } from '../rules.ts'
import { deleteSessionsOf } from '../session-queries.ts'

export interface ProfileChange {
  name: string
  email: string
  phone: string
  address: string
  /** Undefined leaves it, null takes it away. */
  rib: string | null | undefined
}

/**
 * Changes what a person says of itself, ends every session of the account, and tells the address that it had before.
 * Refuses (422) an address that has another account.
 */
export async function updateProfile(shop: Shop, id: AccountId, change: ProfileChange): Promise<void> {
  try {
    await inTransaction(shop.db, async (tx) => {
      const before = await holdAccount(tx, id)
      if (!before) throw unauthenticated()
      const after = { ...change, rib: change.rib === undefined ? before.rib : change.rib }
      await storeProfile(tx, id, before.customId, after)
      await deleteSessionsOf(tx, id)
      const changes = changedFields(before, after)
      const to = { name: before.name, address: before.email }
      if (changes.length > 0)
        await shop.postOffice.post(tx, to, profileChangedLetter({ name: before.name, changes }, shop))
    })
  } catch (error) {
    throw constraintOf(error) === 'an_email_has_one_account' ? emailTaken() : error
  }
}
