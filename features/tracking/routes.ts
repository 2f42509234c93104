import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { deadLink } from '#features/calls/index.ts'
import { wishForDay } from '#features/parcels/index.ts'
import { inTransaction } from '#platform/db/database.ts'
import { countTries, type Limit } from '#platform/http/limits.ts'
import type { Shop } from '#platform/http/shop.ts'
import { message } from '#platform/kernel/codecs.ts'
import { dayInWords } from '#platform/kernel/days/day-in-words.ts'
import { acceptPhone } from '#platform/kernel/phone.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { linkAnswer, linkRequest, wishRequest } from './contract.ts'
import { findLinkOf, findTrackedOrder } from './queries.ts'

// Right tries count as well: otherwise the answer to the one beyond a limit would tell that it was right. Each network
// address has limits of its own, so that nobody uses up another's tries.
const TRIES_OF_ADDRESS: Limit = { name: 'follow-address', max: 100, seconds: 600 }
const TRIES_OF_ORDER: Limit = { name: 'follow-order', max: 10, seconds: 3600 }
const TRIES_OF_PHONE: Limit = { name: 'follow-phone', max: 10, seconds: 3600 }
const WISHES_OF_ORDER: Limit = { name: 'parcel-wishes', max: 10, seconds: 3600 }

/** An unknown number, another's phone, a deleted order and an ended link are one and the same. */
const noSuchOrder = () =>
  new Refusal(
    'missing',
    'no_order_of_phone',
    'Aucune commande ne correspond à ce numéro et à ce téléphone. Vérifiez les deux.',
  )

/** The link of an order, for those who have lost it. */
export const trackingRoutes =
  ({ db, now, rateLimits }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/api/orders/follow',
      { config: { access: 'public' }, schema: { body: linkRequest, response: { 200: linkAnswer } } },
      async ({ body: { id, phone: typed }, ip }) => {
        // A phone that is nobody’s is looked up all the same, so that every try takes the same way.
        const phone = acceptPhone(typed) ?? ''
        if (rateLimits)
          await countTries(db, now(), [
            { limit: TRIES_OF_ADDRESS, who: ip },
            { limit: TRIES_OF_ORDER, who: `${id} ${ip}` },
            { limit: TRIES_OF_PHONE, who: `${phone} ${ip}` },
          ])
        const tracking = await findLinkOf(db, id, phone, now())
        if (tracking === null) throw noSuchOrder()
        return { tracking }
      },
    )

    app.post(
      '/api/suivi/:token/wish',
      {
        config: { access: 'public' },
        schema: { params: z.object({ token: z.string() }), body: wishRequest, response: { 200: message } },
      },
      async ({ params: { token }, body: { day } }) => {
        const at = now()
        const order = await findTrackedOrder(db, token, at)
        if (order === null) throw deadLink()
        if (rateLimits) await countTries(db, at, [{ limit: WISHES_OF_ORDER, who: String(order.id) }])
        await inTransaction(db, (tx) => wishForDay(tx, order.id, day, at))
        return { message: `C’est noté\u00A0: nous demandons une livraison le ${dayInWords(day)}.` }
      },
    )
  }
