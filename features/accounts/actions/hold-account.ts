import type { Tx } from '#platform/db/database.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { accountDeleted } from '#platform/kernel/refusal.ts'
import { holdAccount, holdIfActive } from '../queries.ts'

/** Locks an account, so that its money is decided about one at a time. Refuses (403) an unknown or banned one. */
export async function holdActiveAccount(tx: Tx, id: AccountId) {
  const account = await holdAccount(tx, id)
  if (!account?.isActive) throw accountDeleted()
  return account
}

/**
 * Rule: nobody acts for a banned account. Refuses (403) an unknown or banned one, and lets no ban through until the
 * transaction ends. Many transactions may hold the same account so at once.
 */
export async function mustStayActive(tx: Tx, id: AccountId): Promise<void> {
  if (!(await holdIfActive(tx, id))) throw accountDeleted()
}
