import type * as z from 'zod/mini'
import { type Db, inTransaction } from '#platform/db/database.ts'
import { countBeyond, countTries, type Limit } from '#platform/http/limits.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { Queue } from '#platform/jobs/jobs.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { MAIL_PRIORITY } from '#platform/mail/post-office.ts'
import type { passwordReset } from '../contract.ts'
import { browserCounterKey, findKnownMarks, type Place, rememberPlace } from '../known-places.ts'
import { resetLetter } from '../letters.ts'
import { linkExpiry } from '../lifetimes.ts'
import { leastPassword } from '../model.ts'
import { newSalt, type PasswordHashQueue } from '../password-hashing.ts'
import { mustBePassword } from '../password-policy.ts'
import {
  findAccount,
  findByIdentifier,
  findPasswordHash,
  findReset,
  holdAccount,
  storePassword,
  storeReset,
  takeReset,
} from '../queries.ts'
import { deadResetLink, invitedRole, passwordsDiffer } from '../rules.ts'
import { deleteSessionsOf } from '../sessions/session-queries.ts'
import { hashToken, newToken } from '../tokens.ts'
import { mailInvitation } from './invite.ts'

const RESET_MAILS: Limit = { name: 'reset-mail', max: 5, seconds: 3600 }
const RESET_MAILS_OF_BROWSER: Limit = { name: 'reset-mail-browser', max: 5, seconds: 3600 }
// Counts strangers from many addresses together. They shut no owner out: the last link mailed lives as long as the window.
const RESET_MAILS_OF_EMAIL: Limit = { name: 'reset-mail-all', max: 30, seconds: 3600 }
const RESETS_OF_ADDRESS: Limit = { name: 'reset-address', max: 20, seconds: 600 }
const WRONG_LINKS: Limit = { name: 'reset-link', max: 20, seconds: 300 }

export const RESET_QUEUE: Queue = {
  name: 'password-reset',
  firstPause: 5,
  longestPause: 600,
  tries: 20,
  patience: 60,
  atOnce: 2,
}

interface ResetJob {
  email: string
  /** None when nobody has the address. */
  accountId?: AccountId | undefined
}

/**
 * Queues a job that makes and mails a link. For an address without an account the job is removed again in the same
 * transaction: the answer gives away neither by its words nor by its time whether there is one, and no stranger fills the
 * queue. Refuses (429) the 21st request from one IP address within ten minutes. The sixth for one e-mail from one IP
 * address within an hour is answered alike, but nothing is mailed.
 */
export async function requestReset(shop: Shop, email: string, place: Place): Promise<void> {
  const folded = email.trim().toLowerCase()
  const account = await findAddressee(shop.db, folded)
  if (shop.rateLimits && !(await mayBeMailed(shop, folded, account?.id ?? null, place))) return
  await inTransaction(shop.db, async (tx) => {
    const id = await shop.jobs.add(tx, RESET_QUEUE.name, { email: folded, accountId: account?.id } satisfies ResetJob)
    await shop.jobs.takeBack(tx, RESET_QUEUE.name, account ? null : id)
  })
}

/** Finds the active account of an e-mail address; null when there is none. */
async function findAddressee(db: Db, email: string) {
  const account = await findByIdentifier(db, email)
  return account?.isActive && account.email.toLowerCase() === email ? account : null
}

/** Counts the request. A browser that has logged in to the account has a limit of its own. */
async function mayBeMailed({ db, now }: Shop, email: string, id: AccountId | null, place: Place): Promise<boolean> {
  const { browser } = await findKnownMarks(db, id, place)
  if (id !== null && browser) {
    const own = { limit: RESET_MAILS_OF_BROWSER, who: browserCounterKey(id, place) }
    return (await countBeyond(db, now(), [own])).length === 0
  }
  await countTries(db, now(), [{ limit: RESETS_OF_ADDRESS, who: place.address }])
  const mails = [
    { limit: RESET_MAILS, who: `${email} ${place.address}` },
    { limit: RESET_MAILS_OF_EMAIL, who: email },
  ]
  return (await countBeyond(db, now(), mails)).length === 0
}

/**
 * Makes the link and mails it, unless the account is gone by now. An older link dies with that: an invitation that waits is
 * mailed anew, because anybody may ask for a link and none may shorten it. Locks the account, so that no link goes to an
 * address which the account is just leaving.
 */
export async function mailResetLink(shop: Shop, { email }: ResetJob): Promise<void> {
  const account = await findAddressee(shop.db, email)
  if (!account) return
  await inTransaction(shop.db, async (tx) => {
    const held = await holdAccount(tx, account.id)
    if (held?.email.toLowerCase() !== email) return
    const role = invitedRole(held, (await findPasswordHash(tx, held.id)) !== null)
    if (role !== null) return mailInvitation(shop, tx, { ...held, role })
    const token = newToken(shop.randomBytes)
    await storeReset(tx, hashToken(token), account.id, linkExpiry('reset', shop.now()))
    await shop.postOffice.post(tx, account, resetLetter(email, token), MAIL_PRIORITY.password)
  })
}

/**
 * Sets a new password and ends every session of the account. Refuses (422) a link that is unknown, used or expired, and a
 * password that is short, common or not repeated; only success uses the link up. Refuses (429) the 21st wrong link from
 * one IP address within five minutes, but never a right one.
 */
export async function resetPassword(
  shop: Shop,
  hashing: PasswordHashQueue,
  { email, token, password, confirmation }: Omit<z.output<typeof passwordReset>, 'browserKey'>,
  place: Place,
): Promise<void> {
  const now = shop.now()
  const tokenHash = hashToken(token)
  const accountId = await findReset(shop.db, tokenHash, email, now)
  if (accountId === null) {
    if (shop.rateLimits) await countTries(shop.db, now, [{ limit: WRONG_LINKS, who: place.address }])
    throw deadResetLink()
  }
  if (password !== confirmation) throw passwordsDiffer()
  const account = await findAccount(shop.db, accountId)
  mustBePassword(password, leastPassword(account?.isAdmin === true))
  const passwordHash = await hashing.hash(password, newSalt(shop.randomBytes), place.address)
  await inTransaction(shop.db, async (tx) => {
    const taken = await takeReset(tx, tokenHash, email, now)
    if (taken === null) throw deadResetLink()
    await storePassword(tx, taken, passwordHash)
    await deleteSessionsOf(tx, taken)
    await rememberPlace(tx, taken, place, now)
  })
}
