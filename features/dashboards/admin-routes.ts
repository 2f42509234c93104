import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { only } from '#platform/http/access.ts'
import type { Shop } from '#platform/http/shop.ts'
import { listToDo } from './admin-queries.ts'
import { toDo } from './contract.ts'

/** What the admin's dashboard asks beside the counts of orders. */
export const adminDashboardRoutes =
  ({ db, now }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/admin/to-do', { config: { access: only('admin') }, schema: { response: { 200: toDo } } }, () =>
      listToDo(db, now()),
    )
  }
