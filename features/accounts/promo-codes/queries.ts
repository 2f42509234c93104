import { and, desc, eq } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { accounts, promoCodes } from '../tables.ts'
import type { DatedCode } from './changes.ts'

/** Lists every code that an account has or had, the last one that it took first. */
export const listCodesOf = (db: DbOrTx, id: AccountId): Promise<DatedCode[]> =>
  db
    .select({ code: promoCodes.code, since: promoCodes.since })
    .from(promoCodes)
    .where(eq(promoCodes.accountId, id))
    .orderBy(desc(promoCodes.since))

/** Gives an account a code that nobody has, or one of its own again; false when it is somebody else's. */
export async function takeCode(tx: Tx, id: AccountId, code: string, now: Date): Promise<boolean> {
  const given = await tx.insert(promoCodes).values({ code, accountId: id, since: now }).onConflictDoNothing()
  if (given.rowCount === 0) {
    const again = await tx
      .update(promoCodes)
      .set({ since: now })
      .where(and(eq(promoCodes.code, code), eq(promoCodes.accountId, id)))
    if (again.rowCount === 0) return false
  }
  await tx.update(accounts).set({ promoCode: code }).where(eq(accounts.id, id))
  return true
}
