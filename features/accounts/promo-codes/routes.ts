import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { inTransaction } from '#platform/db/database.ts'
import { callerOf, only } from '#platform/http/access.ts'
import type { Shop } from '#platform/http/shop.ts'
import { chooseCode, countQuestion, isCodeFree } from './actions.ts'
import { chosenCode, codeAvailability, codeChoice } from './contract.ts'

/** A supplier's own promo code, chosen. */
export const promoCodeRoutes =
  ({ db, now, rateLimits }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/supplier/code/:code',
      {
        config: { access: only('supplier') },
        schema: { params: codeChoice, response: { 200: codeAvailability } },
      },
      async (request) => {
        const { id } = callerOf(request)
        if (rateLimits) await countQuestion(db, id, now())
        return { isAvailable: await isCodeFree(db, id, request.params.code) }
      },
    )

    app.put(
      '/api/supplier/code',
      { config: { access: only('supplier') }, schema: { body: codeChoice, response: { 200: chosenCode } } },
      async (request) => {
        const { id } = callerOf(request)
        if (rateLimits) await countQuestion(db, id, now())
        const chosen = await inTransaction(db, (tx) => chooseCode(tx, id, request.body.code, now()))
        return { message: 'Votre code est changé. L’ancien continue de fonctionner.', ...chosen }
      },
    )
  }
