import type { Db, DbOrTx, Tx } from '#platform/db/database.ts'
import { countTries, type Limit } from '#platform/http/limits.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { holdActiveAccount } from '../actions/hold-account.ts'
import { findOwnerOfCode } from '../queries.ts'
import { changeableFrom, mustBeChangeable } from './changes.ts'
import { listCodesOf, takeCode } from './queries.ts'
import { codeTaken, isChoosable, mustBeChoosable, normalisePromoCode } from './rules.ts'

/** Asking and choosing together: both tell whether somebody has a code. */
const ASKED_CODES: Limit = { name: 'code-of-supplier', max: 20, seconds: 60 }

/** Counts one more question of an account about a code. Throws (429) at the 21st within a minute. */
export const countQuestion = (db: Db, id: AccountId, now: Date) =>
  countTries(db, now, [{ limit: ASKED_CODES, who: String(id) }])

/** True when this account may choose a code: it is nobody's, or its own, case ignored. */
export async function isCodeFree(db: DbOrTx, id: AccountId, typed: string): Promise<boolean> {
  const code = normalisePromoCode(typed)
  if (!isChoosable(code)) return false
  const owner = await findOwnerOfCode(db, code)
  return owner === null || owner === id
}

/**
 * Gives a supplier the code that it chose; the former ones stay its own and go on working. Choosing the present one changes
 * nothing. Refuses (422) another shape and a code that is or was somebody else's, banned or not, and (409) a second change
 * within 30 days.
 */
export async function chooseCode(tx: Tx, id: AccountId, typed: string, now: Date) {
  const code = normalisePromoCode(typed)
  mustBeChoosable(code)
  const account = await holdActiveAccount(tx, id)
  if (account.promoCode !== code) {
    mustBeChangeable(await listCodesOf(tx, id), now)
    if (!(await takeCode(tx, id, code, now))) throw codeTaken()
  }
  return { code, changeableFrom: changeableFrom(await listCodesOf(tx, id), now) }
}
