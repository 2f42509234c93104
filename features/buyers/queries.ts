import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { accounts } from '#features/accounts/tables.ts'
import type { Queries, Tx } from '#platform/db/database.ts'
import type { AccountId, PurchaseId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import type { Decision } from './names.ts'
import { type Stock, stockOf } from './rules.ts'
import { purchases, sales } from './tables.ts'

const bought = (buyer: typeof accounts.id | AccountId) =>
  sql<Centimes>`coalesce((select sum(amount) from purchases where buyer_id = ${buyer} and status = 'approved'), 0)::bigint`
const sold = (buyer: typeof accounts.id | AccountId) =>
  sql<Centimes>`coalesce((select sum(amount) from sales where buyer_id = ${buyer}), 0)::bigint`

export async function findStock(db: Queries, buyerId: AccountId): Promise<Stock> {
  const { rows } = await db.execute<{ bought: Centimes; sold: Centimes }>(
    sql`select ${bought(buyerId)} as bought, ${sold(buyerId)} as sold`,
  )
  return stockOf(rows[0]!.bought, rows[0]!.sold)
}

export async function storePurchase(tx: Tx, buyerId: AccountId, amount: Centimes, now: Date) {
  const [row] = await tx
    .insert(purchases)
    .values({ buyerId, amount, requestedAt: now })
    .returning({ id: purchases.id, amount: purchases.amount, status: purchases.status })
  return row!
}

/** Locks a purchase, so that it is decided once. */
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

export const storeSale = (tx: Tx, buyerId: AccountId, amount: Centimes, by: AccountId, now: Date) =>
  tx.insert(sales).values({ buyerId, amount, recordedBy: by, recordedAt: now })

/** All purchases with their buyer's name, those to decide first, then the newest. */
export const listPurchases = (db: Queries) =>
  db
    .select({
      id: purchases.id,
      amount: purchases.amount,
      status: purchases.status,
      buyerName: accounts.name,
      requestedAt: purchases.requestedAt,
    })
    .from(purchases)
    .innerJoin(accounts, eq(accounts.id, purchases.buyerId))
    .orderBy(sql`${purchases.status} <> 'pending'`, desc(purchases.id))

/** One page of buyers with their stock, and how many match in all. */
export async function listBuyers(
  db: Queries,
  { page, perPage, search }: { page: number; perPage: number; search: string },
) {
  const where = and(eq(accounts.role, 'buyer'), search ? sql`${accounts.search} like ${`%${search}%`}` : undefined)
  const [count] = await db.select({ total: sql<number>`count(*)::int` }).from(accounts).where(where)
  const rows = await db
    .select({
      id: accounts.id,
      customId: accounts.customId,
      name: accounts.name,
      email: accounts.email,
      phone: accounts.phone,
      address: accounts.address,
      bought: bought(accounts.id),
      sold: sold(accounts.id),
    })
    .from(accounts)
    .where(where)
    .orderBy(asc(accounts.id))
    .limit(perPage)
    .offset((page - 1) * perPage)
  return {
    rows: rows.map(({ bought, sold, ...buyer }) => ({ ...buyer, ...stockOf(bought, sold) })),
    total: count!.total,
  }
}
