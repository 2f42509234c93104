import { constraintOf, inTransaction, type Tx } from '#platform/db/database.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { unauthenticated } from '#platform/kernel/refusal.ts'
import { MAIL_PRIORITY } from '#platform/mail/post-office.ts'
import { profileChangedLetter } from '../letters.ts'
import type { PasswordHashQueue } from '../password-hashing.ts'
import { deleteReset, findAccount, findPasswordHash, holdAccount, storeProfile } from '../queries.ts'
import { changedFields, emailTaken, movesAccount, passwordMissing, wrongPassword } from '../rules.ts'
import { deleteSessionsOf } from '../session-queries.ts'
import { checkPassword } from './check-password.ts'
import { limitLetters } from './limit-letters.ts'

export interface ProfileChange {
  name: string
  email: string
  phone: string
  address: string
  /** Undefined leaves it, null takes it away. */
  rib: string | null | undefined
}

export interface ProfileCaller {
  id: AccountId
  address: string
  /** What was given as the present password, if anything. */
  password: string | undefined
}

/**
 * Changes what a person says of itself, ends every session of the account, and tells the address that it had before. A
 * link under way to that address dies with it. Refuses (422) an address that has another account, and another address or
 * RIB without the present password, and (429) too many changes.
 */
export async function updateProfile(
  shop: Shop,
  hashing: PasswordHashQueue,
  caller: ProfileCaller,
  change: ProfileChange,
): Promise<void> {
  const known = await findAccount(shop.db, caller.id)
  if (!known) throw unauthenticated()
  const checked = movesAccount(known, withRib(change, known)) ? await checkGiven(shop, hashing, caller) : null
  try {
    await inTransaction(shop.db, (tx) => storeChange(tx, shop, caller.id, change, checked))
  } catch (error) {
    throw constraintOf(error) === 'an_email_has_one_account' ? emailTaken() : error
  }
}

const withRib = (change: ProfileChange, { rib }: { rib: string | null }) => ({
  ...change,
  rib: change.rib === undefined ? rib : change.rib,
})

function checkGiven(shop: Shop, hashing: PasswordHashQueue, { id, password, address }: ProfileCaller): Promise<string> {
  if (!password) throw passwordMissing()
  return checkPassword(shop, hashing, { id, password, address })
}

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
  // What was checked was checked before the account was held.
  if (movesAccount(before, after) && (checked === null || checked !== (await findPasswordHash(tx, id))))
    throw wrongPassword()
  const changes = changedFields(before, after)
  if (changes.length > 0) await limitLetters(tx, shop, id)
  await storeProfile(tx, before, after, shop.now())
  await deleteSessionsOf(tx, id)
  if (before.email !== after.email) await deleteReset(tx, id)
  if (changes.length === 0) return
  const to = { name: before.name, address: before.email }
  const letter = profileChangedLetter({ name: before.name, changes }, shop)
  await shop.postOffice.post(tx, to, letter, MAIL_PRIORITY.password)
}
