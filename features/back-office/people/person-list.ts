import { and, desc, eq, lt, lte, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isOfPerson, orders } from '#features/orders/tables.ts'
import type { DbOrTx } from '#platform/db/database.ts'
import { containsText, isShortText, listPage, ROWS_SEARCHED } from '#platform/db/list-page.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { ROWS_COUNTED } from '#platform/kernel/list-limits.ts'
import { type Centimes, ZERO } from '#platform/kernel/money.ts'
import type { Person } from './contract.ts'

/** Orders in which a search looks, the newest of those that match: people with several are found once. */
const ORDERS_SEARCHED = 1_000

interface Paging {
  page: number
  perPage: number
}

const newer = alias(orders, 'newer')

/** Matches the newest order of each person, up to a number: `orders_of_a_person` says whether the phone has a newer one. */
const isNewestOfPerson = (db: DbOrTx, upTo?: OrderId): SQL | undefined =>
  and(
    isOfPerson(orders),
    upTo && lte(orders.id, upTo),
    notExists(
      db
        .select({ id: newer.id })
        .from(newer)
        .where(
          and(
            eq(newer.phone, orders.phone),
            sql`${newer.id} > ${orders.id}`,
            upTo && lte(newer.id, upTo),
            isOfPerson(newer),
          ),
        ),
    ),
  )

/** The same, all of them at once. Pages beyond those that a list counts are found so in a third of the time. */
const ALL_NEWEST = sql`(select max(id) as id from ${orders} where ${isOfPerson(orders)} group by phone) as ${orders}`

const newestOrders = (db: DbOrTx, { page, perPage }: Paging) =>
  page * perPage > ROWS_COUNTED ? { from: ALL_NEWEST } : { where: isNewestOfPerson(db) }

/** The phones of people, as many as there are people. Counted in their index, however many orders one of them has. */
const PHONES = sql`select from ${orders} where ${isOfPerson(orders)} group by phone`

/** The newest orders alone: in these a text is sought that has no trigram. */
const LATEST_ORDERS = sql`
  (select * from ${orders} where ${isOfPerson(orders)} order by id desc limit ${ROWS_SEARCHED}) as ${orders}`

/** Matches the newest orders of the people who have an order with this piece of a name, phone or city. */
function searched(typed: string): SQL | undefined {
  const hasText = containsText(orders.search, typed)
  return (
    hasText &&
    sql`${orders.id} in (
      select max(id) from ${orders} where ${isOfPerson(orders)} and phone = any(array(
        select phone from ${isShortText(typed) ? LATEST_ORDERS : orders} where ${isOfPerson(orders)} and ${hasText}
        order by id desc limit ${ORDERS_SEARCHED}))
      group by phone)`
  )
}

interface Figures extends Record<string, unknown> {
  phone: string
  orders: number
  delivered: number
  refused: number
  spent: Centimes
}

/** Sums of the orders of each of these phones. Money that never came was not spent. */
export async function figuresOf(db: DbOrTx, phones: readonly string[]): Promise<ReadonlyMap<string, Figures>> {
  const { rows } = await db.execute<Figures>(sql`
    select phone, count(*)::int as orders,
      (count(*) filter (where status = 'delivered'))::int as delivered,
      (count(*) filter (where cancel_reason = 'refused'))::int as refused,
      coalesce(sum(collected) filter (where status = 'delivered' and payment <> 'void'), 0)::bigint as spent
    from ${orders} where phone = any(${sql.param([...phones])}::text[]) and ${isOfPerson(orders)}
    group by phone`)
  return new Map(rows.map((row) => [row.phone, row]))
}

const selectPeople = (db: DbOrTx) =>
  db
    .select({
      id: orders.id,
      name: orders.name,
      phone: orders.phone,
      city: orders.city,
      lastOrderAt: orders.createdAt,
    })
    .from(orders)

type PersonRow = Awaited<ReturnType<typeof selectPeople>>[number]

async function withCounts(db: DbOrTx, rows: readonly PersonRow[]): Promise<Person[]> {
  const figures = await figuresOf(
    db,
    rows.map(({ phone }) => phone),
  )
  return rows.map((row) => ({ ...row, ...countsOf(figures.get(row.phone)) }))
}

/** A page of the people behind the phones of orders, who ordered last first, and the count of all that match. */
export async function listPeople(
  db: DbOrTx,
  { search, ...paging }: Paging & { search: string },
): Promise<{ rows: Person[]; total: number }> {
  const found = searched(search)
  const { rows, total } = await listPage(db, {
    query: selectPeople(db).$dynamic(),
    table: orders,
    // A search finds newest orders alone.
    ...(found ? { search: found } : { ...newestOrders(db, paging), counted: PHONES }),
    sort: [desc(orders.id)],
    ...paging,
  })
  return { rows: await withCounts(db, rows), total }
}

/**
 * Loads the rows of a file, who ordered last first: everybody whom the search means, by the orders that there are at its
 * beginning. Whoever orders meanwhile would move to rows that are sent already.
 */
export function peopleOfFile(db: DbOrTx, search: string) {
  const hasText = containsText(orders.search, search)
  const isMeant =
    hasText && sql`${orders.phone} in (select phone from ${orders} where ${isOfPerson(orders)} and ${hasText})`
  let upTo: OrderId | undefined
  return async (last: Person | null, limit: number): Promise<Person[]> => {
    const rows = await selectPeople(db)
      .where(and(isNewestOfPerson(db, upTo), isMeant, last ? lt(orders.id, last.id) : undefined))
      .orderBy(desc(orders.id))
      .limit(limit)
    upTo ??= rows[0]?.id
    return withCounts(db, rows)
  }
}

/** The figures of a row; zeros where its orders went between the two readings. */
export const countsOf = (figures: Figures | undefined) => ({
  orders: figures?.orders ?? 0,
  delivered: figures?.delivered ?? 0,
  refused: figures?.refused ?? 0,
  spent: figures?.spent ?? ZERO,
})
