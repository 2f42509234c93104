import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { buyerPage, decision, purchaseRows } from '#features/buyers/contract.ts'
import { withdrawalPage } from '#features/withdrawals/contract.ts'
import { only } from '#platform/http/access.ts'
import { answerPage, asked, lastPage, paging } from '#platform/http/paging.ts'
import type { Shop } from '#platform/http/shop.ts'
import { listBuyers, listPurchases, listWithdrawals } from './money-queries.ts'

/** The admin's lists of what goes in and out: withdrawals, buyers with their stock, purchases. */
export const moneyRoutes =
  ({ db }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/withdrawals',
      {
        config: { access: only('admin') },
        schema: {
          querystring: z.object({ ...paging, status: z.optional(decision) }),
          response: { 200: withdrawalPage },
        },
      },
      async ({ query }) => {
        const { rows, total } = await listWithdrawals(db, { ...asked(query), status: query.status })
        return { data: rows, total_pages: lastPage(total, query.per_page), current_page: query.page, total }
      },
    )

    app.get(
      '/api/admin/buyers',
      { config: { access: only('admin') }, schema: { querystring: z.object(paging), response: { 200: buyerPage } } },
      async (request) => answerPage(await listBuyers(db, asked(request.query)), request.query),
    )

    app.get(
      '/api/admin/get-all-purchases',
      { config: { access: only('admin') }, schema: { response: { 200: purchaseRows } } },
      () => listPurchases(db),
    )
  }
