import type { Tx } from '#platform/db/database.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { accountDeleted } from '#platform/kernel/refusal.ts'
import { holdAccount, holdIfActive } from '../queries.ts'

/** Locks an account for a decision about its money: one at a time. Refuses (403) a banned one. */
export async function holdActiveAccount(tx: Tx, id: AccountId) {
  const account = await holdAccount(tx, id)
  if (!account?.isActive) throw accountDeleted()
  return account
}

/** Keeps an account from being banned until the transaction ends; many may at once. Refuses (403) a banned one. */
export async function mustStayActive(tx: Tx, id: AccountId): Promise<void> {
  if (!(await holdIfActive(tx, id))) throw accountDeleted()
}
