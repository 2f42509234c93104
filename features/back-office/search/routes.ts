import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { only } from '#platform/http/access.ts'
import type { Shop } from '#platform/http/shop.ts'
import { text } from '#platform/kernel/codecs.ts'
import { found } from './contract.ts'
import { searchAll } from './search.ts'

/** The admin's search over everything, as one types. */
export const searchRoutes =
  ({ db }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/admin/search',
      {
        config: { access: only('admin') },
        schema: { querystring: z.object({ q: text(100) }), response: { 200: found } },
      },
      ({ query }) => searchAll(db, query.q),
    )
  }
