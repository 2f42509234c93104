import { type Db, inTransaction } from '#platform/db/database.ts'
import { countBeyond, countTries, type Limit } from '#platform/http/limits.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { Queue } from '#platform/jobs/jobs.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { MAIL_PRIORITY } from '#platform/mail/post-office.ts'
import { browserCounterKey, findKnownMarks, type Place, rememberPlace } from '../known-places.ts'
import { resetLetter } from '../letters.ts'
import { leastPassword } from '../model.ts'
import { newSalt, type PasswordHashQueue } from '../password-hashing.ts'
import { mustBePassword } from '../password-policy.ts'
import {
  findAccount,
  findByIdentifier,
  findReset,
  holdAccount,
  storePassword,
  storeReset,
  takeReset,
} from '../queries.ts'
import { deadResetLink, linkExpiry, passwordsDiffer } from '../rules.ts'
import { deleteSessionsOf } from '../session-queries.ts'
import { hashToken, newToken } from '../tokens.ts'

const RESET_MAILS: Limit = { name: 'reset-mail', max: 5, seconds: 3600 }
const RESET_MAILS_OF_BROWSER: Limit = { name: 'reset-mail-browser', max: 5, seconds: 3600 }
// Strangers of many addresses together: the newest link, which nobody else can read, lives as long as the hour.
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
}

/**
 * Notes that a link was asked for; it is made and mailed afterwards. Where nobody has the address, the note is taken away
 * again before anybody sees it: the answer tells neither by its words nor by its time, and no stranger fills the queue.
 * Refuses (429) the 21st of an address within ten minutes; the sixth of an e-mail and address within an hour is answered
 * alike, and nothing more is mailed.
 */
export async function requestReset(shop: Shop, email: string, place: Place): Promise<void> {
  const folded = email.trim().toLowerCase()
  const account = await findAddressee(shop.db, folded)
  if (shop.rateLimits && !(await mayBeMailed(shop, folded, account?.id ?? null, place))) return
  await inTransaction(shop.db, async (tx) => {
    const id = await shop.jobs.add(tx, RESET_QUEUE.name, { email: folded } satisfies ResetJob)
    await shop.jobs.takeBack(tx, RESET_QUEUE.name, account ? null : id)
  })
}

/** Whom a link may be mailed to. */
async function findAddressee(db: Db, email: string) {
  const account = await findByIdentifier(db, email)
  return account?.isActive && account.email.toLowerCase() === email ? account : null
}

/** A browser that logged in to the account before has requests of its own. */
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
 * Mails the link, if there is somebody to mail it to. An older link is worth nothing from then on. The account is held, so
 * that no link goes to an address which it is just leaving.
 */
export async function mailResetLink(shop: Shop, { email }: ResetJob): Promise<void> {
  const account = await findAddressee(shop.db, email)
  if (!account) return
  const token = newToken(shop.randomBytes)
  await inTransaction(shop.db, async (tx) => {
    const held = await holdAccount(tx, account.id)
    if (held?.email.toLowerCase() !== email) return
    await storeReset(tx, hashToken(token), account.id, linkExpiry('reset', shop.now()))
    const to = { name: account.name, address: account.email }
    const letter = resetLetter({ name: account.name, email, token }, shop)
    await shop.postOffice.post(tx, to, letter, MAIL_PRIORITY.password)
  })
}

export interface PasswordReset {
  email: string
  token: string
  password: string
  confirmation: string
}

/**
 * Sets a new password and ends every session of the account. Refuses (422) a link that is unknown, used or older than
 * an hour, and a password that is short, common or not repeated; the link is used up by success alone. Wrong links are
 * counted (429), a right one is never refused for them.
 */
export async function resetPassword(
  shop: Shop,
  hashing: PasswordHashQueue,
  { email, token, password, confirmation }: PasswordReset,
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
  const passwordHash = await hashing.hash(password, newSalt(shop.randomBytes))
  await inTransaction(shop.db, async (tx) => {
    const taken = await takeReset(tx, tokenHash, email, now)
    if (taken === null) throw deadResetLink()
    await storePassword(tx, taken, passwordHash)
    await deleteSessionsOf(tx, taken)
    await rememberPlace(tx, taken, place, now)
  })
}
