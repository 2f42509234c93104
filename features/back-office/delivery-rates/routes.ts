import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { only } from '#platform/http/access.ts'
import { type CsvCell, sendCsv } from '#platform/http/csv.ts'
import { answerPage, oneOf, paging } from '#platform/http/paging.ts'
import type { Shop } from '#platform/http/shop.ts'
import { deliveryRatePage, failuresAnswer } from '../contract.ts'
import { RATE_KINDS, RATE_PERIODS, RATE_SORTS } from '../model.ts'
import { listDeliveryRates } from './delivery-rates.ts'
import { listFailures } from './failures.ts'

const filters = {
  by: z._default(z.enum(RATE_KINDS), 'city'),
  days: z.prefault(oneOf(RATE_PERIODS), '90'),
  sort: z._default(z.enum(RATE_SORTS), '-orders'),
}

const { page, per_page } = paging
const listQuery = z.object({ page, per_page, ...filters })
const fileQuery = z.object(filters)

const HEADS = { city: 'Ville', product: 'Produit', supplier: 'Fournisseur' } as const

/** Delivered and refused orders by city, product and supplier, and the file of them. */
export const deliveryRateRoutes =
  ({ db, now }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    const access = only('admin')

    app.get(
      '/api/admin/delivery-rates',
      { config: { access }, schema: { querystring: listQuery, response: { 200: deliveryRatePage } } },
      async ({ query }) => {
        const rates = await listDeliveryRates(db, query, now())
        const first = (query.page - 1) * query.per_page
        return answerPage({ rows: rates.slice(first, first + query.per_page), total: rates.length }, query)
      },
    )

    app.get(
      '/api/admin/failures',
      {
        config: { access },
        schema: { querystring: z.object({ by: filters.by, days: filters.days }), response: { 200: failuresAnswer } },
      },
      async ({ query }) => ({ failures: await listFailures(db, query, now()) }),
    )

    app.get(
      '/api/admin/delivery-rates.csv',
      { config: { access }, schema: { querystring: fileQuery } },
      async ({ query }, reply) => {
        const rates = await listDeliveryRates(db, query, now())
        const head = [HEADS[query.by], 'Commandes', 'Livrées', 'Refusées ou revenues', 'Annulées avant l’envoi']
        const cells = rates.map(({ name, orders, delivered, refused, cancelled }): CsvCell[] => [
          name,
          orders,
          delivered,
          refused,
          cancelled - refused,
        ])
        return sendCsv(reply, 'taux-de-livraison.csv', [head, ...cells])
      },
    )
  }
