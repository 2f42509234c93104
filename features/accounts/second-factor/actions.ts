import { inTransaction, type Tx } from '#platform/db/database.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { unauthenticated } from '#platform/kernel/refusal.ts'
import { MAIL_PRIORITY } from '#platform/mail/post-office.ts'
import { checkPassword, holdWithPassword } from '../actions/check-password.ts'
import type { SecondFactorState } from '../contract.ts'
import { newSalt, type PasswordHashQueue } from '../password-hashing.ts'
import { findByIdentifier, holdAccount } from '../queries.ts'
import { unknownAccount } from '../rules.ts'
import { deleteOtherSessionsOf, deleteSessionsOf } from '../sessions/session-queries.ts'
import { hashToken } from '../tokens.ts'
import { checkCode, consumeCode, countWrongCode, refuseAfterWrongCodes } from './check-code.ts'
import { type SecondFactorChange, secondFactorLetter } from './letter.ts'
import {
  confirmSecret,
  countCodesLeft,
  deleteSecondFactor,
  findSecondFactor,
  storeRecoveryCodes,
  storeSecret,
} from './queries.ts'
import { groupDigits, newRecoveryCodes } from './recovery-codes.ts'
import { alreadySet, notBegun, notSet, wrongCodeTyped } from './refusals.ts'
import { describeSecret, newSecret, stepOf } from './totp.ts'

/** An admin who is logged in. `address` is the IP address of the call. */
export interface AdminCaller {
  id: AccountId
  token: string
  address: string
}

/** Reads the state of a second factor: set or not, and how many recovery codes are left. */
export async function secondFactorOf({ db }: Shop, id: AccountId, isRequired: boolean): Promise<SecondFactorState> {
  const setAt = (await findSecondFactor(db, id))?.confirmedAt ?? null
  return { setAt, codesLeft: await countCodesLeft(db, id), isRequired }
}

/**
 * Makes a secret for an authenticator; log-in demands codes of it once a first one has confirmed it. Refuses (422) a
 * wrong password and (409) an account that has a second factor.
 */
export async function beginSecondFactor(
  shop: Shop,
  hashing: PasswordHashQueue,
  { id, address }: AdminCaller,
  password: string,
): Promise<{ secret: string; uri: string }> {
  const checked = await checkPassword(shop, hashing, { id, password, address })
  const secret = newSecret(shop.randomBytes)
  const { email } = await inTransaction(shop.db, async (tx) => {
    const account = await holdWithPassword(tx, id, checked)
    if ((await findSecondFactor(tx, id))?.confirmedAt) throw alreadySet()
    await storeSecret(tx, id, secret, shop.now())
    return account
  })
  return describeSecret(secret, { issuer: shop.name, label: email })
}

/**
 * Sets the second factor by a first code of it, ends every other session, warns the account's address and gives the
 * recovery codes, which are never shown again. Refuses (409) an account without a secret to confirm, (422) a wrong code
 * and (429) after thirty wrong ones within an hour.
 */
export async function confirmSecondFactor(
  shop: Shop,
  hashing: PasswordHashQueue,
  { id, token, address }: AdminCaller,
  typed: string,
): Promise<string[]> {
  const begun = await findSecondFactor(shop.db, id)
  if (begun === null) throw notBegun()
  if (begun.confirmedAt) throw alreadySet()
  const place = { address, browserKey: null }
  await refuseAfterWrongCodes(shop, id, place)
  const step = stepOf(begun.secret, typed.replace(/\s/g, ''), shop.now())
  if (step === null) {
    await countWrongCode(shop, id, place)
    throw wrongCodeTyped()
  }
  const codes = newRecoveryCodes(shop.randomBytes)
  const hashes: string[] = []
  // Hashed one after the other: ten at once would fill half of the queue, in which others wait to log in.
  for (const code of codes) hashes.push(await hashing.hash(code, newSalt(shop.randomBytes), address))
  await inTransaction(shop.db, async (tx) => {
    const account = await holdAccount(tx, id)
    if (!account) throw unauthenticated()
    if (!(await confirmSecret(tx, id, begun.secret, step, shop.now()))) throw notBegun()
    await storeRecoveryCodes(tx, id, hashes)
    await deleteOtherSessionsOf(tx, id, hashToken(token))
    await postLetter(tx, shop, account, 'set')
  })
  return codes.map(groupDigits)
}

/**
 * Removes the second factor with its recovery codes, and warns the account's address. Refuses (409) when there is none,
 * (422) a wrong password or code and (429) after too many of them.
 */
export async function removeSecondFactor(
  shop: Shop,
  hashing: PasswordHashQueue,
  { id, address }: AdminCaller,
  { password, otp }: { password: string; otp: string },
): Promise<void> {
  const checked = await checkPassword(shop, hashing, { id, password, address })
  const place = { address, browserKey: null }
  const checkedCode = await checkCode(shop, hashing, { id, place }, otp)
  if (checkedCode.kind === 'not needed') throw notSet()
  const isRemoved = await inTransaction(shop.db, async (tx) => {
    const account = await holdWithPassword(tx, id, checked)
    if (!(await consumeCode(tx, id, checkedCode, shop.now()))) return false
    await deleteSecondFactor(tx, id)
    await postLetter(tx, shop, account, 'removed')
    return true
  })
  if (isRemoved) return
  await countWrongCode(shop, id, place)
  throw wrongCodeTyped()
}

/**
 * Removes the second factor of somebody who has lost authenticator and recovery codes, ends the account's sessions and
 * warns its address. A command on the server calls this. Gives the account's custom id and e-mail address. Refuses (404)
 * an unknown account and (409) one without a second factor.
 */
export async function resetSecondFactor(shop: Pick<Shop, 'db' | 'postOffice'>, identifier: string) {
  const found = await findByIdentifier(shop.db, identifier)
  if (!found) throw unknownAccount()
  await inTransaction(shop.db, async (tx) => {
    await holdAccount(tx, found.id)
    if (!(await deleteSecondFactor(tx, found.id))) throw notSet()
    await deleteSessionsOf(tx, found.id)
    await postLetter(tx, shop, found, 'reset')
  })
  return { customId: found.customId, email: found.email }
}

const postLetter = (
  tx: Tx,
  { postOffice }: Pick<Shop, 'postOffice'>,
  account: { id: AccountId; name: string; email: string },
  change: SecondFactorChange,
) => postOffice.post(tx, account, secondFactorLetter(change), MAIL_PRIORITY.password)
