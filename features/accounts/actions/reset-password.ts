import { type Db, inTransaction } from '#platform/db/database.ts'
import { countTries, type Limit, refuseWhenUsedUp } from '#platform/http/limits.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { Queue } from '#platform/jobs/jobs.ts'
import { MAIL_PRIORITY } from '#platform/mail/post-office.ts'
import { resetLetter } from '../letters.ts'
import { MIN_ADMIN_PASSWORD, MIN_PASSWORD } from '../names.ts'
import { newSalt, type PasswordHashQueue } from '../passwords.ts'
import {
  deleteSessionsOf,
  findAccount,
  findByIdentifier,
  findReset,
  storePassword,
  storeReset,
  takeReset,
} from '../queries.ts'
import { deadResetLink, linkExpiry, mustBePassword, passwordsDiffer } from '../rules.ts'
import { hashToken, newToken } from '../tokens.ts'

const RESET_MAILS: Limit = { name: 'reset-mail', max: 5, seconds: 3600 }
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
 * Refuses (429) the sixth of an address within an hour.
 */
export async function requestReset(shop: Shop, email: string): Promise<void> {
  const folded = email.trim().toLowerCase()
  if (shop.rateLimits) await countTries(shop.db, shop.now(), [{ limit: RESET_MAILS, who: folded }])
  const account = await findAddressee(shop.db, folded)
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

/** Mails the link, if there is somebody to mail it to. An older link is worth nothing from then on. */
export async function answerResetRequest(shop: Shop, { email }: ResetJob): Promise<void> {
  const account = await findAddressee(shop.db, email)
  if (!account) return
  const token = newToken(shop.randomBytes)
  await inTransaction(shop.db, async (tx) => {
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
 * an hour, and a password that is short, common or not repeated; the link is used up by success alone.
 */
export async function resetPassword(
  shop: Shop,
  hashing: PasswordHashQueue,
  { email, token, password, confirmation }: PasswordReset,
  address: string,
): Promise<void> {
  const now = shop.now()
  const tries = [{ limit: WRONG_LINKS, who: address }]
  if (shop.rateLimits) await refuseWhenUsedUp(shop.db, now, tries)
  const tokenHash = hashToken(token)
  const accountId = await findReset(shop.db, tokenHash, email, now)
  if (accountId === null) {
    if (shop.rateLimits) await countTries(shop.db, now, tries)
    throw deadResetLink()
  }
  if (password !== confirmation) throw passwordsDiffer()
  mustBePassword(password, await leastPassword(shop.db, accountId))
  const passwordHash = await hashing.hash(password, newSalt(shop.randomBytes))
  await inTransaction(shop.db, async (tx) => {
    const taken = await takeReset(tx, tokenHash, email, now)
    if (taken === null) throw deadResetLink()
    await storePassword(tx, taken, passwordHash)
    await deleteSessionsOf(tx, taken)
  })
}

async function leastPassword(db: Db, id: Parameters<typeof findAccount>[1]): Promise<number> {
  return (await findAccount(db, id))?.isAdmin ? MIN_ADMIN_PASSWORD : MIN_PASSWORD
}
