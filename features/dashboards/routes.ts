import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { profile } from '#features/accounts/contract.ts'
import { ROLES } from '#features/accounts/names.ts'
import { callerOf, only } from '#platform/http/access.ts'
import { pathId } from '#platform/http/path-id.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { summariseOrders } from './admin-queries.ts'
import { allOrders, orderSummary, ordersDashboardQuery } from './contract.ts'
import { getProfile } from './profile.ts'
import { listAllOrders } from './queries.ts'

export const dashboardRoutes =
  (shop: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, now } = shop

    app.get(
      '/api/admin/ordersDashbord',
      {
        config: { access: only('admin') },
        schema: { querystring: ordersDashboardQuery, response: { 200: z.union([allOrders, orderSummary]) } },
      },
      (request) => (request.query.summary ? summariseOrders(db, now()) : listAllOrders(db)),
    )

    app.get(
      '/api/suppliers/:id',
      {
        config: { access: only(...ROLES) },
        schema: { params: z.object({ id: pathId<AccountId>() }), response: { 200: profile } },
      },
      (request) => getProfile(db, callerOf(request), request.params.id),
    )
  }
