import { and, eq, isNull } from 'drizzle-orm'
import { type Db, inTransaction } from '#platform/db/database.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { findByIdentifier, storeBan } from '../queries.ts'
import { unknownAccount } from '../rules.ts'
import { deleteSessionsOf } from '../sessions/session-queries.ts'
import { accounts } from '../tables.ts'

/**
 * Closes the account of an admin who leaves: its password and sessions open nothing any more, its entries in the journal
 * stay. Gives its custom id and e-mail address. Refuses (404) an unknown identifier, and (409) an account that is no open
 * admin's or the last one that is.
 */
export async function closeAdmin(db: Db, identifier: string, now: Date): Promise<{ customId: string; email: string }> {
  const found = await findByIdentifier(db, identifier)
  if (!found) throw unknownAccount()
  const { id, customId, email } = found
  await inTransaction(db, async (tx) => {
    // Locks all admins, so that of the last two who are closed at once one stays.
    const open = await tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.role, 'admin'), isNull(accounts.bannedAt)))
      .orderBy(accounts.id)
      .for('update')
    if (!open.some((admin) => admin.id === id))
      throw new Refusal('conflict', 'not_an_open_admin', 'Ce compte n’est pas celui d’un administrateur en activité.')
    if (open.length === 1)
      throw new Refusal('conflict', 'last_admin', 'C’est le dernier administrateur\u00A0: créez d’abord le suivant.')
    await storeBan(tx, id, now)
    await deleteSessionsOf(tx, id)
  })
  return { customId, email }
}
