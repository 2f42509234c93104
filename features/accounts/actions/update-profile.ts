import type * as z from 'zod/mini'
import { inTransaction, type Tx } from '#platform/db/database.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { unauthenticated } from '#platform/kernel/refusal.ts'
import { MAIL_PRIORITY } from '#platform/mail/post-office.ts'
import type { profileChange } from '../contract.ts'
import { profileChangedLetter } from '../letters.ts'
import type { Role } from '../model.ts'
import type { PasswordHashQueue } from '../password-hashing.ts'
import { deleteReset, findAccount, findPasswordHash, holdAccount, storeProfile } from '../queries.ts'
import { changedFields, mayHaveRib, movesAccount, wrongPassword } from '../rules.ts'
import { deleteSessionsOf } from '../sessions/session-queries.ts'
import { checkSentPassword, type PasswordCaller } from './check-password.ts'
import { limitLetters } from './limit-change-letters.ts'
import { refuseTakenEmail } from './taken-email.ts'

/** A RIB that is undefined stays, null removes it. One of somebody who may have none is ignored. */
type ProfileChange = Omit<z.output<typeof profileChange>, 'currentPassword'>

/**
 * Changes a profile, ends every session of the account and warns the e-mail address that it had before. A new e-mail
 * address deletes a reset link that was mailed to the former one. Refuses (422) an e-mail address that another account
 * has, and a new e-mail address or RIB without the present password, and (429) the eleventh change within an hour.
 */
export async function updateProfile(
  shop: Shop,
  hashing: PasswordHashQueue,
  caller: PasswordCaller,
  change: ProfileChange,
): Promise<void> {
  const account = await findAccount(shop.db, caller.id)
  if (!account) throw unauthenticated()
  const checked = movesAccount(account, withRib(change, account))
    ? await checkSentPassword(shop, hashing, caller)
    : null
  await inTransaction(shop.db, (tx) => storeChange(tx, shop, caller.id, change, checked)).catch(refuseTakenEmail)
}

const withRib = (change: ProfileChange, { rib, role }: { rib: string | null; role: Role }) => ({
  ...change,
  rib: change.rib === undefined || !mayHaveRib(role) ? rib : change.rib,
})

async function storeChange(
  tx: Tx,
  shop: Shop,
  id: AccountId,
  change: ProfileChange,
  checked: string | null,
): Promise<void> {
  const before = await holdAccount(tx, id)
  if (!before) throw unauthenticated()
  const after = withRib(change, before)
  // The password was checked before the account was locked: both may have changed since.
  if (movesAccount(before, after) && (checked === null || checked !== (await findPasswordHash(tx, id))))
    throw wrongPassword()
  const changes = changedFields(before, after)
  if (changes.length > 0) await limitLetters(tx, shop, id)
  await storeProfile(tx, before, after, shop.now())
  await deleteSessionsOf(tx, id)
  if (before.email !== after.email) await deleteReset(tx, id)
  if (changes.length === 0) return
  await shop.postOffice.post(tx, before, profileChangedLetter(changes), MAIL_PRIORITY.password)
}
