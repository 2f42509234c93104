import { and, asc, desc, eq, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { SupplierRow } from '#features/accounts/contract.ts'
import type { AccountState } from '#features/accounts/model.ts'
import { accounts } from '#features/accounts/tables.ts'
import type { BuyerRow } from '#features/buyers/contract.ts'
import { stockOf } from '#features/buyers/index.ts'
import { purchases, sales } from '#features/buyers/tables.ts'
import { deliveredGainsOf, gradeOf } from '#features/earnings/index.ts'
import { customers } from '#features/orders/tables.ts'
import type { DbOrTx } from '#platform/db/database.ts'
import { containsText, isShortText, listPage } from '#platform/db/list-page.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { type Centimes, ZERO } from '#platform/kernel/money.ts'
import type { DateSort } from '../model.ts'
import { isBuyer, summed } from '../requests/queries.ts'
import type { CustomerRow } from './contract.ts'

interface Paging {
  page: number
  perPage: number
  sort: DateSort
}

export interface SupplierFilter {
  search: string
  state: AccountState | undefined
}

const STATES: Readonly<Record<AccountState, SQL>> = {
  active: isNull(accounts.bannedAt),
  banned: isNotNull(accounts.bannedAt),
}

const suppliersOf = (state: AccountState | undefined) => and(eq(accounts.role, 'supplier'), state && STATES[state])

type OrderFigures = Pick<SupplierRow, 'orders' | 'deliveryRate' | 'lastOrderAt'>

const NO_ORDERS: OrderFigures = { orders: 0, deliveryRate: null, lastOrderAt: null }

/** Counts the orders of suppliers, without deleted ones and those that became part of another. Who has none is left out. */
async function orderFiguresOf(db: DbOrTx, ids: readonly AccountId[]): Promise<ReadonlyMap<AccountId, OrderFigures>> {
  const { rows } = await db.execute<{
    id: AccountId
    orders: number
    delivered: number
    ended: number
    lastMs: number
  }>(sql`
    select supplier_id as id, count(*)::int as orders,
      (count(*) filter (where status = 'delivered'))::int as delivered,
      (count(*) filter (where status in ('delivered', 'cancelled')))::int as ended,
      (extract(epoch from max(created_at)) * 1000)::bigint as "lastMs"
    from orders where supplier_id = any(${sql.param(ids)}::int[]) and deleted_at is null and merged_into is null
    group by 1`)
  return new Map(
    rows.map(({ id, orders, delivered, ended, lastMs }) => [
      id,
      {
        orders,
        deliveryRate: ended === 0 ? null : Math.round((100 * delivered) / ended),
        lastOrderAt: new Date(lastMs),
      },
    ]),
  )
}

/** Adds what each supplier earned and ordered, for the rows that are shown. */
async function withFigures(
  db: DbOrTx,
  rows: readonly Omit<SupplierRow, 'gains' | 'grade' | keyof OrderFigures>[],
): Promise<SupplierRow[]> {
  const ids = rows.map(({ id }) => id)
  const gains = await deliveredGainsOf(db, ids)
  const figures = await orderFiguresOf(db, ids)
  return rows.map((row) => {
    const earned = gains.get(row.id) ?? ZERO
    return { ...row, gains: earned, grade: gradeOf(earned), ...(figures.get(row.id) ?? NO_ORDERS) }
  })
}

const ACCOUNT = {
  id: accounts.id,
  customId: accounts.customId,
  name: accounts.name,
  email: accounts.email,
  phone: accounts.phone,
  address: accounts.address,
}

const IS_BANNED = sql<boolean>`${accounts.bannedAt} is not null`
const IS_INVITED = sql<boolean>`${accounts.passwordHash} is null and ${accounts.erasedAt} is null`

const SINCE = { createdAt: accounts.createdAt, isBanned: IS_BANNED }

const selectSuppliers = (db: DbOrTx) =>
  db
    .select({
      ...ACCOUNT,
      ...SINCE,
    })
    .from(accounts)

/** One page of suppliers with their gains, grades and orders, and the count of all that match. */
export async function listSuppliers(db: DbOrTx, { search, state, sort, ...paging }: SupplierFilter & Paging) {
  const { rows, total } = await listPage(db, {
    query: selectSuppliers(db).$dynamic(),
    table: accounts,
    where: suppliersOf(state),
    search: containsText(accounts.search, search),
    sort: [sort === 'created_at' ? asc(accounts.id) : desc(accounts.id)],
    ...paging,
  })
  return { rows: await withFigures(db, rows), total }
}

/** The next rows of a file, newest first, after the given one. */
export async function suppliersBefore(
  db: DbOrTx,
  { search, state }: SupplierFilter,
  last: SupplierRow | null,
  limit: number,
) {
  const rows = await selectSuppliers(db)
    .where(and(suppliersOf(state), containsText(accounts.search, search), last ? lt(accounts.id, last.id) : undefined))
    .orderBy(desc(accounts.id))
    .limit(limit)
  return withFigures(db, rows)
}

/** One supplier as a row of the list; null for anybody else. */
export async function findSupplier(db: DbOrTx, id: AccountId): Promise<SupplierRow | null> {
  const rows = await selectSuppliers(db).where(and(suppliersOf(undefined), eq(accounts.id, id)))
  return (await withFigures(db, rows))[0] ?? null
}

/** One page of agents, and the count of all that match. */
export const listAgents = (db: DbOrTx, { search, sort, ...paging }: Paging & { search: string }) =>
  listPage(db, {
    query: db
      .select({
        ...ACCOUNT,
        ...SINCE,
        isInvited: IS_INVITED,
      })
      .from(accounts)
      .$dynamic(),
    table: accounts,
    where: eq(accounts.role, 'agent'),
    search: containsText(accounts.search, search),
    sort: [sort === 'created_at' ? asc(accounts.id) : desc(accounts.id)],
    ...paging,
  })

/** Matches customers by a piece of their name, phone or city, or by the whole identifier of their supplier. */
function matchingCustomers(db: DbOrTx, search: string): SQL | undefined {
  const hasText = containsText(customers.search, search)
  const supplier = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(sql`upper(${accounts.customId})`, search.trim().toUpperCase()))
  return hasText && or(hasText, eq(customers.supplierId, supplier))
}

const selectCustomers = (db: DbOrTx) =>
  db
    .select({
      id: customers.id,
      supplierCustomId: accounts.customId,
      name: customers.name,
      phone: customers.phone,
      address: customers.address,
      createdAt: customers.createdAt,
    })
    .from(customers)
    .leftJoin(accounts, eq(accounts.id, customers.supplierId))

/** One page of customers, and the count of all that match. */
export const listCustomers = (db: DbOrTx, { search, sort, ...paging }: Paging & { search: string }) =>
  listPage(db, {
    query: selectCustomers(db).$dynamic(),
    table: customers,
    search: matchingCustomers(db, search),
    isShort: isShortText(search),
    sort: [sort === 'created_at' ? asc(customers.id) : desc(customers.id)],
    ...paging,
  })

/** The next rows of a file, newest first, after the given one. */
export const customersBefore = (
  db: DbOrTx,
  search: string,
  last: CustomerRow | null,
  limit: number,
): Promise<CustomerRow[]> =>
  selectCustomers(db)
    .where(and(matchingCustomers(db, search), last ? lt(customers.id, last.id) : undefined))
    .orderBy(desc(customers.id))
    .limit(limit)

const selectBuyers = (db: DbOrTx) =>
  db
    .select({
      ...ACCOUNT,
      bought: summed(purchases, eq(purchases.status, 'approved')),
      sold: summed(sales),
      isBanned: IS_BANNED,
      isInvited: IS_INVITED,
    })
    .from(accounts)

const withStock = ({ bought, sold, ...buyer }: Awaited<ReturnType<typeof selectBuyers>>[number]): BuyerRow => ({
  ...buyer,
  ...stockOf(bought as Centimes, sold as Centimes),
})

/** One page of buyers with their stock, and the count of all that match. */
export async function listBuyers(db: DbOrTx, { search, sort, ...paging }: Paging & { search: string; sort: DateSort }) {
  const { rows, total } = await listPage(db, {
    query: selectBuyers(db).$dynamic(),
    table: accounts,
    where: isBuyer,
    search: containsText(accounts.search, search),
    sort: [sort === 'created_at' ? asc(accounts.id) : desc(accounts.id)],
    ...paging,
  })
  return { rows: rows.map(withStock), total }
}

/** The next rows of a file, newest first, after the given one. */
export async function buyersBefore(db: DbOrTx, search: string, last: BuyerRow | null, limit: number) {
  const rows = await selectBuyers(db)
    .where(and(isBuyer, containsText(accounts.search, search), last ? lt(accounts.id, last.id) : undefined))
    .orderBy(desc(accounts.id))
    .limit(limit)
  return rows.map(withStock)
}
