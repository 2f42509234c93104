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
import { countListed, countOfWords, passOver, type Start, startOfPage } from '#platform/http/list-tallies.ts'
import type { AccountId, PurchaseId, WithdrawalId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { firstFound } from './first-found.ts'
import { type DateSort, type RequestSort, ROWS_REACHED } from './names.ts'
import { findPage, firstIds, holding, holds, idsOf, isShort, loadPage, ROWS_LOOKED_AT } from './people-search.ts'

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

type Requests = typeof withdrawals | typeof purchases

/** Of how many people, the newest that match, a search lists the requests. */
const PEOPLE_REACHED = 500

interface RequestPage extends Asked {
  sort: RequestSort
}

/** The numbers of the requests on one page, in no order, and how many match in all. */
async function findRequests(
  db: Queries,
  requests: Requests,
  account: PgColumn,
  { search, status }: RequestFilter,
  { page, perPage, sort: askedSort }: RequestPage,
): Promise<{ ids: number[]; total: number }> {
  // Of one status, those to decide come before no others.
  const sort = status && askedSort === 'status' ? '-created_at' : askedSort
  const within = status && eq(requests.status, status)
  const sought = holding(search)
  if (sought) return findRequestsOf(db, requests, account, { within, sought, search }, { page, perPage, sort })
  const list = requests === withdrawals ? 'withdrawals' : 'purchases'
  const total = await (status ? countOfWords(db, list, [status]) : countListed(db, list))
  const { rows } = await loadPage(total, { page, perPage }, async (part) => {
    const start = await startOfRequests(db, requests, { status, sort }, total, part)
    const isListed = and(within, start.isThere)
    const { rows } = await db.execute<{ id: number }>(sql`
      ${start.with} select ${requests.id} from ${requests} ${isListed ? sql`where ${isListed}` : sql``}
      order by ${sql.join(requestOrder(requests, sort, part.isReversed), sql`, `)}
      limit ${part.limit} offset ${start.offset}`)
    return rows
  })
  return { ids: rows.map(({ id }) => id), total }
}

const DECIDED: readonly Decision[] = ['approved', 'refused']

/** Where a far page begins, by the tallies. In the order of `status` those that wait stand before all others. */
async function startOfRequests(
  db: Queries,
  requests: Requests,
  { status, sort }: { status: Decision | undefined; sort: RequestSort },
  total: number,
  { isReversed, limit, offset }: { isReversed: boolean; limit: number; offset: number },
): Promise<Start> {
  const list = requests === withdrawals ? 'withdrawals' : 'purchases'
  const isDescending = (sort !== 'created_at') !== isReversed
  if (sort !== 'status') return startOfPage(list, requests.id, { offset, isDescending }, status)
  const waiting = await countOfWords(db, list, ['pending'])
  const isAllDecided = isReversed ? offset + limit <= total - waiting : offset >= waiting
  if (!isAllDecided) return passOver(offset)
  const passed = isReversed ? 0 : waiting
  const start = startOfPage(list, requests.id, { offset: offset - passed, isDescending }, DECIDED)
  return { ...start, isThere: and(sql`(${requests.status} <> 'pending')`, start.isThere) }
}

/**
 * The same of people who are searched for, `ROWS_REACHED` at most. Where very many people match, among the first requests
 * of the list.
 */
async function findRequestsOf(
  db: Queries,
  requests: Requests,
  account: PgColumn,
  { within, sought, search }: { within: SQL | undefined; sought: SQL; search: string },
  { page, perPage, sort }: RequestPage,
): Promise<{ ids: number[]; total: number }> {
  const people = { table: accounts, within: undefined, holding: sought, isShort: isShort(search) }
  const order = sql`order by ${sql.join(requestOrder(requests, sort, false), sql`, `)}`
  const list = sql`select * from ${requests} ${within ? sql`where ${within}` : sql``} ${order} limit ${ROWS_LOOKED_AT}`
  const ofFew = firstFound(
    {
      table: requests,
      within,
      order,
      // Said so that no join is made of it.
      isSought: sql`(${account} in (select id from people)) is true`,
      byIndex: sql`select * from ${requests}
        where ${and(within, sql`${account} = any(array(select id from people))`)}`,
    },
    ROWS_REACHED,
  )
  const ofMany = sql`array(
    select id from (${list}) as ${requests} where (select ${sought} from accounts where accounts.id = ${account})
    ${order} limit ${ROWS_REACHED})`
  const first = sql`(
    with people as materialized (${idsOf(people, true, PEOPLE_REACHED + 1)})
    select case when (select count(*) from people) <= ${PEOPLE_REACHED} then ${ofFew} else ${ofMany} end)`
  return findPage<number>(db, first, { page, perPage })
}

/** One page of withdrawals, and how many match in all. */
export async function listWithdrawals(db: Queries, { page, perPage, sort, ...filter }: RequestFilter & RequestPage) {
  const { ids, total } = await findRequests(db, withdrawals, withdrawals.accountId, filter, { page, perPage, sort })
  if (ids.length === 0) return { rows: [], total }
  const rows: WithdrawalRow[] = await db
    .select({
      id: withdrawals.id,
      amount: withdrawals.amount,
      status: withdrawals.status,
      account: whoAsked,
      rib: withdrawals.rib,
      requestedAt: withdrawals.requestedAt,
    })
    .from(withdrawals)
    .innerJoin(accounts, eq(accounts.id, withdrawals.accountId))
    .where(inArray(withdrawals.id, ids as WithdrawalId[]))
    .orderBy(...requestOrder(withdrawals, sort, false))
  return { rows, total }
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

const selectPurchases = (db: Queries) =>
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

export const allPurchases = (db: Queries, filter: RequestFilter, sort: RequestSort): Promise<PurchaseRow[]> =>
  selectPurchases(db)
    .where(matchingPurchases(db, filter))
    .orderBy(...requestOrder(purchases, sort, false))

/** One page of purchases, and how many match in all. */
export async function listPurchases(db: Queries, { page, perPage, sort, ...filter }: RequestFilter & RequestPage) {
  const { ids, total } = await findRequests(db, purchases, purchases.buyerId, filter, { page, perPage, sort })
  if (ids.length === 0) return { rows: [], total }
  const rows: PurchaseRow[] = await selectPurchases(db)
    .where(inArray(purchases.id, ids as PurchaseId[]))
    .orderBy(...requestOrder(purchases, sort, false))
  return { rows, total }
}

/** Those that were asked for before the given one, newest first. */
export const purchasesBefore = (
  db: Queries,
  filter: RequestFilter,
  last: PurchaseRow | null,
  limit: number,
): Promise<PurchaseRow[]> =>
  selectPurchases(db)
    .where(and(matchingPurchases(db, filter), last ? lt(purchases.id, last.id) : undefined))
    .orderBy(desc(purchases.id))
    .limit(limit)

// With its table named: alone in its query, drizzle would write `id`, which in here is the purchase's own.
const theBuyer = sql.raw('accounts.id')
const tallied = (kind: string, status: string) =>
  sql<Centimes>`coalesce((select amount from buyer_tallies
    where buyer_id = ${theBuyer} and kind = ${kind} and status = ${status}), 0)::bigint`.mapWith(Number)
const bought = tallied('purchase', 'approved')
const sold = tallied('sale', '')

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
  const { ids, total } = await findBuyers(db, search, { page, perPage, isNewestFirst: sort === '-created_at' })
  if (ids.length === 0) return { rows: [], total }
  const rows = await selectBuyers(db)
    .where(inArray(accounts.id, ids))
    .orderBy(sort === '-created_at' ? desc(accounts.id) : asc(accounts.id))
  return { rows: rows.map(withStock), total }
}

async function findBuyers(db: Queries, search: string, asked: Asked & { isNewestFirst: boolean }) {
  const within = eq(accounts.role, 'buyer')
  const isHeld = holding(search)
  if (isHeld) {
    const sought = { table: accounts, within, holding: isHeld, isShort: isShort(search) }
    return findPage<AccountId>(db, firstIds(sought, asked.isNewestFirst, ROWS_REACHED), asked)
  }
  const total = await countListed(db, 'accounts', ['buyer', 'buyer banned'])
  const { rows } = await loadPage(total, asked, ({ isReversed, limit, offset }) =>
    db
      .select({ id: accounts.id })
      .from(accounts)
      .where(within)
      .orderBy(asked.isNewestFirst === isReversed ? asc(accounts.id) : desc(accounts.id))
      .limit(limit)
      .offset(offset),
  )
  return { ids: rows.map(({ id }) => id), total }
}

/** Those that were invited before the given one, newest first. */
export async function buyersBefore(db: Queries, search: string, last: BuyerRow | null, limit: number) {
  const rows = await selectBuyers(db)
    .where(and(matchingBuyers(search), last ? lt(accounts.id, last.id) : undefined))
    .orderBy(desc(accounts.id))
    .limit(limit)
  return rows.map(withStock)
}
