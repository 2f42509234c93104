import type { Tx } from '#platform/db/database.ts'
import { countTries, type Limit } from '#platform/http/limits.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId } from '#platform/kernel/ids.ts'

const LETTERS_OF_CHANGES: Limit = { name: 'account-letters', max: 10, seconds: 3600 }

/**
 * Rule: an account gets at most ten letters about changes within an hour. Counts one more and refuses (429) the eleventh:
 * somebody who signed up with a stranger's address could fill that mailbox by changing the profile to and fro.
 */
export async function limitLetters(tx: Tx, { rateLimits, now }: Shop, id: AccountId): Promise<void> {
  if (rateLimits) await countTries(tx, now(), [{ limit: LETTERS_OF_CHANGES, who: String(id) }])
}
