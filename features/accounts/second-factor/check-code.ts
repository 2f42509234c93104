import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { type Counted, countTries, type Limit, refuseWhenUsedUp } from '#platform/http/limits.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { browserCounterKey, findKnownMarks, type Place } from '../known-places.ts'
import type { PasswordHashQueue } from '../password-hashing.ts'
import { findCodeHash, findSecretOf, takeRecoveryCode, takeStep } from './queries.ts'
import { readCode } from './recovery-codes.ts'
import { codeMissing } from './refusals.ts'
import { stepOf } from './totp.ts'

/** Only who has the password, or a token while it is set up, gets here: for many addresses a million codes are few. */
const WRONG_CODES: Limit = { name: 'second-factor', max: 30, seconds: 3600 }

/** Who knows the password and has never got in is one stranger, wherever he comes from; known places have tries of their own. */
async function triesOf(db: DbOrTx, id: AccountId, place: Place): Promise<Counted> {
  const known = await findKnownMarks(db, id, place)
  if (known.browser) return { limit: WRONG_CODES, who: browserCounterKey(id, place) }
  return { limit: WRONG_CODES, who: known.address ? `${id} ${place.address}` : String(id) }
}

/** What was found of a code, to be used up within the transaction that it opens. */
export type CheckedCode =
  | { kind: 'not needed' }
  | { kind: 'wrong' }
  | { kind: 'authenticator'; secret: Buffer; step: number }
  | { kind: 'recovery'; codeHash: string }

/**
 * Looks at a code without using it up. Refuses (401) when one is needed and none was typed, and (429) after too many that
 * were wrong.
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
  const isRight = await hashing.matches(read.code, codeHash, tries.who)
  return isRight && codeHash !== null ? { kind: 'recovery', codeHash } : { kind: 'wrong' }
}

/**
 * Whether the proof opens the account now: a code that was used meanwhile does not, nor does none where a second factor
 * was set meanwhile. The transaction holds the account.
 */
export async function consumeCode(tx: Tx, id: AccountId, proof: CheckedCode, now: Date): Promise<boolean> {
  switch (proof.kind) {
    case 'wrong':
      return false
    case 'not needed':
      return (await findSecretOf(tx, id)) === null
    case 'authenticator':
      return takeStep(tx, id, proof.secret, proof.step)
    case 'recovery':
      return takeRecoveryCode(tx, id, proof.codeHash, now)
  }
}

/** Refuses (429) to look at one more code after too many that were wrong. */
export async function refuseAfterWrongCodes({ db, now, rateLimits }: Shop, id: AccountId, place: Place): Promise<void> {
  if (rateLimits) await refuseWhenUsedUp(db, now(), [await triesOf(db, id, place)])
}

/** Counts one more wrong code of the account, and whatever else it is to be counted for. */
export async function countWrongCode(
  { db, now, rateLimits }: Shop,
  id: AccountId,
  place: Place,
  others: readonly Counted[] = [],
): Promise<void> {
  if (rateLimits) await countTries(db, now(), [...others, await triesOf(db, id, place)])
}
