import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { changedOrder } from '#features/orders/contract.ts'
import { inTransaction } from '#platform/db/database.ts'
import { only } from '#platform/http/access.ts'
import { pathId } from '#platform/http/path-id.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { settlePayment } from './actions.ts'
import { paymentRequest } from './contract.ts'

export const paymentRoutes =
  (shop: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    app.put(
      '/api/admin/orders/:id/payment-status',
      {
        config: { access: only('admin') },
        schema: {
          params: z.object({ id: pathId<OrderId>() }),
          body: paymentRequest,
          response: { 200: changedOrder },
        },
      },
      async (request) => {
        const { PaymentStatus } = request.body
        const order = await inTransaction(shop.db, (tx) =>
          settlePayment(tx, request.params.id, PaymentStatus, shop.now()),
        )
        return { message: 'Paiement mis à jour.', order }
      },
    )
  }
