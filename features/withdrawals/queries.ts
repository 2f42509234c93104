import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { accounts } from '#features/accounts/tables.ts'
import type { Decision } from '#features/buyers/names.ts'
import type { Queries, Tx } from '#platform/db/database.ts'
import type { AccountId, OrderId, WithdrawalId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { withdrawalOrders, withdrawals } from './tables.ts'

/** What an account has asked for and was not refused, in centimes. */
export async function withdrawnBy(db: Queries, accountId: AccountId): Promise<Centimes> {
  const [row] = await db
    .select({ sum: sql<Centimes>`coalesce(sum(${withdrawals.amount}), 0)::bigint`.mapWith(Number) })
    .from(withdrawals)
    .where(and(eq(withdrawals.accountId, accountId), ne(withdrawals.status, 'refused')))
  return row!.sum as Centimes
}

export async function storeWithdrawal(
  tx: Tx,
  { accountId, amount, rib }: { accountId: AccountId; amount: Centimes; rib: string | null },
  now: Date,
) {
  const [row] = await tx
    .insert(withdrawals)
    .values({ accountId, amount, rib, requestedAt: now })
    .returning({ id: withdrawals.id, amount: withdrawals.amount, status: withdrawals.status })
  return row!
}

export const storeOrdersOf = (tx: Tx, withdrawalId: WithdrawalId, orderIds: readonly OrderId[]) =>
  tx.insert(withdrawalOrders).values(orderIds.map((orderId) => ({ withdrawalId, orderId })))

/** Locks a withdrawal, so that it is decided once. */
export async function holdWithdrawal(tx: Tx, id: WithdrawalId) {
  const [row] = await tx
    .select({
      id: withdrawals.id,
      amount: withdrawals.amount,
      status: withdrawals.status,
      account: { id: accounts.id, role: accounts.role, name: accounts.name, email: accounts.email },
    })
    .from(withdrawals)
    .innerJoin(accounts, eq(accounts.id, withdrawals.accountId))
    .where(eq(withdrawals.id, id))
    .for('no key update', { of: withdrawals })
  return row ?? null
}

export const storeDecision = (
  tx: Tx,
  id: WithdrawalId,
  decision: {
    status: Exclude<Decision, 'pending'>
    reference?: string | null
    reason?: string | null
    by: AccountId
  },
  now: Date,
) =>
  tx
    .update(withdrawals)
    .set({
      status: decision.status,
      reference: decision.reference ?? null,
      reason: decision.reason ?? null,
      decidedBy: decision.by,
      decidedAt: now,
    })
    .where(eq(withdrawals.id, id))

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
