import { and, eq, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import type { AccountId, PurchaseId, SaleDeclarationId, SaleId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import type { Decision } from './model.ts'
import { type Stock, stockOf } from './rules.ts'
import { purchases, saleDeclarations, sales } from './tables.ts'

/** Computes a buyer's stock in centimes from its approved purchases and its sales; all zero for anybody else. */
export async function findStock(db: DbOrTx, buyerId: AccountId): Promise<Stock> {
  const { rows } = await db.execute<{ bought: Centimes; sold: Centimes }>(sql`
    select
      (select coalesce(sum(amount), 0) from purchases where buyer_id = ${buyerId} and status = 'approved')::bigint as bought,
      (select coalesce(sum(amount), 0) from sales where buyer_id = ${buyerId})::bigint as sold`)
  return stockOf(rows[0]!.bought, rows[0]!.sold)
}

/** Stores a purchase of `amount` centimes that waits for a decision. */
export async function storePurchase(tx: Tx, buyerId: AccountId, amount: Centimes, now: Date) {
  const [row] = await tx
    .insert(purchases)
    .values({ buyerId, amount, requestedAt: now })
    .returning({ id: purchases.id, amount: purchases.amount, status: purchases.status })
  return row!
}

/** Finds a purchase and locks it, so that it is decided once; null when there is none. */
export async function holdPurchase(tx: Tx, id: PurchaseId) {
  const [row] = await tx.select().from(purchases).where(eq(purchases.id, id)).for('no key update')
  return row ?? null
}

export const storeDecision = (
  tx: Tx,
  id: PurchaseId,
  { status, reason, by }: { status: Exclude<Decision, 'pending'>; reason: string | null; by: AccountId },
  now: Date,
) => tx.update(purchases).set({ status, reason, decidedBy: by, decidedAt: now }).where(eq(purchases.id, id))

/** Stores a sale of `amount` centimes, and gives its number. */
export async function storeSale(
  tx: Tx,
  buyerId: AccountId,
  amount: Centimes,
  by: AccountId,
  now: Date,
): Promise<SaleId> {
  const [row] = await tx
    .insert(sales)
    .values({ buyerId, amount, recordedBy: by, recordedAt: now })
    .returning({ id: sales.id })
  return row!.id
}

/** The sum, in centimes, of a buyer's declared sales that wait for a decision. */
export async function declaredBy(db: DbOrTx, buyerId: AccountId): Promise<Centimes> {
  const [row] = await db
    .select({ sum: sql<Centimes>`coalesce(sum(${saleDeclarations.amount}), 0)::bigint`.mapWith(Number) })
    .from(saleDeclarations)
    .where(and(eq(saleDeclarations.buyerId, buyerId), eq(saleDeclarations.status, 'pending')))
  return row!.sum as Centimes
}

/** Stores a declared sale of `amount` centimes that waits for a decision. */
export async function storeDeclaration(
  tx: Tx,
  { buyerId, amount, note }: { buyerId: AccountId; amount: Centimes; note: string | null },
  now: Date,
) {
  const { id, status } = saleDeclarations
  const [row] = await tx
    .insert(saleDeclarations)
    .values({ buyerId, amount, note, declaredAt: now })
    .returning({ id, amount: saleDeclarations.amount, status })
  return row!
}

/** Finds a declared sale and locks it, so that it is decided once; null when there is none. */
export async function holdDeclaration(tx: Tx, id: SaleDeclarationId) {
  const [row] = await tx.select().from(saleDeclarations).where(eq(saleDeclarations.id, id)).for('no key update')
  return row ?? null
}

export const storeDeclarationDecision = (
  tx: Tx,
  id: SaleDeclarationId,
  decision: { status: 'approved'; saleId: SaleId } | { status: 'refused'; reason: string },
  by: AccountId,
  now: Date,
) =>
  tx
    .update(saleDeclarations)
    .set({ ...decision, decidedBy: by, decidedAt: now })
    .where(eq(saleDeclarations.id, id))

/** Deletes what an erased person wrote about its sales. */
export const forgetSaleNotes = (tx: Tx, buyerId: AccountId) =>
  tx.update(saleDeclarations).set({ note: null }).where(eq(saleDeclarations.buyerId, buyerId))
