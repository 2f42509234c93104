import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { inTransaction } from '#platform/db/database.ts'
import { callerOf, only } from '#platform/http/access.ts'
import { answerOnce } from '#platform/http/idempotency.ts'
import { pathId } from '#platform/http/path-id.ts'
import type { Shop } from '#platform/http/shop.ts'
import { message } from '#platform/kernel/codecs.ts'
import type { PurchaseId, SaleDeclarationId } from '#platform/kernel/ids.ts'
import {
  approveDeclaration,
  decidePurchase,
  declareSale,
  recordSale,
  refuseDeclaration,
  requestStock,
} from './actions.ts'
import {
  declarationAnswer,
  declarationRequest,
  purchaseAnswer,
  refusalReason,
  saleRequest,
  stockData,
  stockRequest,
} from './contract.ts'
import { findStock } from './queries.ts'

const params = z.object({ id: pathId<PurchaseId>() })
const declarationParams = z.object({ id: pathId<SaleDeclarationId>() })

export const buyerRoutes =
  (shop: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, now } = shop

    app.get(
      '/api/get-stock-data',
      { config: { access: only('buyer') }, schema: { response: { 200: stockData } } },
      (request) => findStock(db, callerOf(request).id),
    )

    app.post(
      '/api/buyer/request-stock',
      { config: { access: only('buyer') }, schema: { body: stockRequest } },
      (request, reply) =>
        answerOnce(db, request, reply, now(), async (tx) => {
          const purchase = await requestStock(tx, callerOf(request).id, request.body.amount, now())
          const answer = { message: 'Votre demande de stock a été envoyée.', purchase }
          return { status: 200, body: JSON.stringify(z.encode(purchaseAnswer, answer)) }
        }),
    )

    app.post(
      '/api/buyer/declare-sale',
      { config: { access: only('buyer') }, schema: { body: declarationRequest } },
      (request, reply) =>
        answerOnce(db, request, reply, now(), async (tx) => {
          const { amount, note } = request.body
          const declaration = await declareSale(tx, callerOf(request).id, { amount, note: note || null }, now())
          const answer = { message: 'Votre vente est déclarée.', declaration }
          return { status: 200, body: JSON.stringify(z.encode(declarationAnswer, answer)) }
        }),
    )

    app.put(
      '/api/admin/sale-declarations/:id/approve',
      { config: { access: only('admin') }, schema: { params: declarationParams, response: { 200: message } } },
      async (request) => {
        await inTransaction(db, (tx) => approveDeclaration(tx, shop, request.params.id, callerOf(request).id))
        return { message: 'Vente enregistrée.' }
      },
    )

    app.put(
      '/api/admin/sale-declarations/:id/reject',
      {
        config: { access: only('admin') },
        schema: { params: declarationParams, body: refusalReason, response: { 200: message } },
      },
      async (request) => {
        const refused = { reason: request.body.reason, by: callerOf(request).id }
        await inTransaction(db, (tx) => refuseDeclaration(tx, shop, request.params.id, refused))
        return { message: 'Vente refusée.' }
      },
    )

    app.put(
      '/api/admin/sell-stock',
      { config: { access: only('admin') }, schema: { body: saleRequest } },
      (request, reply) =>
        answerOnce(db, request, reply, now(), async (tx) => {
          await recordSale(tx, { ...request.body, by: callerOf(request).id }, now())
          return { status: 200, body: JSON.stringify({ message: 'Stock updated successfully!' }) }
        }),
    )

    app.put(
      '/api/approve-request/:id',
      { config: { access: only('admin') }, schema: { params, response: { 200: message } } },
      async (request) => {
        const decision = { status: 'approved' as const, reason: null, by: callerOf(request).id }
        await inTransaction(db, (tx) => decidePurchase(tx, request.params.id, decision, now()))
        return { message: 'Achat de stock approuvé.' }
      },
    )

    app.put(
      '/api/admin/reject-request/:id',
      { config: { access: only('admin') }, schema: { params, body: refusalReason, response: { 200: message } } },
      async (request) => {
        const decision = { status: 'refused' as const, reason: request.body.reason, by: callerOf(request).id }
        await inTransaction(db, (tx) => decidePurchase(tx, request.params.id, decision, now()))
        return { message: 'Achat de stock refusé.' }
      },
    )
  }
