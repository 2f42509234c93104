import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { callerOf, only } from '#platform/http/access.ts'
import type { Shop } from '#platform/http/shop.ts'
import { listBuyerHistory } from './buyer-queries.ts'
import { buyerHistory } from './contract.ts'

export const buyerDashboardRoutes =
  ({ db }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/buyer/history',
      { config: { access: only('buyer') }, schema: { response: { 200: buyerHistory } } },
      (request) => listBuyerHistory(db, callerOf(request).id),
    )
  }
