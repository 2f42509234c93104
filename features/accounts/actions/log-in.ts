import { actingAs } from '#platform/db/actor.ts'
import { type Db, type DbOrTx, inTransaction } from '#platform/db/database.ts'
import { type Counted, countTries, type Limit, refuseWhenUsedUp } from '#platform/http/limits.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { accountDeleted, isRefusal } from '#platform/kernel/refusal.ts'
import { browserCounterKey, findKnownMarks, type Place, rememberPlace } from '../known-places.ts'
import type { Person } from '../model.ts'
import type { PasswordHashQueue } from '../password-hashing.ts'
import { findByIdentifier } from '../queries.ts'
import { wrongCredentials } from '../rules.ts'
import { type CheckedCode, checkCode, consumeCode, countWrongCode } from '../second-factor/check-code.ts'
import { codeMissing, wrongSecondFactor } from '../second-factor/refusals.ts'
import { type NewSession, storeSession } from '../session-queries.ts'
import { hashToken, newToken } from '../tokens.ts'
import { browserName } from '../user-agent.ts'

const FAILED_LOG_INS: Limit = { name: 'login', max: 10, seconds: 300 }
const FAILED_LOG_INS_OF_BROWSER: Limit = { name: 'login-browser', max: 10, seconds: 300 }
const FAILED_LOG_INS_OF_ADDRESS: Limit = { name: 'login-address', max: 100, seconds: 300 }

export interface LogIn {
  identifier: string
  password: string
  /** Empty until it is asked for. */
  otp: string
  place: Place
  agent: string
}

/**
 * Opens a session. Refuses a wrong pair (401) in the same time and words whether or not the account exists, a banned
 * account whose password is right (403), a password that is being changed (401), a missing or wrong code where the account
 * has a second factor (401), too many failures (429) before anything is hashed, a fourth try at once and a full queue of hashes (503).
 */
export async function logIn(
  shop: Shop,
  hashing: PasswordHashQueue,
  { identifier, password, otp, place, agent }: LogIn,
): Promise<{ token: string; person: Person }> {
  hashing.refuseWhenFull()
  const now = shop.now()
  const account = await findByIdentifier(shop.db, identifier)
  const failures = await countersOf(shop.db, account?.id ?? null, identifier, place)
  if (shop.rateLimits) await refuseWhenUsedUp(shop.db, now, failures)
  const [{ who: counted }] = failures
  if (!(await hashing.matches(password, account?.passwordHash ?? null, counted)) || account === null) {
    if (shop.rateLimits) await countTries(shop.db, now, failures)
    throw wrongCredentials(account?.id)
  }
  if (!account.isActive) throw accountDeleted()
  const proof = await checkCode(shop, hashing, { id: account.id, place }, otp)
  const token = newToken(shop.randomBytes)
  const session = { tokenHash: hashToken(token), browser: browserName(agent), address: place.address }
  try {
    await actingAs(account.id, () => openSession(shop.db, account, session, proof, now))
  } catch (error) {
    if (isRefusal(error) && error.code === 'wrong_second_factor')
      await countWrongCode(shop, account.id, place, failures)
    throw error
  }
  await rememberPlace(shop.db, account.id, place, now)
  const { passwordHash: _, ...person } = account
  return { token, person }
}

/** All of it or nothing: a code that is used up has opened a session. */
const openSession = (
  db: Db,
  account: { id: AccountId; passwordHash: string | null },
  session: NewSession,
  proof: CheckedCode,
  now: Date,
) =>
  inTransaction(db, async (tx) => {
    if (!(await storeSession(tx, account, session, now))) throw wrongCredentials(account.id)
    // Now that the account is held: what was set or used up meanwhile is seen.
    if (!(await consumeCode(tx, account.id, proof, now)))
      throw proof.kind === 'not needed' ? codeMissing(account.id) : wrongSecondFactor(account.id)
  })

/**
 * What a failure is counted under. A browser that logged in to the account before has tries of its own, and at an address
 * from which it did the others who share it do not count: no stranger uses up what belongs to the account.
 */
async function countersOf(
  db: DbOrTx,
  id: AccountId | null,
  identifier: string,
  place: Place,
): Promise<[Counted, ...Counted[]]> {
  const known = await findKnownMarks(db, id, place)
  if (id !== null && known.browser) return [{ limit: FAILED_LOG_INS_OF_BROWSER, who: browserCounterKey(id, place) }]
  const ofIdentifier = { limit: FAILED_LOG_INS, who: `${identifierCounterKey(identifier)} ${place.address}` }
  return known.address ? [ofIdentifier] : [ofIdentifier, { limit: FAILED_LOG_INS_OF_ADDRESS, who: place.address }]
}

/** Both ways of ignoring case at once: whatever finds one account (`ADMIN`, `ADMıN`) is one identifier here. */
export const identifierCounterKey = (identifier: string): string => identifier.trim().toLowerCase().toUpperCase()
