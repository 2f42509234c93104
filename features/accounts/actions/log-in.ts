import { actingAs } from '#platform/db/actor.ts'
import { type Db, type DbOrTx, inTransaction } from '#platform/db/database.ts'
import { countTries, type Limit, type LimitedTry, refuseWhenUsedUp } from '#platform/http/limits.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { accountDeleted, isRefusal } from '#platform/kernel/refusal.ts'
import { withoutSpaces } from '#platform/kernel/text.ts'
import { browserCounterKey, findKnownMarks, type Place, rememberPlace } from '../known-places.ts'
import type { Person } from '../model.ts'
import type { PasswordHashQueue } from '../password-hashing.ts'
import { findByIdentifier } from '../queries.ts'
import { wrongCredentials } from '../rules.ts'
import { type CheckedCode, checkCode, consumeCode, countWrongCode } from '../second-factor/check-code.ts'
import { codeMissing, wrongSecondFactor } from '../second-factor/refusals.ts'
import { type NewSession, storeSession } from '../sessions/session-queries.ts'
import { browserName } from '../sessions/user-agent.ts'
import { hashToken, newToken } from '../tokens.ts'

const FAILED_LOG_INS: Limit = { name: 'login', max: 10, seconds: 300 }
const FAILED_LOG_INS_OF_BROWSER: Limit = { name: 'login-browser', max: 10, seconds: 300 }
const FAILED_LOG_INS_OF_ADDRESS: Limit = { name: 'login-address', max: 100, seconds: 300 }

export interface LogIn {
  identifier: string
  password: string
  /** Code of the second factor; empty until the answer demands one. */
  otp: string
  place: Place
  /** The `User-Agent` header. */
  agent: string
}

/**
 * Opens a session. Refuses
 * - (401) a wrong pair, in the same time and words whether or not the account exists;
 * - (401) a password that is being changed at that moment;
 * - (401) a missing or wrong code where the account has a second factor;
 * - (403) a banned account, once the password is right;
 * - (429) too many failures, before anything is hashed;
 * - (503) a fourth try of one person and a sixth of one network at once, and a full queue of hashes.
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
  if (!(await hashing.matches(password, account?.passwordHash ?? null, counted, place.address)) || account === null) {
    if (shop.rateLimits) await countTries(shop.db, now, failures)
    throw wrongCredentials(account?.id)
  }
  if (!account.isActive) throw accountDeleted()
  const checked = await checkCode(shop, hashing, { id: account.id, place }, otp)
  const token = newToken(shop.randomBytes)
  const session = { tokenHash: hashToken(token), browser: browserName(agent), address: place.address }
  try {
    await actingAs(account.id, () => openSession(shop.db, account, session, checked, now))
  } catch (error) {
    if (isRefusal(error) && error.code === 'wrong_second_factor')
      await countWrongCode(shop, account.id, place, failures)
    throw error
  }
  await rememberPlace(shop.db, account.id, place, now)
  const { passwordHash: _, ...person } = account
  return { token, person }
}

/** Stores the session and uses the code up in one transaction, so that no code is lost without a session. */
const openSession = (
  db: Db,
  account: { id: AccountId; passwordHash: string | null },
  session: NewSession,
  checked: CheckedCode,
  now: Date,
) =>
  inTransaction(db, async (tx) => {
    if (!(await storeSession(tx, account, session, now))) throw wrongCredentials(account.id)
    // `storeSession` holds the account: the second factor and its codes are now as they will stay.
    if (!(await consumeCode(tx, account.id, checked, now)))
      throw checked.kind === 'not needed' ? codeMissing(account.id) : wrongSecondFactor(account.id)
  })

/**
 * Chooses the counters of a failure. A browser that has logged in to the account has a counter of its own, and at an
 * address from which the account has logged in the failures of others there do not count: no stranger shuts the owner out.
 */
async function countersOf(
  db: DbOrTx,
  id: AccountId | null,
  identifier: string,
  place: Place,
): Promise<[LimitedTry, ...LimitedTry[]]> {
  const known = await findKnownMarks(db, id, place)
  if (id !== null && known.browser) return [{ limit: FAILED_LOG_INS_OF_BROWSER, who: browserCounterKey(id, place) }]
  const ofIdentifier = { limit: FAILED_LOG_INS, who: `${identifierCounterKey(identifier)} ${place.address}` }
  return known.address ? [ofIdentifier] : [ofIdentifier, { limit: FAILED_LOG_INS_OF_ADDRESS, who: place.address }]
}

/**
 * Folds an identifier to the key of its counter. Case is ignored both ways, because log-in finds an account by `upper` or
 * by `lower`: all spellings that find one account (`ADMIN`, `ADMıN`) share a counter.
 */
export const identifierCounterKey = (identifier: string): string =>
  withoutSpaces(identifier).toLowerCase().toUpperCase()
