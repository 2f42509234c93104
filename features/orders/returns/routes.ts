import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { inTransaction } from '#platform/db/database.ts'
import { callerOf, only } from '#platform/http/access.ts'
import { pathId } from '#platform/http/path-id.ts'
import type { Shop } from '#platform/http/shop.ts'
import { message } from '#platform/kernel/codecs.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { lossRequest, returnAnswer, returnRequest } from '../contract.ts'
import { declareLost, receiveReturn } from './settle-return.ts'

/** An admin's calls about parcels: received again, or lost. */
export const returnRoutes =
  ({ db, now }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/api/admin/returns',
      { config: { access: only('admin') }, schema: { body: returnRequest, response: { 200: returnAnswer } } },
      async (request) => {
        const { id, counted, reason } = request.body
        const reception = { counted, reason: reason ?? 'refused', by: callerOf(request).id }
        const stock = await inTransaction(db, (tx) => receiveReturn(tx, id, reception, now()))
        return { message: `Retour de la commande ${id} reçu.`, stock }
      },
    )

    app.post(
      '/api/admin/orders/:id/lost',
      {
        config: { access: only('admin') },
        schema: { params: z.object({ id: pathId<OrderId>() }), body: lossRequest, response: { 200: message } },
      },
      async (request) => {
        const { id } = request.params
        const loss = { note: request.body.note, by: callerOf(request).id }
        await inTransaction(db, (tx) => declareLost(tx, id, loss, now()))
        return { message: `Le colis de la commande ${id} est déclaré perdu.` }
      },
    )
  }
