import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { readSettings } from '#features/settings/index.ts'
import type { AllSettings } from '#features/settings/model.ts'
import { callerOf, only } from '#platform/http/access.ts'
import { answerPage, pageNumber, paging } from '#platform/http/paging.ts'
import type { Shop } from '#platform/http/shop.ts'
import { buyerHistory, buyerHistoryPage, toPay } from './contract.ts'
import { listBuyerHistory, listUnpaidPurchases, pageOfBuyerHistory } from './queries.ts'

const listQuery = z.object({ page: z.optional(pageNumber), per_page: paging.per_page })

/** A buyer's own history, and what it has to pay where. */
export const buyerSpaceRoutes =
  ({ db }: Shop, defaults: AllSettings): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/buyer/to-pay',
      { config: { access: only('buyer') }, schema: { response: { 200: toPay } } },
      async (request) => {
        const { bankHolder, bankName, bankRib } = await readSettings(db, defaults)
        const account = bankRib === '' ? null : { holder: bankHolder, bank: bankName, rib: bankRib }
        return { account, purchases: await listUnpaidPurchases(db, callerOf(request).id) }
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
