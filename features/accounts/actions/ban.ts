import type { Tx } from '#platform/db/database.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { holdForBan, storeBan } from '../queries.ts'
import { mustBeBannable, mustNotBeErased, unknownAccount } from '../rules.ts'
import { deleteSessionsOf } from '../sessions/session-queries.ts'

/**
 * Bans a supplier or buyer: its sessions open nothing, its promo code counts for nothing, and whatever it is writing at
 * that moment either commits first or is refused. Refuses (404) an unknown account and (409) an admin's; a second ban
 * changes nothing. Reads the clock after locking the account, so that the ban is younger than all that the account wrote;
 * should it be older all the same, a trigger dates it after that.
 */
export async function banAccount(tx: Tx, id: AccountId, now: () => Date): Promise<void> {
  const account = await holdForBan(tx, id)
  if (!account) throw unknownAccount()
  mustBeBannable(account.role)
  if (account.isActive) await storeBan(tx, id, now())
}

/**
 * Lifts a ban: the promo code works again, former sessions do not. Refuses (404) an unknown account and (409) an erased
 * one; an account that is not banned stays as it is.
 */
export async function restoreAccount(tx: Tx, id: AccountId): Promise<void> {
  const account = await holdForBan(tx, id)
  if (!account) throw unknownAccount()
  if (account.isActive) return
  mustNotBeErased(account)
  await deleteSessionsOf(tx, id)
  await storeBan(tx, id, null)
}
