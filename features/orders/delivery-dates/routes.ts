import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Shop } from '#platform/http/shop.ts'
import { deliveryDatesAnswer } from './contract.ts'
import { expectedDates } from './queries.ts'

/** The dates on which an order of this moment should arrive in a city. */
export const deliveryDateRoutes =
  ({ db, now }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/delivery-dates/:city',
      {
        config: { access: 'public' },
        schema: {
          params: z.object({ city: z.string().check(z.maxLength(60)) }),
          response: { 200: deliveryDatesAnswer },
        },
      },
      async ({ params: { city } }) => ({ dates: await expectedDates(db, { city, placed: now() }, now()) }),
    )
  }
