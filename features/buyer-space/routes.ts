import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { callerOf, only } from '#platform/http/access.ts'
import { answerPage, pageNumber, paging } from '#platform/http/paging.ts'
import type { Shop } from '#platform/http/shop.ts'
import { buyerHistory, buyerHistoryPage } from './contract.ts'
import { listBuyerHistory, pageOfBuyerHistory } from './queries.ts'

const listQuery = z.object({ page: z.optional(pageNumber), per_page: paging.per_page })

/** A buyer's own history. */
export const buyerSpaceRoutes =
  ({ db }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/buyer/history',
      {
        config: { access: only('buyer') },
        schema: { querystring: listQuery, response: { 200: z.union([buyerHistory, buyerHistoryPage]) } },
      },
      async (request) => {
        const { page, per_page } = request.query
        const { id } = callerOf(request)
        if (page === undefined) return listBuyerHistory(db, id)
        const { balance, ...listed } = await pageOfBuyerHistory(db, id, { page, perPage: per_page })
        return { ...answerPage(listed, { page, per_page }), balance }
      },
    )
  }
