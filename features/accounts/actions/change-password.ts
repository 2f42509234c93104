import type * as z from 'zod/mini'
import { inTransaction } from '#platform/db/database.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { unauthenticated } from '#platform/kernel/refusal.ts'
import { MAIL_PRIORITY } from '#platform/mail/post-office.ts'
import type { passwordChange } from '../contract.ts'
import { passwordChangedLetter } from '../letters.ts'
import { leastPassword } from '../model.ts'
import { newSalt, type PasswordHashQueue } from '../password-hashing.ts'
import { mustBePassword } from '../password-policy.ts'
import { deleteReset, holdAccount, replacePassword } from '../queries.ts'
import { passwordsDiffer, wrongPassword } from '../rules.ts'
import { deleteOtherSessionsOf } from '../sessions/session-queries.ts'
import { hashToken } from '../tokens.ts'
import { checkPassword } from './check-password.ts'
import { limitLetters } from './limit-change-letters.ts'

/**
 * Sets a new password, ends every other session, deletes a reset link that may be under way and warns the account's
 * address. Refuses (422) a wrong present password and a new one that is short, common or not repeated, and (429) the
 * eleventh change of the account within an hour.
 */
export async function changePassword(
  shop: Shop,
  hashing: PasswordHashQueue,
  { id, isAdmin, token, address }: { id: AccountId; isAdmin: boolean; token: string; address: string },
  { current, password, confirmation }: z.output<typeof passwordChange>,
): Promise<void> {
  const checked = await checkPassword(shop, hashing, { id, password: current, address })
  if (password !== confirmation) throw passwordsDiffer()
  mustBePassword(password, leastPassword(isAdmin))
  const passwordHash = await hashing.hash(password, newSalt(shop.randomBytes), address)
  await inTransaction(shop.db, async (tx) => {
    const account = await holdAccount(tx, id)
    if (!account) throw unauthenticated()
    await limitLetters(tx, shop, id)
    if (!(await replacePassword(tx, id, checked, passwordHash))) throw wrongPassword()
    await deleteOtherSessionsOf(tx, id, hashToken(token))
    await deleteReset(tx, id)
    await shop.postOffice.post(tx, account, passwordChangedLetter, MAIL_PRIORITY.password)
  })
}
