import { sql } from 'drizzle-orm'
import type { DbOrTx } from '#platform/db/database.ts'
import type { ShopFigures } from '../model.ts'

/** Below these a figure says less than nothing: a shop with eleven orders looks empty. */
const LEAST = { delivered: 50, cities: 5, years: 1 }

/** Counting ends here: a page for everybody must not cost more in a large shop. */
const MOST_COUNTED = 20_000

/** A delivered order, which the indexes by status and by city hold. */
const DELIVERED = sql`deleted_at is null and status = 'delivered'`

/**
 * Figures that the shop may show in public, from its delivered orders at `now`. A figure below its threshold is null, so
 * that a page leaves it out. Delivered orders are rounded down, to tens and from a thousand on to hundreds, and counted up to
 * 20,000: the page never claims one too many, and tells no competitor the day's orders.
 */
export async function shopFigures(db: DbOrTx, now: Date): Promise<ShopFigures> {
  const { rows } = await db.execute<{ delivered: number; cities: number; years: number }>(sql`
    -- From each city straight to the next one, in the index by city.
    with recursive served as (
      (select city from orders where ${DELIVERED} order by city limit 1)
      union all
      select (select city from orders where ${DELIVERED} and city > served.city order by city limit 1)
      from served where city is not null)
    select
      (select count(*)::int from (select from orders where ${DELIVERED} limit ${MOST_COUNTED}) as counted) as delivered,
      (select count(*)::int from served where city <> 'autre') as cities,
      coalesce(extract(year from age(${now.toISOString()}::timestamptz,
        (select min(created_at) from orders where ${DELIVERED}))), 0)::int as years`)
  const { delivered, cities, years } = rows[0]!
  const unit = delivered < 1000 ? 10 : 100
  return {
    delivered: delivered < LEAST.delivered ? null : Math.floor(delivered / unit) * unit,
    cities: cities < LEAST.cities ? null : cities,
    years: years < LEAST.years ? null : years,
  }
}
