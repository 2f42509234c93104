import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { findInvariantCheck } from '#features/earnings/index.ts'
import type { Db } from '#platform/db/database.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { Config } from '../config.ts'
import { isDiskNearlyFull } from './disk-space.ts'

/** Balancers give up within half a second: a silence of the database must not be taken for one of this copy. */
const STATE_WITHIN_MS = 100

declare module 'fastify' {
  interface FastifyInstance {
    /** Told when the copy is on its way out. */
    health: { isStopping: boolean }
  }
}

/**
 * `/healthz`: the process lives. `/readyz`: this copy takes calls; it is started and migrated, or its port would not be
 * open, and it is not stopping. Whether the database answers stands beside it and decides nothing: it is missing for all
 * copies at once, and each still has pages to show. So do the disk of DATA_DIR and the last check
 * of the books.
 */
export function serveHealth(
  app: FastifyInstance,
  { db }: Pick<Shop, 'db'>,
  { dataDir }: Pick<Config, 'dataDir'>,
): void {
  const health = { isStopping: false }
  app.decorate('health', health)
  let looking: Promise<object> | null = null
  const look = () => {
    looking ??= readDatabaseState(db).finally(() => {
      looking = null
    })
    return looking
  }
  app.get('/healthz', { config: { access: 'public' } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { access: 'public' } }, async (_request, reply) => {
    if (health.isStopping) return reply.code(503).send({ status: 'stopping' })
    const disk = isDiskNearlyFull(dataDir) ? 'full' : 'ok'
    return {
      status: 'ok',
      disk,
      ...(await Promise.race([look(), sleep(STATE_WITHIN_MS, DATABASE_AWAY, { ref: false })])),
    }
  })
}

const DATABASE_AWAY = { database: 'away' }

/** Never fails. */
async function readDatabaseState(db: Db): Promise<object> {
  try {
    const check = await findInvariantCheck(db)
    const broken = check?.broken ?? []
    return {
      database: 'up',
      books: {
        checked_at: check?.checkedAt ?? null,
        broken: broken.map(({ name }) => name),
        // How many accounts cannot withdraw; nobody can when something names nobody.
        stopped: broken.some(({ accounts }) => accounts === null)
          ? 'all'
          : new Set(broken.flatMap(({ accounts }) => accounts ?? [])).size,
      },
    }
  } catch {
    return DATABASE_AWAY
  }
}
