import { and, asc, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/tables.ts'
import type { DeclarationRow, PurchaseRow } from '#features/buyers/contract.ts'
import type { Decision } from '#features/buyers/model.ts'
import { purchases, saleDeclarations, type sales } from '#features/buyers/tables.ts'
import type { WithdrawalRow } from '#features/earnings/contract.ts'
import { withdrawals } from '#features/earnings/tables.ts'
import type { DbOrTx } from '#platform/db/database.ts'
import { containsText, listPage } from '#platform/db/list-page.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import type { RequestSort } from '../model.ts'

interface Paging {
  page: number
  perPage: number
}

export interface RequestFilter {
  /** A piece of the name, number or phone of whoever made the request. */
  search: string
  status: Decision | undefined
}

interface RequestList extends RequestFilter, Paging {
  sort: RequestSort
}

/** Matches requests by the person who made them. */
function matchesAccount(db: DbOrTx, account: PgColumn, search: string): SQL | undefined {
  const hasText = containsText(accounts.search, search)
  return hasText && inArray(account, db.select({ id: accounts.id }).from(accounts).where(hasText))
}

/** The columns of a sort order, as the indexes `…_to_decide_first` or the numbers serve it. */
function sortColumns({ id, status }: { id: PgColumn; status: PgColumn }, sort: RequestSort): SQL[] {
  if (sort === 'created_at') return [asc(id)]
  return sort === 'status' ? [sql`(${status} <> 'pending')`, desc(id)] : [desc(id)]
}

const requester = {
  customId: accounts.customId,
  name: accounts.name,
  phone: accounts.phone,
  role: accounts.role,
}

const selectWithdrawals = (db: DbOrTx) =>
  db
    .select({
      id: withdrawals.id,
      amount: withdrawals.amount,
      status: withdrawals.status,
      account: requester,
      rib: withdrawals.rib,
      ribChangedAt: accounts.ribChangedAt,
      requestedAt: withdrawals.requestedAt,
      reference: withdrawals.reference,
      reason: withdrawals.reason,
      decidedAt: withdrawals.decidedAt,
    })
    .from(withdrawals)
    .innerJoin(accounts, eq(accounts.id, withdrawals.accountId))

/** One page of withdrawals, and the count of all that match. */
export const listWithdrawals = (
  db: DbOrTx,
  { search, status, sort, ...paging }: RequestList,
): Promise<{ rows: WithdrawalRow[]; total: number }> =>
  listPage(db, {
    query: selectWithdrawals(db).$dynamic(),
    table: withdrawals,
    where: status && eq(withdrawals.status, status),
    search: matchesAccount(db, withdrawals.accountId, search),
    sort: sortColumns(withdrawals, sort),
    ...paging,
  })

export interface ExportedWithdrawal extends WithdrawalRow {
  reference: string | null
  reason: string | null
  decidedAt: Date | null
}

/** The next rows of a file, newest first, after the given one. */
export const withdrawalsBefore = (
  db: DbOrTx,
  { search, status }: RequestFilter,
  last: WithdrawalRow | null,
  limit: number,
): Promise<ExportedWithdrawal[]> =>
  selectWithdrawals(db)
    .where(
      and(
        status && eq(withdrawals.status, status),
        matchesAccount(db, withdrawals.accountId, search),
        last ? lt(withdrawals.id, last.id) : undefined,
      ),
    )
    .orderBy(desc(withdrawals.id))
    .limit(limit)

/** A subquery that counts and sums, in centimes, the requests of a table that wait for the admin. */
export const toDecide = (table: 'withdrawals' | 'purchases' | 'sale_declarations'): SQL => sql`
  (select count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount from ${sql.raw(table)}
    where status = 'pending')`

/** Counts and sums, in centimes, the withdrawals that wait for the admin. */
export async function sumWithdrawalsToDecide(db: DbOrTx): Promise<{ count: number; amount: Centimes }> {
  const { rows } = await db.execute<{ count: number; amount: Centimes }>(
    sql`select count, amount from ${toDecide('withdrawals')} as withdrawals`,
  )
  return rows[0]!
}

/** One page of declared sales, and the count of all that match. */
export const listDeclarations = (
  db: DbOrTx,
  { search, status, sort, ...paging }: RequestList,
): Promise<{ rows: DeclarationRow[]; total: number }> =>
  listPage(db, {
    query: db
      .select({
        id: saleDeclarations.id,
        amount: saleDeclarations.amount,
        status: saleDeclarations.status,
        buyer: { customId: accounts.customId, name: accounts.name },
        note: saleDeclarations.note,
        reason: saleDeclarations.reason,
        declaredAt: saleDeclarations.declaredAt,
      })
      .from(saleDeclarations)
      .innerJoin(accounts, eq(accounts.id, saleDeclarations.buyerId))
      .$dynamic(),
    table: saleDeclarations,
    where: status && eq(saleDeclarations.status, status),
    search: matchesAccount(db, saleDeclarations.buyerId, search),
    sort: sortColumns(saleDeclarations, sort),
    ...paging,
  })

const selectPurchases = (db: DbOrTx) =>
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

const matchingPurchases = (db: DbOrTx, { search, status }: RequestFilter) =>
  and(status && eq(purchases.status, status), matchesAccount(db, purchases.buyerId, search))

export const allPurchases = (db: DbOrTx, filter: RequestFilter, sort: RequestSort): Promise<PurchaseRow[]> =>
  selectPurchases(db)
    .where(matchingPurchases(db, filter))
    .orderBy(...sortColumns(purchases, sort))

/** One page of purchases, and the count of all that match. */
export const listPurchases = (
  db: DbOrTx,
  { search, status, sort, ...paging }: RequestList,
): Promise<{ rows: PurchaseRow[]; total: number }> =>
  listPage(db, {
    query: selectPurchases(db).$dynamic(),
    table: purchases,
    where: status && eq(purchases.status, status),
    search: matchesAccount(db, purchases.buyerId, search),
    sort: sortColumns(purchases, sort),
    ...paging,
  })

/** The next rows of a file, newest first, after the given one. */
export const purchasesBefore = (
  db: DbOrTx,
  filter: RequestFilter,
  last: PurchaseRow | null,
  limit: number,
): Promise<PurchaseRow[]> =>
  selectPurchases(db)
    .where(and(matchingPurchases(db, filter), last ? lt(purchases.id, last.id) : undefined))
    .orderBy(desc(purchases.id))
    .limit(limit)

// The table is named by hand: drizzle would write `id` alone, which in this subquery is the request's own.
const theBuyer = sql.raw('accounts.id')

export const summed = (table: typeof purchases | typeof sales, condition?: SQL) =>
  sql<Centimes>`(select coalesce(sum(${table.amount}), 0) from ${table}
    where ${and(sql`${table.buyerId} = ${theBuyer}`, condition)})::bigint`.mapWith(Number)

export const isBuyer = eq(accounts.role, 'buyer')
