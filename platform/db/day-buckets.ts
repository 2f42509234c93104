import { type SQL, sql } from 'drizzle-orm'

type DayStarts = readonly { start: Date }[]

const startsOf = (days: DayStarts): SQL =>
  sql`${sql.param(days.map(({ start }) => start.toISOString()))}::timestamptz[]`

/** SQL condition: `created_at` falls on one of the days, which follow each other up to today. */
export const isWithin = (days: DayStarts): SQL => sql`created_at >= ${days[0]!.start.toISOString()}::timestamptz`

/** SQL: the number of the day of a moment, from 1. The starts come from us, since the database's time zones may be outdated. */
export const nthOf = (days: DayStarts, moment: SQL = sql`created_at`): SQL =>
  sql`width_bucket(${moment}, ${startsOf(days)})`
