import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { isMigrated } from '#platform/db/migrate.ts'
import type { Shop } from '#platform/http/shop.ts'

export const MIGRATIONS = join(import.meta.dirname, '..', 'platform', 'db', 'migrations')

/** `/healthz`: the process lives. `/readyz`: the database answers and holds every migration. */
export function serveHealth(app: FastifyInstance, { db }: Shop): void {
  app.get('/healthz', { config: { access: 'anyone' } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { access: 'anyone' } }, async (_request, reply) => {
    const ready = await isReady()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'not ready' })
  })

  async function isReady(): Promise<boolean> {
    try {
      await db.execute(sql`select 1`)
      return await isMigrated(db, MIGRATIONS)
    } catch {
      return false
    }
  }
}
