import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { accounts } from '#features/accounts/tables.ts'
import { stockOf } from '#features/buyers/index.ts'
import type { Decision } from '#features/buyers/names.ts'
import { purchases } from '#features/buyers/tables.ts'
import { withdrawals } from '#features/withdrawals/tables.ts'
import type { Queries } from '#platform/db/database.ts'
import type { Centimes } from '#platform/kernel/money.ts'

/** One page of withdrawals, those to decide first, then the newest; and how many match in all. */
export async function listWithdrawals(
  db: Queries,
  { page, perPage, search, status }: { page: number; perPage: number; search: string; status: Decision | undefined },
) {
  const where = and(
    search ? sql`${accounts.search} like ${`%${search}%`}` : undefined,
    status && eq(withdrawals.status, status),
  )
  const [count] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(withdrawals)
    .innerJoin(accounts, eq(accounts.id, withdrawals.accountId))
    .where(where)
  const rows = await db
    .select({
      id: withdrawals.id,
      amount: withdrawals.amount,
      status: withdrawals.status,
      account: { customId: accounts.customId, name: accounts.name, phone: accounts.phone, role: accounts.role },
      rib: withdrawals.rib,
      requestedAt: withdrawals.requestedAt,
    })
    .from(withdrawals)
    .innerJoin(accounts, eq(accounts.id, withdrawals.accountId))
    .where(where)
    .orderBy(sql`${withdrawals.status} <> 'pending'`, desc(withdrawals.id))
    .limit(perPage)
    .offset((page - 1) * perPage)
  return { rows, total: count!.total }
}

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

// With its table named: alone in its query, drizzle would write `id`, which in here is the purchase's own.
const theBuyer = sql.raw('accounts.id')
const bought = sql<Centimes>`coalesce(
  (select sum(amount) from purchases where buyer_id = ${theBuyer} and status = 'approved'), 0)::bigint`.mapWith(Number)
const sold = sql<Centimes>`coalesce((select sum(amount) from sales where buyer_id = ${theBuyer}), 0)::bigint`.mapWith(
  Number,
)

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
      bought,
      sold,
    })
    .from(accounts)
    .where(where)
    .orderBy(asc(accounts.id))
    .limit(perPage)
    .offset((page - 1) * perPage)
  return {
    rows: rows.map(({ bought, sold, ...buyer }) => ({ ...buyer, ...stockOf(bought as Centimes, sold as Centimes) })),
    total: count!.total,
  }
}
