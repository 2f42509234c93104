import { type Db, inTransaction } from '#platform/db/database.ts'
import { emailAddress } from '../contract.ts'
import { MIN_ADMIN_PASSWORD } from '../model.ts'
import { newSalt, type PasswordHashQueue } from '../password-hashing.ts'
import { mustBePassword } from '../password-policy.ts'
import { nextCustomId, storeAccount } from '../queries.ts'
import { badEmail } from '../rules.ts'
import { refuseTakenEmail } from './taken-email.ts'

/**
 * Creates an admin and gives its custom id. Refuses (422) an invalid or taken e-mail address, and a password that is
 * common or has fewer than twelve characters.
 */
export async function createAdmin(
  { db, randomBytes, now }: { db: Db; randomBytes: (count: number) => Buffer; now: Date },
  hashing: PasswordHashQueue,
  { email, password }: { email: string; password: string },
): Promise<string> {
  if (!emailAddress.safeParse(email).success) throw badEmail()
  mustBePassword(password, MIN_ADMIN_PASSWORD)
  const passwordHash = await hashing.hash(password, newSalt(randomBytes), null)
  return inTransaction(db, async (tx) => {
    const customId = await nextCustomId(tx, 'admin')
    const account = { customId, role: 'admin' as const, name: 'Administration', email, phone: '', address: '' }
    await storeAccount(tx, { ...account, passwordHash, promoCode: null }, now)
    return customId
  }).catch(refuseTakenEmail)
}
