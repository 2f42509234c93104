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
import { containsText, listPage } from '#platform/db/list-page.ts'
import { type Centimes, ZERO } from '#platform/kernel/money.ts'
import type { CustomerRow } from '../contract.ts'
import type { DateSort } from '../model.ts'
import { isBuyer, summed } from '../requests/queries.ts'

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

async function withGains(db: DbOrTx, rows: readonly Omit<SupplierRow, 'gains' | 'grade'>[]): Promise<SupplierRow[]> {
  const gains = await deliveredGainsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const earned = gains.get(row.id) ?? ZERO
    return { ...row, gains: earned, grade: gradeOf(earned) }
  })
}

const selectSuppliers = (db: DbOrTx) =>
  db
    .select({
      id: accounts.id,
      customId: accounts.customId,
      name: accounts.name,
      email: accounts.email,
      phone: accounts.phone,
      address: accounts.address,
      createdAt: accounts.createdAt,
      isBanned: sql<boolean>`${accounts.bannedAt} is not null`,
    })
    .from(accounts)

/** One page of suppliers with their gains and grades, and the count of all that match. */
export async function listSuppliers(db: DbOrTx, { search, state, sort, ...paging }: SupplierFilter & Paging) {
  const { rows, total } = await listPage(db, {
    query: selectSuppliers(db).$dynamic(),
    table: accounts,
    where: suppliersOf(state),
    search: containsText(accounts.search, search),
    sort: [sort === 'created_at' ? asc(accounts.id) : desc(accounts.id)],
    ...paging,
  })
  return { rows: await withGains(db, rows), total }
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
  return withGains(db, rows)
}

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
      id: accounts.id,
      customId: accounts.customId,
      name: accounts.name,
      email: accounts.email,
      phone: accounts.phone,
      address: accounts.address,
      bought: summed(purchases, eq(purchases.status, 'approved')),
      sold: summed(sales),
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
