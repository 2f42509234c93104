import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { SupplierRow } from '#features/accounts/contract.ts'
import type { AccountState } from '#features/accounts/names.ts'
import { accounts } from '#features/accounts/tables.ts'
import { gradeOf } from '#features/gains/index.ts'
import { customers } from '#features/orders/tables.ts'
import type { Queries } from '#platform/db/database.ts'
import { countListed, startOfPage } from '#platform/http/list-tallies.ts'
import type { AccountId, CustomerId } from '#platform/kernel/ids.ts'
import { type Centimes, ZERO } from '#platform/kernel/money.ts'
import type { CustomerRow } from './contract.ts'
import { customerHolding, firstCustomers } from './customer-search.ts'
import { type DateSort, ROWS_REACHED } from './names.ts'
import { findPage, firstIds, holding, holds, isShort, loadPage, wholePhone } from './people-search.ts'

interface Paged {
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

const matchingSuppliers = ({ search, state }: SupplierFilter) =>
  and(eq(accounts.role, 'supplier'), state && STATES[state], holds(accounts.search, search))

/** What each of them has earned for good. From the tallies: it costs the same however many orders there are. */
async function gainsOf(db: Queries, ids: readonly AccountId[]): Promise<ReadonlyMap<AccountId, Centimes>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{ id: AccountId; gains: Centimes }>(sql`
    select supplier_id as id, sum(gain)::bigint as gains from order_total_rows
    where supplier_id = any(${sql.param(ids)}::int[]) and status = 'delivered' and payment <> 'void' group by 1`)
  return new Map(rows.map(({ id, gains }) => [id, gains]))
}

async function withGains(db: Queries, rows: readonly Omit<SupplierRow, 'gains' | 'grade'>[]): Promise<SupplierRow[]> {
  const gains = await gainsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const earned = gains.get(row.id) ?? ZERO
    return { ...row, gains: earned, grade: gradeOf(earned) }
  })
}

const selectSuppliers = (db: Queries) =>
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

const KINDS: Readonly<Record<AccountState, string>> = { active: 'supplier', banned: 'supplier banned' }

/** One page of suppliers with what they have earned, and how many match in all. */
export async function listSuppliers(db: Queries, { page, perPage, sort, ...filter }: SupplierFilter & Paged) {
  const { ids, total } = await findSuppliers(db, filter, { page, perPage, sort })
  if (ids.length === 0) return { rows: [], total }
  const rows = await selectSuppliers(db)
    .where(inArray(accounts.id, ids))
    .orderBy(isNewestFirst(sort, false) ? desc(accounts.id) : asc(accounts.id))
  return { rows: await withGains(db, rows), total }
}

async function findSuppliers(db: Queries, { search, state }: SupplierFilter, { page, perPage, sort }: Paged) {
  const within = and(eq(accounts.role, 'supplier'), state && STATES[state])
  const isHeld = holding(search)
  if (isHeld) {
    const sought = { table: accounts, within, holding: isHeld, isShort: isShort(search) }
    const first = firstIds(sought, isNewestFirst(sort, false), ROWS_REACHED)
    return findPage<AccountId>(db, first, { page, perPage })
  }
  const total = await countListed(db, 'accounts', state ? [KINDS[state]] : Object.values(KINDS))
  const { rows } = await loadPage(total, { page, perPage }, ({ isReversed, limit, offset }) =>
    db
      .select({ id: accounts.id })
      .from(accounts)
      .where(within)
      .orderBy(isNewestFirst(sort, isReversed) ? desc(accounts.id) : asc(accounts.id))
      .limit(limit)
      .offset(offset),
  )
  return { ids: rows.map(({ id }) => id), total }
}

/** Those that were made before the given one, newest first. */
export async function suppliersBefore(db: Queries, filter: SupplierFilter, last: SupplierRow | null, limit: number) {
  const rows = await selectSuppliers(db)
    .where(and(matchingSuppliers(filter), last ? lt(accounts.id, last.id) : undefined))
    .orderBy(desc(accounts.id))
    .limit(limit)
  return withGains(db, rows)
}

const isNewestFirst = (sort: DateSort, isReversed: boolean): boolean => (sort === '-created_at') !== isReversed

/** Whose customers are looked for, when a whole identifier was typed. */
async function supplierTyped(db: Queries, search: string): Promise<AccountId | undefined> {
  if (search === '' || wholePhone(search) !== null) return undefined
  const [supplier] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(sql`upper(${accounts.customId})`, search.toUpperCase()))
  return supplier?.id
}

/** Customers by their phone, by a part of it or of their name or city, or by the whole identifier of their supplier. */
async function matchingCustomers(db: Queries, search: string): Promise<SQL | undefined> {
  const part = customerHolding(search)
  const supplierId = await supplierTyped(db, search)
  return part && supplierId ? sql`(${part} or supplier_id = ${supplierId})` : part
}

/** The supplier's identifier is looked up for the rows of the page alone: a join would look it up for every row skipped. */
async function withSuppliers(db: Queries, rows: readonly (typeof customers.$inferSelect)[]): Promise<CustomerRow[]> {
  const ids = [...new Set(rows.flatMap(({ supplierId }) => supplierId ?? []))]
  const suppliers =
    ids.length === 0
      ? []
      : await db
          .select({ id: accounts.id, customId: accounts.customId })
          .from(accounts)
          .where(inArray(accounts.id, ids))
  const customIds = new Map(suppliers.map(({ id, customId }) => [id, customId]))
  return rows.map(({ id, supplierId, name, phone, address, createdAt }) => ({
    id,
    supplierCustomId: supplierId === null ? null : customIds.get(supplierId)!,
    name,
    phone,
    address,
    createdAt,
  }))
}

/** One page of customers, and how many match in all. What a far page skips is skipped in the index. */
export async function listCustomers(db: Queries, { page, perPage, sort, search }: Paged & { search: string }) {
  const found = holding(search)
    ? await findCustomers(db, search, { page, perPage, sort })
    : await loadPage(await countListed(db, 'customers'), { page, perPage }, async ({ isReversed, limit, offset }) => {
        const isDescending = isNewestFirst(sort, isReversed)
        const order = isDescending ? desc(customers.id) : asc(customers.id)
        const start = startOfPage('customers', customers.id, { offset, isDescending })
        const ids = sql`
          ${start.with} select ${customers.id} from ${customers} ${start.isThere ? sql`where ${start.isThere}` : sql``}
          order by ${order} limit ${limit} offset ${start.offset}`
        return db.select().from(customers).where(sql`${customers.id} = any(array(${ids}))`).orderBy(order)
      })
  return { ...found, rows: await withSuppliers(db, found.rows) }
}

async function findCustomers(db: Queries, search: string, { page, perPage, sort }: Paged) {
  const isNewest = isNewestFirst(sort, false)
  const supplierId = await supplierTyped(db, search)
  const first = firstCustomers(search, { isNewestFirst: isNewest, limit: ROWS_REACHED, supplierId })
  const { ids, total } = await findPage<CustomerId>(db, first, { page, perPage })
  if (ids.length === 0) return { rows: [], total }
  const rows = await db
    .select()
    .from(customers)
    .where(inArray(customers.id, ids))
    .orderBy(isNewest ? desc(customers.id) : asc(customers.id))
  return { rows, total }
}

/** Those that were made before the given one, newest first. */
export async function customersBefore(db: Queries, search: string, last: CustomerRow | null, limit: number) {
  const where = await matchingCustomers(db, search)
  const rows = await db
    .select()
    .from(customers)
    .where(and(where, last ? lt(customers.id, last.id) : undefined))
    .orderBy(desc(customers.id))
    .limit(limit)
  return withSuppliers(db, rows)
}
