import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { only } from '#platform/http/access.ts'
import type { Shop } from '#platform/http/shop.ts'
import { allOrders, orderSummary, ordersDashboardQuery, toDo } from '../contract.ts'
import { listAllOrders, listToDo, summariseOrders } from './queries.ts'

/** The admin's first page: counts of orders, and what waits for a decision. */
export const adminHomeRoutes =
  ({ db, now }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/admin/ordersDashbord',
      {
        config: { access: only('admin') },
        schema: { querystring: ordersDashboardQuery, response: { 200: z.union([allOrders, orderSummary]) } },
      },
      (request) => (request.query.summary ? summariseOrders(db, now()) : listAllOrders(db)),
    )

    app.get('/api/admin/to-do', { config: { access: only('admin') }, schema: { response: { 200: toDo } } }, () =>
      listToDo(db, now()),
    )
  }
