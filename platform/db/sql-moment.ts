import { type SQL, sql } from 'drizzle-orm'

/** A moment in plain SQL, where no column tells its type. */
export const sqlMoment = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`
