import { sql } from 'drizzle-orm'
import type { DbOrTx } from '#platform/db/database.ts'
import { type LimitedTry, subjectOf, windowOf } from '#platform/http/limits.ts'

/** The count of somebody who tried so often in the window of now. */
export const recordTries = (
  { db, now }: { db: DbOrTx; now: Date },
  [name, who]: [name: string, who: string],
  seconds: number,
  count: number,
) => {
  const counted: LimitedTry = { limit: { name, max: count, seconds }, who }
  return db.execute(sql`
    insert into tries (subject, window_start, count)
    values (${subjectOf(counted)}, ${windowOf(counted, now).toISOString()}::timestamptz, ${count})`)
}
