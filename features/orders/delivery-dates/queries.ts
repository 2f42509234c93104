import { sql } from 'drizzle-orm'
import type { DbOrTx } from '#platform/db/database.ts'
import { isWithin, nthOf } from '#platform/db/day-buckets.ts'
import { OTHER_CITY } from '#platform/kernel/cities.ts'
import { lastDays } from '#platform/kernel/time.ts'
import {
  DAYS_COUNTED,
  datesInWords,
  FEWEST_DELIVERIES,
  HOURS_OF_NEXT_DAY,
  MOST_DELIVERIES,
  SHARE_IN_TIME,
} from './rules.ts'

/**
 * The dates between which an order placed at a moment should arrive in a city, in French words, from the shop's own
 * deliveries there; null without enough of them, for the entry that stands for all other places, and once the dates are past.
 */
export async function expectedDates(
  db: DbOrTx,
  { city, placed }: { city: string; placed: Date },
  now: Date,
): Promise<string | null> {
  const days = city === OTHER_CITY ? null : await findDaysOfDelivery(db, city, now)
  return days === null ? null : datesInWords(placed, days, now)
}

/** The days within which most orders of a city arrived, from the day on which they were placed, in Casablanca. */
async function findDaysOfDelivery(db: DbOrTx, city: string, now: Date): Promise<number | null> {
  const counted = lastDays(now, DAYS_COUNTED)
  const placed = sql`created_at + make_interval(hours => ${HOURS_OF_NEXT_DAY}::int)`
  const { rows } = await db.execute<{ deliveries: number; days: number | null }>(sql`
    select count(*)::int as deliveries, percentile_disc(${SHARE_IN_TIME}::float) within group (order by days) as days
    from (
      select ${nthOf(counted, sql`moved_at`)} - ${nthOf(counted, placed)} as days
      from orders join order_moves on order_id = orders.id and order_moves.status = orders.status
      where city = ${city} and ${isWithin(counted)} and orders.status = 'delivered' and deleted_at is null
      order by created_at desc, orders.id desc limit ${MOST_DELIVERIES}
    ) as deliveries`)
  const { deliveries, days } = rows[0]!
  return deliveries < FEWEST_DELIVERIES ? null : days
}
