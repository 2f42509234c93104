import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { readSettings } from '#features/settings/index.ts'
import { type AllSettings, ratesOf } from '#features/settings/model.ts'
import { inTransaction, type Tx } from '#platform/db/database.ts'
import { callerOf, only } from '#platform/http/access.ts'
import { pathId } from '#platform/http/path-id.ts'
import type { Shop } from '#platform/http/shop.ts'
import { CITIES } from '#platform/kernel/cities.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { answerCustomer, readCustomerPage, sendLink } from './actions.ts'
import { customerAnswer, customerPage, customerRequest, linkAnswer } from './contract.ts'
import { deadLink } from './rules.ts'

const params = z.object({ token: z.string().check(z.maxLength(100)) })

/** The customer's own page: staff send its link, and whoever has it settles the order without a call. */
export const customerRoutes =
  (shop: Shop, defaults: AllSettings): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, now } = shop
    const config = { access: 'public' } as const

    app.post(
      '/api/confirmation/:id/link',
      {
        config: { access: only('admin', 'agent') },
        schema: { params: z.object({ id: pathId<OrderId>() }), response: { 200: linkAnswer } },
      },
      ({ params, ...request }) => inTransaction(db, (tx) => sendLink(tx, params.id, callerOf(request).id, shop, now())),
    )

    app.get('/api/confirm/:token', { config, schema: { params, response: { 200: customerPage } } }, async (request) => {
      const page = await readCustomerPage(db, request.params.token, now())
      if (page === null || page.state === 'cancelled') throw deadLink()
      return { ...page, cities: [...CITIES] }
    })

    const rates = async (tx: Tx) => ratesOf(await readSettings(tx, defaults))

    app.post(
      '/api/confirm/:token',
      { config, schema: { params, body: customerRequest, response: { 200: customerAnswer } } },
      ({ params: { token }, body }) => answerCustomer(shop, rates, token, body),
    )
  }
