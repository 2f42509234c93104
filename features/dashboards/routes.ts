import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { profile } from '#features/accounts/contract.ts'
import { ROLES } from '#features/accounts/names.ts'
import { orderStatus } from '#features/orders/contract.ts'
import { callerOf, only } from '#platform/http/access.ts'
import { answerPage, paging } from '#platform/http/paging.ts'
import { pathId } from '#platform/http/path-id.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { adminOrderPage, allOrders, orderSummary, ordersDashboardQuery } from './contract.ts'
import { ORDER_SORTS, PERIODS } from './names.ts'
import { getProfile } from './profile.ts'
import { listAdminOrders, listAllOrders, summariseOrders } from './queries.ts'

const adminOrderQuery = z.object({
  ...paging,
  status: z.optional(orderStatus),
  days: z.optional(z.enum(PERIODS.map(String) as [string, ...string[]])),
  sort: z._default(z.enum(ORDER_SORTS), '-created_at'),
})

export const dashboardRoutes =
  (shop: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, now } = shop

    app.get(
      '/api/admin/orders',
      {
        config: { access: only('admin') },
        schema: { querystring: adminOrderQuery, response: { 200: adminOrderPage } },
      },
      async (request) => {
        const { page, per_page, search, status, days, sort } = request.query
        const filter = {
          page,
          perPage: per_page,
          search,
          status,
          days: days === undefined ? undefined : Number(days),
          sort,
        }
        const { rows, total } = await listAdminOrders(db, filter, now())
        return answerPage({ rows, total }, request.query)
      },
    )

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
