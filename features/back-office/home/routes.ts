import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { only } from '#platform/http/access.ts'
import type { Shop } from '#platform/http/shop.ts'
import { allOrders, bestProducts, orderSummary, ordersDashboardQuery, toDo } from '../contract.ts'
import { listAllOrders, listBestProducts, listToDo, summariseOrders } from './queries.ts'

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

    app.get(
      '/api/admin/best-products',
      { config: { access: only('admin') }, schema: { response: { 200: bestProducts } } },
      () => listBestProducts(db, now()),
    )

    app.get(
      '/api/admin/to-do',
      {
        // The side bar polls by itself: that proves nobody's presence, and must not prolong a session.
        config: { access: only('admin'), isBackground: true },
        schema: { response: { 200: toDo } },
      },
      () => listToDo(db, now()),
    )
  }
