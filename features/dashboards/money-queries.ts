import { and, asc, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/tables.ts'
import type { BuyerRow, PurchaseRow } from '#features/buyers/contract.ts'
import { stockOf } from '#features/buyers/index.ts'
import type { Decision } from '#features/buyers/names.ts'
import { purchases } from '#features/buyers/tables.ts'
import type { WithdrawalRow } from '#features/withdrawals/contract.ts'
import { withdrawals } from '#features/withdrawals/tables.ts'
import type { Queries } from '#platform/db/database.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import type { DateSort, RequestSort } from './names.ts'
import { holds, loadPage } from './people-search.ts'

interface Asked {
  page: number
  perPage: number
}

export interface RequestFilter {
  /** A part of what is known of whoever asks. */
  search: string
  status: Decision | undefined
}

/** Withdrawals and purchases alike. */
interface RequestColumns {
  id: PgColumn
  status: PgColumn
}

const askedBy = (db: Queries, account: PgColumn, search: string): SQL | undefined => {
  const found = holds(accounts.search, search)
  return found && inArray(account, db.select({ id: accounts.id }).from(accounts).where(found))
}

/** The order of the indexes `…_to_decide_first`, or of the numbers, read from either end. */
function requestOrder({ id, status }: RequestColumns, sort: RequestSort, isReversed: boolean): SQL[] {
  const isNewestFirst = (sort !== 'created_at') !== isReversed
  const byNumber = isNewestFirst ? sql`${id} desc nulls first` : sql`${id} asc nulls last`
  if (sort !== 'status') return [byNumber]
  const decided = sql`(${status} <> 'pending')`
  return [isReversed ? desc(decided) : asc(decided), byNumber]
}

const matchingWithdrawals = (db: Queries, { search, status }: RequestFilter) =>
  and(status && eq(withdrawals.status, status), askedBy(db, withdrawals.accountId, search))

const whoAsked = {
  customId: accounts.customId,
  name: accounts.name,
  phone: accounts.phone,
  role: accounts.role,
}

/** One page of withdrawals, and how many match in all. Whoever asked is joined to the rows of the page alone. */
export async function listWithdrawals(
  db: Queries,
  { page, perPage, sort, ...filter }: RequestFilter & Asked & { sort: RequestSort },
) {
  const where = matchingWithdrawals(db, filter)
  const total = await db.$count(withdrawals, where)
  return loadPage<WithdrawalRow>(total, { page, perPage }, ({ isReversed, limit, offset }) => {
    const found = db
      .select()
      .from(withdrawals)
      .where(where)
      .orderBy(...requestOrder(withdrawals, sort, isReversed))
      .limit(limit)
      .offset(offset)
      .as('found')
    return db
      .select({
        id: found.id,
        amount: found.amount,
        status: found.status,
        account: whoAsked,
        rib: found.rib,
        requestedAt: found.requestedAt,
      })
      .from(found)
      .innerJoin(accounts, eq(accounts.id, found.accountId))
      .orderBy(...requestOrder(found, sort, isReversed))
  })
}

export interface ExportedWithdrawal extends WithdrawalRow {
  reference: string | null
  reason: string | null
  decidedAt: Date | null
}

/** Those that were asked for before the given one, newest first. */
export const withdrawalsBefore = (
  db: Queries,
  filter: RequestFilter,
  last: WithdrawalRow | null,
  limit: number,
): Promise<ExportedWithdrawal[]> =>
  db
    .select({
      id: withdrawals.id,
      amount: withdrawals.amount,
      status: withdrawals.status,
      account: whoAsked,
      rib: withdrawals.rib,
      requestedAt: withdrawals.requestedAt,
      reference: withdrawals.reference,
      reason: withdrawals.reason,
      decidedAt: withdrawals.decidedAt,
    })
    .from(withdrawals)
    .innerJoin(accounts, eq(accounts.id, withdrawals.accountId))
    .where(and(matchingWithdrawals(db, filter), last ? lt(withdrawals.id, last.id) : undefined))
    .orderBy(desc(withdrawals.id))
    .limit(limit)

/** How many withdrawals wait for the admin, and how much they come to. */
export async function sumWithdrawalsToDecide(db: Queries): Promise<{ count: number; amount: Centimes }> {
  const { rows } = await db.execute<{ count: number; amount: Centimes }>(sql`
    select count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount from withdrawals where status = 'pending'`)
  return rows[0]!
}

const matchingPurchases = (db: Queries, { search, status }: RequestFilter) =>
  and(status && eq(purchases.status, status), askedBy(db, purchases.buyerId, search))

/** With their buyer's name, in the order asked; all of them unless a part is. */
function selectPurchases(
  db: Queries,
  filter: RequestFilter,
  sort: RequestSort,
  part: { isReversed: boolean; limit?: number; offset?: number },
): Promise<PurchaseRow[]> {
  const found = db
    .select()
    .from(purchases)
    .where(matchingPurchases(db, filter))
    .orderBy(...requestOrder(purchases, sort, part.isReversed))
    .$dynamic()
  if (part.limit !== undefined) found.limit(part.limit).offset(part.offset ?? 0)
  const page = found.as('found')
  return db
    .select({
      id: page.id,
      amount: page.amount,
      status: page.status,
      buyerName: accounts.name,
      requestedAt: page.requestedAt,
    })
    .from(page)
    .innerJoin(accounts, eq(accounts.id, page.buyerId))
    .orderBy(...requestOrder(page, sort, part.isReversed))
}

export const allPurchases = (db: Queries, filter: RequestFilter, sort: RequestSort): Promise<PurchaseRow[]> =>
  selectPurchases(db, filter, sort, { isReversed: false })

/** One page of purchases, and how many match in all. */
export async function listPurchases(
  db: Queries,
  { page, perPage, sort, ...filter }: RequestFilter & Asked & { sort: RequestSort },
) {
  const total = await db.$count(purchases, matchingPurchases(db, filter))
  return loadPage(total, { page, perPage }, (part) => selectPurchases(db, filter, sort, part))
}

/** Those that were asked for before the given one, newest first. */
export const purchasesBefore = (
  db: Queries,
  filter: RequestFilter,
  last: PurchaseRow | null,
  limit: number,
): Promise<PurchaseRow[]> =>
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
    .where(and(matchingPurchases(db, filter), last ? lt(purchases.id, last.id) : undefined))
    .orderBy(desc(purchases.id))
    .limit(limit)

// With its table named: alone in its query, drizzle would write `id`, which in here is the purchase's own.
const theBuyer = sql.raw('accounts.id')
const bought = sql<Centimes>`coalesce(
  (select sum(amount) from purchases where buyer_id = ${theBuyer} and status = 'approved'), 0)::bigint`.mapWith(Number)
const sold = sql<Centimes>`coalesce((select sum(amount) from sales where buyer_id = ${theBuyer}), 0)::bigint`.mapWith(
  Number,
)

const matchingBuyers = (search: string) => and(eq(accounts.role, 'buyer'), holds(accounts.search, search))

const selectBuyers = (db: Queries) =>
  db
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

const withStock = ({ bought, sold, ...buyer }: Awaited<ReturnType<typeof selectBuyers>>[number]): BuyerRow => ({
  ...buyer,
  ...stockOf(bought as Centimes, sold as Centimes),
})

/** One page of buyers with their stock, and how many match in all. */
export async function listBuyers(
  db: Queries,
  { page, perPage, search, sort }: Asked & { search: string; sort: DateSort },
) {
  const where = matchingBuyers(search)
  const found = await loadPage(await db.$count(accounts, where), { page, perPage }, ({ isReversed, limit, offset }) =>
    selectBuyers(db)
      .where(where)
      .orderBy((sort === '-created_at') === isReversed ? asc(accounts.id) : desc(accounts.id))
      .limit(limit)
      .offset(offset),
  )
  return { ...found, rows: found.rows.map(withStock) }
}

/** Those that were invited before the given one, newest first. */
export async function buyersBefore(db: Queries, search: string, last: BuyerRow | null, limit: number) {
  const rows = await selectBuyers(db)
    .where(and(matchingBuyers(search), last ? lt(accounts.id, last.id) : undefined))
    .orderBy(desc(accounts.id))
    .limit(limit)
  return rows.map(withStock)
}
