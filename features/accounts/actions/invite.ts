import { inTransaction, type Tx } from '#platform/db/database.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { MAIL_PRIORITY } from '#platform/mail/post-office.ts'
import { invitationLetter } from '../letters.ts'
import { linkExpiry } from '../lifetimes.ts'
import type { InvitedRole, Person } from '../model.ts'
import { findPasswordHash, holdAccount, nextCustomId, storeAccount, storeReset } from '../queries.ts'
import { mustBeInvited, unknownAccount } from '../rules.ts'
import { hashToken, newToken } from '../tokens.ts'
import { refuseTakenEmail } from './taken-email.ts'

/**
 * Opens an account of a buyer or an agent without a password and mails a link to choose one within seven days. Refuses (422)
 * an e-mail address that has an account.
 */
export async function invite(
  shop: Shop,
  role: InvitedRole,
  invited: { name: string; email: string; phone: string; address: string },
): Promise<Person> {
  const now = shop.now()
  return inTransaction(shop.db, async (tx) => {
    const customId = await nextCustomId(tx, role)
    const account = { ...invited, customId, role }
    const id = await storeAccount(tx, { ...account, passwordHash: null, promoCode: null }, now)
    await mailInvitation(shop, tx, { ...account, id })
    return { id, ...account, isAdmin: false, isActive: true }
  }).catch(refuseTakenEmail)
}

/**
 * Mails an invitation anew: its link lives for seven days, the former one is dead. Refuses (404) an unknown account, (409) one
 * that is banned, that nobody invited or that has a password.
 */
export async function inviteAgain(shop: Shop, tx: Tx, id: AccountId): Promise<Person> {
  const account = await holdAccount(tx, id)
  if (account === null) throw unknownAccount()
  const role = mustBeInvited(account, (await findPasswordHash(tx, id)) !== null)
  await mailInvitation(shop, tx, { ...account, role })
  return account
}

/** Mails the link to choose a first password. An older link dies with that. */
export async function mailInvitation(
  shop: Shop,
  tx: Tx,
  { id, role, ...person }: { id: AccountId; role: InvitedRole; customId: string; name: string; email: string },
): Promise<void> {
  const token = newToken(shop.randomBytes)
  await storeReset(tx, hashToken(token), id, linkExpiry('invitation', shop.now()))
  const letter = invitationLetter(shop.name, role, { ...person, token })
  await shop.postOffice.post(tx, { id, ...person }, letter, MAIL_PRIORITY.welcome)
}
