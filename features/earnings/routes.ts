import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { mustStayActive } from '#features/accounts/index.ts'
import { refusalReason } from '#features/buyers/contract.ts'
import { changedOrder, orderResultsAnswer } from '#features/orders/contract.ts'
import { changeOrders, moveOrder } from '#features/orders/index.ts'
import { readSettings } from '#features/settings/index.ts'
import { type AllSettings, gainChoiceOf } from '#features/settings/model.ts'
import { changeEach } from '#platform/db/change-each.ts'
import { inTransaction, type Tx } from '#platform/db/database.ts'
import { callerOf, only } from '#platform/http/access.ts'
import { sendCsv } from '#platform/http/csv.ts'
import { answerOnce } from '#platform/http/idempotency.ts'
import { pathId } from '#platform/http/path-id.ts'
import { previewQuery } from '#platform/http/preview-query.ts'
import type { Shop } from '#platform/http/shop.ts'
import { message } from '#platform/kernel/codecs.ts'
import type { OrderId, WithdrawalId } from '#platform/kernel/ids.ts'
import { approveWithdrawal, refuseWithdrawal, requestGains, requestSales, settlePayment } from './actions.ts'
import { makeBankFile } from './bank-file.ts'
import {
  approval,
  bankFileRequest,
  bulkApproval,
  bulkPaymentRequest,
  pastedAnswer,
  paymentRequest,
  withdrawAnswer,
  withdrawalResults,
  withdrawRequest,
} from './contract.ts'
import { payPasted } from './pasted-payments.ts'
import { findStatus } from './queries.ts'
import { NOT_APPROVED } from './rules.ts'

const params = z.object({ id: pathId<WithdrawalId>() })

/** Payments of delivered orders, and withdrawals of what they earned. */
export const earningRoutes =
  (shop: Shop, defaults: AllSettings): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, now } = shop

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
        const order = await inTransaction(db, async (tx) => {
          await mustStayActive(tx, callerOf(request).id)
          return settlePayment(tx, request.params.id, request.body.PaymentStatus, now())
        })
        return { message: 'Paiement mis à jour.', order }
      },
    )

    app.put(
      '/api/admin/orders/payment-status',
      {
        config: { access: only('admin') },
        schema: {
          querystring: previewQuery,
          body: bulkPaymentRequest,
          response: { 200: z.union([pastedAnswer, orderResultsAnswer]) },
        },
      },
      async (request) => {
        const { ids = [], numbers, PaymentStatus, deliver = false, shown = [] } = request.body
        const log = (error: unknown) => request.log.error({ err: error }, 'a payment of several was not settled')
        const by = callerOf(request).id
        if (numbers !== undefined) {
          const isPreview = request.query.preview === '1'
          return { pasted: await payPasted(db, numbers, { isPreview, by, onError: log }, now()) }
        }
        const settle = async (tx: Tx, id: OrderId) => {
          await mustStayActive(tx, by)
          if (deliver) {
            const asShown = shown.find((order) => order.id === id)
            await moveOrder(tx, id, { status: 'delivered', reason: null, by, shown: asShown }, now())
          }
          return settlePayment(tx, id, PaymentStatus, now())
        }
        return { results: await changeOrders(db, ids, settle, log) }
      },
    )

    app.post(
      '/api/withdraw',
      { config: { access: only('supplier') }, schema: { body: withdrawRequest } },
      (request, reply) =>
        answerOnce(db, request, reply, now(), async (tx) => {
          const withdrawal = await requestGains(
            tx,
            callerOf(request).id,
            request.body.gain,
            gainChoiceOf(await readSettings(tx, defaults)),
            now(),
          )
          const answer = { message: 'Votre demande de retrait a été envoyée avec succès.', withdrawal }
          return { status: 200, body: JSON.stringify(z.encode(withdrawAnswer, answer)) }
        }),
    )

    app.post('/api/buyer/request-withdrawal', { config: { access: only('buyer') } }, (request, reply) =>
      answerOnce(db, request, reply, now(), async (tx) => {
        const withdrawal = await requestSales(tx, callerOf(request).id, now())
        const answer = { message: 'Votre demande de retrait a été envoyée avec succès.', withdrawal }
        return { status: 200, body: JSON.stringify(z.encode(withdrawAnswer, answer)) }
      }),
    )

    const approvals = [
      { method: 'POST', url: '/api/admin/withdrawals/:id/approve', kind: 'others' },
      { method: 'PUT', url: '/api/admin/buyer/approve-withdrawal/:id', kind: 'buyer' },
    ] as const
    for (const { method, url, kind } of approvals)
      app.route({
        method,
        url,
        config: { access: only('admin') },
        schema: { params, body: approval, response: { 200: message } },
        handler: async (request) => {
          const approved = { kind, reference: request.body.reference || null, by: callerOf(request).id }
          await inTransaction(db, (tx) => approveWithdrawal(tx, shop, request.params.id, approved))
          return { message: 'Retrait approuvé.' }
        },
      })

    app.post(
      '/api/admin/withdrawals/approve',
      { config: { access: only('admin') }, schema: { body: bulkApproval, response: { 200: withdrawalResults } } },
      async (request) => {
        const { ids, reference } = request.body
        const approved = { reference: reference || null, by: callerOf(request).id }
        const onError = (error: unknown) =>
          request.log.error({ err: error }, 'a withdrawal of several was not approved')
        const approve = async (tx: Tx, id: WithdrawalId) => {
          await approveWithdrawal(tx, shop, id, { kind: 'any', ...approved })
          return { status: 'approved' as const }
        }
        return { results: await changeEach(db, ids, approve, { statusOf: findStatus, failed: NOT_APPROVED, onError }) }
      },
    )

    // A POST, not a link to open, because it writes the admin's name into the journal.
    app.post(
      '/api/admin/withdrawals/bank-file',
      { config: { access: only('admin') }, schema: { body: bankFileRequest } },
      async (request, reply) => {
        const ids = request.body.ids ?? null
        const rows = await inTransaction(db, (tx) => makeBankFile(tx, ids, callerOf(request).id, now()))
        return sendCsv(reply, 'virements.csv', rows)
      },
    )

    app.post(
      '/api/admin/withdrawals/:id/reject',
      { config: { access: only('admin') }, schema: { params, body: refusalReason, response: { 200: message } } },
      async (request) => {
        const refused = { reason: request.body.reason, by: callerOf(request).id }
        await inTransaction(db, (tx) => refuseWithdrawal(tx, shop, request.params.id, refused))
        return { message: 'Retrait refusé.' }
      },
    )
  }
