import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { only } from '#platform/http/access.ts'
import { listedIds } from '#platform/http/path-id.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { stockPaces } from '../contract.ts'
import { listPaces } from './stock-pace.ts'

/** Products on one page of the list, at most. */
const MOST = 100

/** How fast the products of a page of the list are ordered. */
export const productPaceRoutes =
  ({ db, now }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/admin/stock-paces',
      {
        config: { access: only('admin') },
        schema: { querystring: z.object({ ids: listedIds<ProductId>(MOST) }), response: { 200: stockPaces } },
      },
      async ({ query }) => listPaces(db, query.ids, now()),
    )
  }
