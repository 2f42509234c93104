import { inTransaction } from '#platform/db/database.ts'
import type { Shop } from '#platform/http/shop.ts'
import { MAIL_PRIORITY } from '#platform/mail/post-office.ts'
import { invitationLetter } from '../letters.ts'
import type { InvitedRole, Person } from '../model.ts'
import { nextCustomId, storeAccount, storeReset } from '../queries.ts'
import { linkExpiry } from '../rules.ts'
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
  const token = newToken(shop.randomBytes)
  return inTransaction(shop.db, async (tx) => {
    const customId = await nextCustomId(tx, role)
    const account = { ...invited, customId, role }
    const id = await storeAccount(tx, { ...account, passwordHash: null, promoCode: null }, now)
    await storeReset(tx, hashToken(token), id, linkExpiry('invitation', now))
    const letter = invitationLetter(shop.name, role, { customId, email: invited.email, token })
    await shop.postOffice.post(tx, invited, letter, MAIL_PRIORITY.welcome)
    return { id, ...account, isAdmin: false, isActive: true }
  }).catch(refuseTakenEmail)
}
