import { and, eq, isNull, sql } from 'drizzle-orm'
import type { DbOrTx } from '#platform/db/database.ts'
import type { ShopFigures } from './model.ts'
import { orders } from './tables.ts'

/** Below these a figure says less than nothing: a shop with eleven orders looks empty. */
const LEAST = { delivered: 50, cities: 5, years: 1 }

/**
 * What the shop may say of itself in public, from its delivered orders at `now`. A figure below its threshold is null, so
 * that a page leaves it out. Delivered orders are rounded down, to tens and from a thousand on to hundreds: the page never
 * claims one too many, and tells no competitor the day's orders.
 */
export async function shopFigures(db: DbOrTx, now: Date): Promise<ShopFigures> {
  const [counted] = await db
    .select({
      delivered: sql<number>`count(*)::int`,
      cities: sql<number>`(count(distinct ${orders.city}) filter (where ${orders.city} <> 'autre'))::int`,
      years: sql<number>`coalesce(extract(year from age(${now.toISOString()}, min(${orders.createdAt}))), 0)::int`,
    })
    .from(orders)
    .where(and(eq(orders.status, 'delivered'), isNull(orders.deletedAt)))
  const { delivered, cities, years } = counted!
  const unit = delivered < 1000 ? 10 : 100
  return {
    delivered: delivered < LEAST.delivered ? null : Math.floor(delivered / unit) * unit,
    cities: cities < LEAST.cities ? null : cities,
    years: years < LEAST.years ? null : years,
  }
}
