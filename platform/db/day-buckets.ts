import { type SQL, sql } from 'drizzle-orm'

type DayStarts = readonly { start: Date }[]

const startsOf = (days: DayStarts): SQL =>
  sql`${sql.param(days.map(({ start }) => start.toISOString()))}::timestamptz[]`

/** Whether an order was placed on one of the days, which follow each other to today. */
export const isWithin = (days: DayStarts): SQL => sql`created_at >= ${days[0]!.start.toISOString()}::timestamptz`

/** On which of the days, from 1: the database's own calendar may be older than the law. */
export const nthOf = (days: DayStarts): SQL => sql`width_bucket(created_at, ${startsOf(days)})`
