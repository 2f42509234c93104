import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { readSettings } from '#features/settings/index.ts'
import type { AllSettings } from '#features/settings/model.ts'
import { callerOf, only } from '#platform/http/access.ts'
import { answerPage, pageNumber, paging } from '#platform/http/paging.ts'
import type { Shop } from '#platform/http/shop.ts'
import { bankDetails, buyerHistory, buyerHistoryPage } from './contract.ts'
import { listBuyerHistory, pageOfBuyerHistory } from './queries.ts'

const listQuery = z.object({ page: z.optional(pageNumber), per_page: paging.per_page })

/** A buyer's own history, and where it pays what it buys. */
export const buyerSpaceRoutes =
  ({ db }: Shop, defaults: AllSettings): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/buyer/bank-details',
      { config: { access: only('buyer') }, schema: { response: { 200: bankDetails } } },
      async () => {
        const { bankHolder, bankName, bankRib } = await readSettings(db, defaults)
        return { holder: bankHolder || null, bank: bankName || null, rib: bankRib || null }
      },
    )

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
