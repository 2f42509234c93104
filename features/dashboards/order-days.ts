import { and, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { OrderStatus, PaymentStatus } from '#features/orders/names.ts'
import { orders } from '#features/orders/tables.ts'
import type { Queries } from '#platform/db/database.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { dayAfter, localDay, startOfDay, startOfDays } from '#platform/kernel/time.ts'

/** What the tallies of orders know of them. */
export interface TalliedFilter {
  status?: OrderStatus | undefined
  payment?: PaymentStatus | undefined
  days?: number | undefined
  /** Of all suppliers and of none, unless some are named. */
  supplierIds?: readonly AccountId[] | undefined
}

const matching = ({ status, payment, days, supplierIds }: TalliedFilter, now: Date): SQL => {
  const conditions = [
    days && sql`placed_on >= ${localDay(startOfDays(now, days))}::date`,
    supplierIds && sql`supplier_id = any(${sql.param(supplierIds)}::int[])`,
    status && sql`status = ${status}`,
    payment && sql`payment = ${payment}`,
  ].filter((each) => each !== undefined)
  return conditions.length === 0 ? sql`true` : sql.join(conditions as SQL[], sql` and `)
}

const rowsOf = ({ supplierIds }: TalliedFilter, each: 'tally' | 'total'): SQL =>
  sql.raw(`${supplierIds ? 'order' : 'shop'}_${each}_rows`)

/** How many orders match. */
export async function countTallied(db: Queries, filter: TalliedFilter, now: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select coalesce(sum(orders), 0)::int as count
    from ${rowsOf(filter, filter.days ? 'tally' : 'total')} where ${matching(filter, now)}`)
  return rows[0]!.count
}

interface Part {
  offset: number
  limit: number
}

/** Where a part of a list lies: between two moments, and so many rows after the first of them. */
export interface Stretch extends Part {
  since: Date
  until: Date
}

/** Fewer rows than these are skipped in an index sooner than days are added up. Those of a supplier have more tallies. */
const NEAR = 500
export const NEAR_OF_SUPPLIER = 5_000

/** By how much the calendar of the days that were written down may differ from today's: laws change the hour. */
const HOUR_MS = 60 * 60 * 1000

/**
 * Where a part of the orders that match lies, by the tallies of the days: so that no page skips more rows than a day has.
 * Null when it is near the beginning. `where` is the same filter as the orders themselves know it.
 */
export async function stretchOf(
  db: Queries,
  filter: TalliedFilter & { where: SQL | undefined },
  isNewestFirst: boolean,
  { offset, limit }: Part,
  now: Date,
): Promise<Stretch | null> {
  if (offset <= (filter.supplierIds ? NEAR_OF_SUPPLIER : NEAR)) return null
  const order = sql.raw(isNewestFirst ? 'desc' : 'asc')
  const { rows } = await db.execute<{ first: string | null; last: string; before: number }>(sql`
    with days as (
      select placed_on, sum(orders)::int as orders from ${rowsOf(filter, 'tally')} where ${matching(filter, now)} group by 1
    ), placed as (
      select placed_on, orders, (sum(orders) over (order by placed_on ${order}))::int - orders as before from days
    )
    select to_char(min(placed_on), 'YYYY-MM-DD') as first, to_char(max(placed_on), 'YYYY-MM-DD') as last, min(before) as before
    from placed where before < ${offset + limit} and before + orders > ${offset}`)
  const { first, last, before } = rows[0]!
  if (first === null) return null
  const edge = isNewestFirst ? startOfDay(dayAfter(last)) : startOfDay(first)
  const isOfOthers = isNewestFirst ? sql`placed_on > ${last}::date` : sql`placed_on < ${first}::date`
  const passed = await db.$count(orders, and(filter.where, isWithin(around(edge, edge)), isOfOthers))
  return { ...around(startOfDay(first), startOfDay(dayAfter(last))), offset: offset - before + passed, limit }
}

const around = (since: Date, until: Date) => ({
  since: new Date(since.getTime() - HOUR_MS),
  until: new Date(until.getTime() + HOUR_MS),
})

export const isWithin = ({ since, until }: Pick<Stretch, 'since' | 'until'>): SQL | undefined =>
  and(gte(orders.createdAt, since), lt(orders.createdAt, until))

/** More than any calendar differs from Greenwich's. */
const MARGIN = sql.raw(`interval '3 hours'`)

/**
 * The numbers of a far part of one supplier's orders that match, in one statement: who has so many has a few hundred days.
 * As `stretchOf`, but by days of Greenwich: what else lies around the edge is counted.
 */
export function farPartOf(filter: TalliedFilter & { where: SQL | undefined }, isNewestFirst: boolean, part: Part): SQL {
  const { offset, limit } = part
  const order = sql.raw(isNewestFirst ? 'desc' : 'asc')
  const isOfOthers = isNewestFirst
    ? sql`created_at >= until - 2 * ${MARGIN} and placed_on > last`
    : sql`created_at < since + 2 * ${MARGIN} and placed_on < first`
  const isThere = sql`created_at >= coalesce((select since from reached), '-infinity')
    and created_at < coalesce((select until from reached), 'infinity')`
  return sql`
    with days as (
      select placed_on, sum(orders)::int as orders from order_tally_rows where ${matching(filter, new Date(0))} group by 1
    ), placed as (
      select placed_on, orders, (sum(orders) over (order by placed_on ${order}))::int - orders as before from days
    ), reached as materialized (
      select min(placed_on) as first, max(placed_on) as last, min(before) as before,
        min(placed_on)::timestamp at time zone 'UTC' - ${MARGIN} as since,
        (max(placed_on) + 1)::timestamp at time zone 'UTC' + ${MARGIN} as until
      from placed where before < ${offset + limit} and before + orders > ${offset}
    )
    select id from orders where ${filter.where} and ${isThere}
    order by created_at ${order}, id ${order} limit ${limit} offset (
      select coalesce(${offset} - before + (
        select count(*) from orders where ${filter.where} and ${isThere} and ${isOfOthers}), ${offset}) from reached)`
}
