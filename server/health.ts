import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { findInvariantCheck } from '#features/withdrawals/index.ts'
import { isMigrated } from '#platform/db/migrate.ts'
import type { Shop } from '#platform/http/shop.ts'

export const MIGRATIONS = join(import.meta.dirname, '..', 'platform', 'db', 'migrations')

/**
 * `/healthz`: the process lives. `/readyz`: the database answers and holds every migration; it also tells what the last
 * check of the books found, which does not keep the shop from serving.
 */
export function serveHealth(app: FastifyInstance, { db }: Shop): void {
  app.get('/healthz', { config: { access: 'anyone' } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { access: 'anyone' } }, async (_request, reply) => {
    const state = await look()
    return reply.code(state ? 200 : 503).send({ status: state ? 'ok' : 'not ready', ...state })
  })

  async function look() {
    try {
      if (!(await isMigrated(db, MIGRATIONS))) return null
      const check = await findInvariantCheck(db)
      const broken = check?.broken ?? []
      return {
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
      return null
    }
  }
}
