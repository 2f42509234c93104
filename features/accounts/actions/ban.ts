import type { Tx } from '#platform/db/database.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { holdForBan, storeBan } from '../queries.ts'
import { mustBeBannable, mustNotBeErased, unknownAccount } from '../rules.ts'
import { deleteSessionsOf } from '../session-queries.ts'

/**
 * Bans a supplier or buyer: its token opens nothing, its code brings nothing, and what it was writing when the ban came
 * is either done before or refused. Refuses (404) an unknown account and (409) an admin. A second ban changes nothing.
 * The clock is read once the account is held; should what it wrote be younger all the same, a trigger dates the ban after it.
 */
export async function banAccount(tx: Tx, id: AccountId, now: () => Date): Promise<void> {
  const account = await holdForBan(tx, id)
  if (!account) throw unknownAccount()
  mustBeBannable(account.role)
  if (account.isActive) await storeBan(tx, id, now())
}

/** Takes a ban back; the sessions from before stay dead, the code works again. Refuses (404) an unknown account and
 * (409) one that was erased; one that is not banned stays as it is. */
export async function restoreAccount(tx: Tx, id: AccountId): Promise<void> {
  const account = await holdForBan(tx, id)
  if (!account) throw unknownAccount()
  if (account.isActive) return
  mustNotBeErased(account)
  await deleteSessionsOf(tx, id)
  await storeBan(tx, id, null)
}
