import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { findSupplierByCode, firstNameOf } from '#features/accounts/index.ts'
import { readSettings, senderOf } from '#features/settings/index.ts'
import { type AllSettings, ratesOf } from '#features/settings/model.ts'
import { inTransaction, type Tx } from '#platform/db/database.ts'
import { callerOf, only } from '#platform/http/access.ts'
import { answerOnce } from '#platform/http/idempotency.ts'
import { countTries, type Limit } from '#platform/http/limits.ts'
import { pathId } from '#platform/http/path-id.ts'
import { sendPdf } from '#platform/http/pdf.ts'
import type { Shop } from '#platform/http/shop.ts'
import { message } from '#platform/kernel/codecs.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { isRefusal } from '#platform/kernel/refusal.ts'
import { createCustomer } from './actions/create-customer.ts'
import { deleteOrderByAdmin, deleteOrderBySupplier } from './actions/delete-order.ts'
import { editOrder } from './actions/edit-order.ts'
import { changeOrders, moveOrder } from './actions/move-order.ts'
import { placeOrder, supplierIdOf } from './actions/place-order.ts'
import {
  bulkTrackingRequest,
  changedOrder,
  customerAnswer,
  deliveryNotesRequest,
  orderAnswer,
  orderEditRequest,
  orderRequest,
  orderResultsAnswer,
  promoCodeAnswer,
  recipientRequest,
  trackingRequest,
} from './contract.ts'
import { newCustomerKey } from './customer-key.ts'
import { drawDeliveryNotes } from './delivery-note.ts'
import { guestLimitsOf } from './guest-limits/rules.ts'
import { PROMO_FIELD } from './model.ts'
import { findStatus, listDeliveryNotes } from './queries.ts'
import { nothingToDeliver, unknownOrder } from './rules.ts'

const UNKNOWN_CODES: Limit = { name: 'code', max: 20, seconds: 60 }
// Twice as many as orders: some people correct their data, others leave without an order.
const RECORDS_OF_ADDRESS: Limit = { name: 'customers-address', max: 1_000, seconds: 600 }

const orderParams = z.object({ id: pathId<OrderId>() })

/** Customers, orders, their moves and delivery notes, for visitors, suppliers and admins. */
export const orderRoutes =
  (shop: Shop, defaults: AllSettings): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, now } = shop

    app.get(
      '/api/supplier-from-code/:code',
      {
        config: { access: 'anyone' },
        schema: { params: z.object({ code: z.string().check(z.maxLength(100)) }), response: { 200: promoCodeAnswer } },
      },
      async (request) => {
        const supplier = await findSupplierByCode(db, request.params.code)
        // A right code is never refused, even at an address from which others have guessed too often.
        if (supplier === null && shop.rateLimits) await countGuess(request.ip)
        if (supplier === null) return null
        const { discountPercent: percent } = ratesOf(await readSettings(db, defaults))
        return { supplierId: supplier.id, firstName: firstNameOf(supplier.name), percent }
      },
    )

    app.post(
      '/api/customers/create',
      { config: { access: 'visitor or account' }, schema: { body: recipientRequest } },
      (request, reply) =>
        answerOnce(db, request, reply, now(), async (tx) => {
          if (shop.rateLimits && request.caller === null)
            await countTries(tx, now(), [{ limit: RECORDS_OF_ADDRESS, who: request.ip }])
          const key = newCustomerKey(shop.randomBytes)
          const customer = await createCustomer(tx, request.caller, request.body, { key, address: request.ip }, now())
          const proof = supplierIdOf(request.caller) === null ? { key } : {}
          return { status: 201, body: JSON.stringify(z.encode(customerAnswer, { customer, ...proof })) }
        }),
    )

    app.post(
      '/api/orders/create',
      { config: { access: 'visitor or account' }, schema: { body: orderRequest } },
      async (request, reply) => {
        const { caller, body, ip } = request
        const perProduct = shop.rateLimits ? shop.ordersPerProduct : null
        try {
          return await answerOnce(db, request, reply, now(), async (tx) => {
            const settings = await readSettings(tx, defaults)
            const most = caller === null ? guestLimitsOf(settings) : null
            const rates = ratesOf(settings)
            const order = await placeOrder(tx, { caller, address: ip, request: body, rates, most, perProduct }, now())
            const answer = { message: 'Votre commande a été passée avec succès.', order }
            return { status: 201, body: JSON.stringify(z.encode(orderAnswer, answer)) }
          })
        } catch (error) {
          // A wrong code counts as a guess here too.
          if (shop.rateLimits && caller === null && isRefusal(error) && error.fields?.[PROMO_FIELD])
            await countGuess(ip)
          throw error
        }
      },
    )

    const countGuess = (address: string) => countTries(db, now(), [{ limit: UNKNOWN_CODES, who: address }])

    app.delete(
      '/api/admin/orders/:id',
      { config: { access: only('admin') }, schema: { params: orderParams, response: { 200: message } } },
      async (request) => {
        await inTransaction(db, (tx) => deleteOrderByAdmin(tx, request.params.id, callerOf(request).id, now()))
        return { message: 'Commande supprimée avec succès.' }
      },
    )

    app.put(
      '/api/admin/orders/:id/tracking',
      {
        config: { access: only('admin') },
        schema: { params: orderParams, body: trackingRequest, response: { 200: changedOrder } },
      },
      async (request) => {
        const move = { ...request.body, by: callerOf(request).id }
        const order = await inTransaction(db, (tx) => moveOrder(tx, request.params.id, move, now()))
        return { message: 'Statut mis à jour.', order }
      },
    )

    app.put(
      '/api/admin/orders/tracking',
      {
        config: { access: only('admin') },
        schema: { body: bulkTrackingRequest, response: { 200: orderResultsAnswer } },
      },
      async (request) => {
        const { ids, shown = [], ...move } = request.body
        const by = callerOf(request).id
        const log = (error: unknown) => request.log.error({ err: error }, 'an order of several was not moved')
        const change = (tx: Tx, id: OrderId) =>
          moveOrder(tx, id, { ...move, by, shown: shown.find((order) => order.id === id) }, now())
        return { results: await changeOrders(db, ids, change, log) }
      },
    )

    const sendNotes = async (reply: FastifyReply, ids: readonly OrderId[], file: string) => {
      const notes = await listDeliveryNotes(db, ids)
      if (notes.length === 0) throw nothingToDeliver()
      const drawn = new Set(notes.map(({ id }) => id))
      const without = ids.filter((id) => !drawn.has(id)).toSorted((a, b) => a - b)
      const pdf = await drawDeliveryNotes(notes, without, senderOf(shop, await readSettings(db, defaults)))
      return sendPdf(reply, file, pdf)
    }

    app.get(
      '/api/admin/orders/:id/bon-de-livraison.pdf',
      { config: { access: only('admin') }, schema: { params: orderParams } },
      async ({ params }, reply) => {
        if ((await findStatus(db, params.id)) === null) throw unknownOrder()
        return sendNotes(reply, [params.id], `bon-de-livraison-${params.id}`)
      },
    )

    app.post(
      '/api/admin/orders/bons-de-livraison.pdf',
      { config: { access: only('admin') }, schema: { body: deliveryNotesRequest } },
      ({ body }, reply) => sendNotes(reply, body.ids, 'bons-de-livraison'),
    )

    app.put(
      '/api/supplier/orders/:id',
      {
        config: { access: only('supplier') },
        schema: { params: orderParams, body: orderEditRequest, response: { 200: changedOrder } },
      },
      async (request) => {
        const { params, body } = request
        const order = await inTransaction(db, async (tx) => {
          const rates = ratesOf(await readSettings(tx, defaults))
          return editOrder(tx, params.id, callerOf(request).id, body, rates, now())
        })
        return { message: 'Commande mise à jour avec succès!', order }
      },
    )

    app.delete(
      '/api/supplier/orders/:id',
      { config: { access: only('supplier') }, schema: { params: orderParams, response: { 200: message } } },
      async (request) => {
        await inTransaction(db, (tx) => deleteOrderBySupplier(tx, request.params.id, callerOf(request).id, now()))
        return { message: 'Supprimé!' }
      },
    )
  }
