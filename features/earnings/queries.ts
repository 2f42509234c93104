import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import { accounts } from '#features/accounts/tables.ts'
import type { Decision } from '#features/buyers/model.ts'
import { orders } from '#features/orders/tables.ts'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import type { AccountId, OrderId, WithdrawalId } from '#platform/kernel/ids.ts'
import { type Centimes, ZERO } from '#platform/kernel/money.ts'
import type { BrokenInvariant } from './model.ts'
import { bankFiles, invariantChecks, withdrawalOrders, withdrawals } from './tables.ts'

/** The sum of an account's withdrawals that were not refused, in centimes. */
export async function withdrawnBy(db: DbOrTx, accountId: AccountId): Promise<Centimes> {
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

/** Deletes the RIBs of an erased person's withdrawals. */
export const forgetRibs = (tx: Tx, accountId: AccountId) =>
  tx.update(withdrawals).set({ rib: null }).where(eq(withdrawals.accountId, accountId))

export const storeOrdersOf = (tx: Tx, withdrawalId: WithdrawalId, orderIds: readonly OrderId[]) =>
  tx.execute(sql`
    insert into ${withdrawalOrders} (withdrawal_id, order_id)
    select ${withdrawalId}, unnest(${sql.param(orderIds)}::int[])`)

/** Locks a withdrawal, so that it is decided once. */
export async function holdWithdrawal(tx: Tx, id: WithdrawalId) {
  const [row] = await tx
    .select({
      id: withdrawals.id,
      amount: withdrawals.amount,
      status: withdrawals.status,
      accountId: withdrawals.accountId,
    })
    .from(withdrawals)
    .where(eq(withdrawals.id, id))
    .for('no key update')
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

/** A withdrawal's status; null when there is none. */
export async function findStatus(db: DbOrTx, id: WithdrawalId): Promise<Decision | null> {
  const [row] = await db.select({ status: withdrawals.status }).from(withdrawals).where(eq(withdrawals.id, id))
  return row?.status ?? null
}

export interface Transfer {
  id: WithdrawalId
  accountId: AccountId
  customId: string
  name: string
  rib: string | null
  amount: Centimes
}

/** Withdrawals that wait, oldest first: those with the given numbers, or all. */
export const listTransfers = (db: DbOrTx, ids: readonly WithdrawalId[] | null): Promise<Transfer[]> =>
  db
    .select({
      id: withdrawals.id,
      accountId: withdrawals.accountId,
      customId: accounts.customId,
      name: accounts.name,
      rib: withdrawals.rib,
      amount: withdrawals.amount,
    })
    .from(withdrawals)
    .innerJoin(accounts, eq(accounts.id, withdrawals.accountId))
    .where(and(eq(withdrawals.status, 'pending'), ids === null ? undefined : isOneOf(withdrawals.id, ids)))
    .orderBy(asc(withdrawals.id))

/** Stores that a file for the bank was made; a trigger copies it into the journal. */
export const storeBankFile = (tx: Tx, file: Omit<typeof bankFiles.$inferInsert, 'id'>) =>
  tx.insert(bankFiles).values(file)

export interface InvariantCheck {
  checkedAt: Date
  broken: readonly BrokenInvariant[]
}

/** The last check of the books; null before the first. */
export async function findInvariantCheck(db: DbOrTx): Promise<InvariantCheck | null> {
  const { checkedAt, broken } = invariantChecks
  const [row] = await db.select({ checkedAt, broken }).from(invariantChecks)
  return row ?? null
}

/** Stores the result of a check of the books in place of the one before. */
export async function storeInvariantCheck(tx: Tx, check: InvariantCheck): Promise<void> {
  await tx.insert(invariantChecks).values(check).onConflictDoUpdate({ target: invariantChecks.isOnlyRow, set: check })
}

/** The gains of suppliers' delivered orders that are not void, in centimes. Suppliers without any are left out. */
export async function deliveredGainsOf(
  db: DbOrTx,
  supplierIds: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, Centimes>> {
  const { rows } = await db.execute<{ id: AccountId; gains: Centimes }>(sql`
    select supplier_id as id, sum(gain)::bigint as gains from orders
    where supplier_id = any(${sql.param(supplierIds)}::int[]) and status = 'delivered' and payment <> 'void'
      and deleted_at is null
    group by 1`)
  return new Map(rows.map(({ id, gains }) => [id, gains]))
}

/** The gains of one supplier's delivered orders that are not void, in centimes. */
export async function deliveredGains(db: DbOrTx, supplierId: AccountId): Promise<Centimes> {
  return (await deliveredGainsOf(db, [supplierId])).get(supplierId) ?? ZERO
}

/** The facts for the mail about an order with a supplier's code; null for an order of another origin. */
export async function findPromoOrder(
  db: DbOrTx,
  id: OrderId,
): Promise<{ code: string; city: string; gain: Centimes } | null> {
  const [row] = await db
    .select({ code: orders.promoCode, city: orders.city, gain: orders.gain })
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.origin, 'promo')))
  return row ? { ...row, code: row.code! } : null
}

/** The payments of these orders, by their ids; deleted and unknown ones are left out. */
export async function findPayments(db: DbOrTx, ids: readonly OrderId[]) {
  const rows = await db
    .select({ id: orders.id, status: orders.status, payment: orders.payment, collected: orders.collected })
    .from(orders)
    .where(and(isOneOf(orders.id, ids), isNull(orders.deletedAt)))
  return new Map(rows.map((row) => [row.id, row]))
}
