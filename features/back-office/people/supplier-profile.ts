import { desc, eq } from 'drizzle-orm'
import { findAccount, maskRib } from '#features/accounts/index.ts'
import { withdrawals } from '#features/earnings/tables.ts'
import type { GainChoice } from '#features/settings/model.ts'
import { supplierStats } from '#features/supplier-space/index.ts'
import type { DbOrTx } from '#platform/db/database.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import type { SupplierProfile } from './contract.ts'
import { findSupplier } from './queries.ts'

const WITHDRAWALS_SHOWN = 20

/** A supplier with the figures that its own dashboard shows and its newest withdrawals; null for anybody else. */
export async function findSupplierProfile(
  db: DbOrTx,
  id: AccountId,
  when: GainChoice,
): Promise<SupplierProfile | null> {
  const supplier = await findSupplier(db, id)
  const account = supplier && (await findAccount(db, id))
  if (!account) return null
  return {
    supplier,
    promoCode: account.promoCode,
    rib: account.rib && maskRib(account.rib),
    stats: await supplierStats(db, id, when),
    withdrawals: await db
      .select({
        id: withdrawals.id,
        amount: withdrawals.amount,
        status: withdrawals.status,
        reference: withdrawals.reference,
        reason: withdrawals.reason,
        requestedAt: withdrawals.requestedAt,
      })
      .from(withdrawals)
      .where(eq(withdrawals.accountId, id))
      .orderBy(desc(withdrawals.requestedAt), desc(withdrawals.id))
      .limit(WITHDRAWALS_SHOWN),
  }
}
