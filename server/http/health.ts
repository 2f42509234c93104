import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { findInvariantCheck } from '#features/earnings/index.ts'
import type { Db } from '#platform/db/database.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { Config } from '../config.ts'
import { isDiskNearlyFull } from './disk-space.ts'

/** A silent database must not look like a silent copy: balancers give up after half a second. */
const STATE_WITHIN_MS = 100

declare module 'fastify' {
  interface FastifyInstance {
    /** Set when this copy begins to stop: `/readyz` then answers 503. */
    health: { isStopping: boolean }
  }
}

/**
 * Serves `/healthz` (the process lives) and `/readyz` (this copy accepts calls: it is migrated, or its port would not be
 * open, and is not stopping). `/readyz` also reports the database, the disk of DATA_DIR and the last check of the books.
 * These do not change its status: a lost database is lost for all copies at once, and each still has pages to show.
 */
export function serveHealth(
  app: FastifyInstance,
  { db }: Pick<Shop, 'db'>,
  { dataDir }: Pick<Config, 'dataDir'>,
): void {
  const health = { isStopping: false }
  app.decorate('health', health)
  let running: Promise<object> | null = null
  const databaseState = () => {
    running ??= readDatabaseState(db).finally(() => {
      running = null
    })
    return running
  }
  app.get('/healthz', { config: { access: 'public' } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { access: 'public' } }, async (_request, reply) => {
    if (health.isStopping) return reply.code(503).send({ status: 'stopping' })
    const disk = isDiskNearlyFull(dataDir) ? 'full' : 'ok'
    return {
      status: 'ok',
      disk,
      ...(await Promise.race([databaseState(), sleep(STATE_WITHIN_MS, DATABASE_AWAY, { ref: false })])),
    }
  })
}

const DATABASE_AWAY = { database: 'away' }

/** Never throws: a failing query means that the database is away. */
async function readDatabaseState(db: Db): Promise<object> {
  try {
    const check = await findInvariantCheck(db)
    const broken = check?.broken ?? []
    return {
      database: 'up',
      books: {
        checked_at: check?.checkedAt ?? null,
        broken: broken.map(({ name }) => name),
        // The number of accounts that cannot withdraw; all of them when a broken invariant names none.
        stopped: broken.some(({ accounts }) => accounts === null)
          ? 'all'
          : new Set(broken.flatMap(({ accounts }) => accounts ?? [])).size,
      },
    }
  } catch {
    return DATABASE_AWAY
  }
}
