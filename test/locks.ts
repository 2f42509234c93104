import { setTimeout as sleep } from 'node:timers/promises'
import { connectBesidePool, type Db } from '#platform/db/database.ts'

/** Somebody in the middle of a transaction, on a connection of their own, who takes their time. */
export interface LockHolder {
  query: (text: string) => Promise<unknown>
  /** Until so many connections wait for a lock; after a good second it goes on all the same. */
  untilWaiting: (count: number) => Promise<void>
}

/** Does the work while the locks of a statement are held. They are let go at the end, unless `commit` did so before. */
export async function whileLocked<T>(db: Db, lock: string, work: (holder: LockHolder) => Promise<T>): Promise<T> {
  const client = await connectBesidePool(db)
  const holder: LockHolder = {
    query: (text) => client.query(text),
    async untilWaiting(count) {
      for (const end = Date.now() + 1200; Date.now() < end; await sleep(10)) {
        // PostgreSQL caches statistics for the length of a transaction.
        await client.query('select pg_stat_clear_snapshot()')
        const { rows } = await client.query(`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
        if (rows[0].waiting >= count) return
      }
    },
  }
  try {
    await client.query('begin')
    await client.query(lock)
    return await work(holder)
  } finally {
    await client.end()
  }
}

/**
 * Lets calls pile up behind locks that somebody else holds, then lets them all go on at the same instant: what would
 * be a race once in a thousand times happens every time. `before` still runs under the locks.
 */
export async function queuedBehindLock<T>(
  db: Db,
  lock: string,
  count: number,
  start: () => Promise<T>[],
  before: (holder: LockHolder) => Promise<unknown> = async () => undefined,
): Promise<T[]> {
  const calls = await whileLocked(db, lock, async (holder) => {
    const started = start()
    await holder.untilWaiting(count)
    await before(holder)
    await holder.query('commit')
    return started
  })
  return Promise.all(calls)
}
