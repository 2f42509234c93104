import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { countTries, type Limit, type LimitedTry, refuseWhenUsedUp } from '#platform/http/limits.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { browserCounterKey, findKnownMarks, type Place } from '../known-places.ts'
import type { PasswordHashQueue } from '../password-hashing.ts'
import { findCodeHash, findSecretOf, takeRecoveryCode, takeStep } from './queries.ts'
import { codeMissing } from './refusals.ts'
import { stepOf } from './totp.ts'

/** Limit of wrong codes. Only somebody with the password or an admin's token gets this far, but a code has just a million values. */
const WRONG_CODES: Limit = { name: 'second-factor', max: 30, seconds: 3600 }

/**
 * Chooses the counter of wrong codes. All places unknown to the account share one, since a stranger with the password may
 * come from many; known places have counters of their own, so that the stranger does not shut the owner out.
 */
async function triesOf(db: DbOrTx, id: AccountId, place: Place): Promise<LimitedTry> {
  const known = await findKnownMarks(db, id, place)
  if (known.browser) return { limit: WRONG_CODES, who: browserCounterKey(id, place) }
  return { limit: WRONG_CODES, who: known.address ? `${id} ${place.address}` : String(id) }
}

/** Result of `checkCode`: the code is not used up yet, `consumeCode` does that within the transaction that it opens. */
export type CheckedCode =
  | { kind: 'not needed' }
  | { kind: 'wrong' }
  | { kind: 'authenticator'; secret: Buffer; step: number }
  | { kind: 'recovery'; codeHash: string }

/**
 * Checks a code without using it up. Refuses (401) when the account needs one and `typed` is empty, and (429) after thirty
 * wrong ones within an hour.
 */
export async function checkCode(
  shop: Shop,
  hashing: PasswordHashQueue,
  { id, place }: { id: AccountId; place: Place },
  typed: string,
): Promise<CheckedCode> {
  const { db, now } = shop
  const secret = await findSecretOf(db, id)
  if (secret === null) return { kind: 'not needed' }
  if (typed.trim() === '') throw codeMissing(id)
  const tries = await triesOf(db, id, place)
  if (shop.rateLimits) await refuseWhenUsedUp(db, now(), [tries])
  const read = readCode(typed)
  if (read?.kind === 'authenticator') {
    const step = stepOf(secret, read.code, now())
    return step === null ? { kind: 'wrong' } : { kind: 'authenticator', secret, step }
  }
  if (read === null) return { kind: 'wrong' }
  const codeHash = await findCodeHash(db, id, read.number)
  const isRight = await hashing.matches(read.code, codeHash, tries.who, place.address)
  return isRight && codeHash !== null ? { kind: 'recovery', codeHash } : { kind: 'wrong' }
}

/**
 * Uses a checked code up; false when somebody else has used it meanwhile, or when no code was needed and a second factor
 * has been set meanwhile. Needs a transaction that holds the account.
 */
export async function consumeCode(tx: Tx, id: AccountId, checked: CheckedCode, now: Date): Promise<boolean> {
  switch (checked.kind) {
    case 'wrong':
      return false
    case 'not needed':
      return (await findSecretOf(tx, id)) === null
    case 'authenticator':
      return takeStep(tx, id, checked.secret, checked.step)
    case 'recovery':
      return takeRecoveryCode(tx, id, checked.codeHash, now)
  }
}

/** Refuses (429) after thirty wrong codes within an hour. */
export async function refuseAfterWrongCodes({ db, now, rateLimits }: Shop, id: AccountId, place: Place): Promise<void> {
  if (rateLimits) await refuseWhenUsedUp(db, now(), [await triesOf(db, id, place)])
}

/** Counts a wrong code of the account, under the other counters given as well. */
export async function countWrongCode(
  { db, now, rateLimits }: Shop,
  id: AccountId,
  place: Place,
  others: readonly LimitedTry[] = [],
): Promise<void> {
  if (rateLimits) await countTries(db, now(), [...others, await triesOf(db, id, place)])
}

type TypedCode = { kind: 'authenticator'; code: string } | { kind: 'recovery'; code: string; number: number }

/** Tells a code of the authenticator from a recovery code, spaces and dashes ignored; null when it looks like neither. */
export function readCode(typed: string): TypedCode | null {
  const code = typed.replace(/[\s-]/g, '')
  if (/^\d{6}$/.test(code)) return { kind: 'authenticator', code }
  return /^\d{16}$/.test(code) ? { kind: 'recovery', code, number: Number(code[0]) } : null
}
