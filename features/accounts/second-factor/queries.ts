import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { recoveryCodes, secondFactors } from '../tables.ts'

/** Finds a second factor, confirmed or not; null when there is none. */
export async function findSecondFactor(db: DbOrTx, id: AccountId) {
  const [row] = await db
    .select({ secret: secondFactors.secret, confirmedAt: secondFactors.confirmedAt })
    .from(secondFactors)
    .where(eq(secondFactors.accountId, id))
  return row ?? null
}

const confirmed = (id: AccountId) => and(eq(secondFactors.accountId, id), isNotNull(secondFactors.confirmedAt))

/** Finds the secret of a confirmed second factor; null when log-in demands no code. */
export async function findSecretOf(db: DbOrTx, id: AccountId): Promise<Buffer | null> {
  const [row] = await db.select({ secret: secondFactors.secret }).from(secondFactors).where(confirmed(id))
  return row?.secret ?? null
}

/** Stores a secret in the place of one that was never confirmed; a confirmed one stays. */
export const storeSecret = (tx: Tx, accountId: AccountId, secret: Buffer, now: Date) =>
  tx
    .insert(secondFactors)
    .values({ accountId, secret, createdAt: now })
    .onConflictDoUpdate({
      target: secondFactors.accountId,
      set: { secret, createdAt: now },
      setWhere: isNull(secondFactors.confirmedAt),
    })

/** Confirms a secret: log-in demands codes of it from now on. False when it was replaced or confirmed meanwhile. */
export async function confirmSecret(tx: Tx, id: AccountId, secret: Buffer, step: number, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(secondFactors)
    .set({ confirmedAt: now, lastStep: step })
    .where(and(eq(secondFactors.accountId, id), eq(secondFactors.secret, secret), isNull(secondFactors.confirmedAt)))
  return rowCount === 1
}

/** Uses up the code of a step and all earlier ones; false when it was used. Of many who use it at once, one gets true. */
export async function takeStep(tx: Tx, id: AccountId, secret: Buffer, step: number): Promise<boolean> {
  const { rowCount } = await tx
    .update(secondFactors)
    .set({ lastStep: step })
    .where(
      and(
        confirmed(id),
        eq(secondFactors.secret, secret),
        or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, step)),
      ),
    )
  return rowCount === 1
}

export const storeRecoveryCodes = (tx: Tx, accountId: AccountId, hashes: readonly string[]) =>
  tx.insert(recoveryCodes).values(hashes.map((codeHash, number) => ({ accountId, number, codeHash })))

const unused = (id: AccountId) => and(eq(recoveryCodes.accountId, id), isNull(recoveryCodes.usedAt))

/** Finds the hash of an unused recovery code by its number; null when it was used or never existed. */
export async function findCodeHash(db: DbOrTx, id: AccountId, number: number): Promise<string | null> {
  const [row] = await db
    .select({ codeHash: recoveryCodes.codeHash })
    .from(recoveryCodes)
    .where(and(unused(id), eq(recoveryCodes.number, number)))
  return row?.codeHash ?? null
}

/** Uses a recovery code up; false when it was used. Of many who use it at once, one gets true. */
export async function takeRecoveryCode(tx: Tx, id: AccountId, codeHash: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(unused(id), eq(recoveryCodes.codeHash, codeHash)))
  return rowCount === 1
}

export const countCodesLeft = (db: DbOrTx, id: AccountId): Promise<number> => db.$count(recoveryCodes, unused(id))

/** Deletes a confirmed second factor with its recovery codes; false when there is none. */
export async function deleteSecondFactor(tx: Tx, id: AccountId): Promise<boolean> {
  const { rowCount } = await tx.delete(secondFactors).where(confirmed(id))
  return rowCount === 1
}

/** Deletes secrets older than `before` that were shown and never confirmed. */
export const deleteUnconfirmed = (db: DbOrTx, before: Date) =>
  db.delete(secondFactors).where(and(isNull(secondFactors.confirmedAt), lt(secondFactors.createdAt, before)))
