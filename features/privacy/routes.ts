import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { type Db, inTransaction } from '#platform/db/database.ts'
import { callerOf, only } from '#platform/http/access.ts'
import { pathId } from '#platform/http/path-id.ts'
import type { Shop } from '#platform/http/shop.ts'
import { message } from '#platform/kernel/codecs.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { normalisePhone } from '#platform/kernel/phone.ts'
import { type AccountExport, anonymiseAccount, anonymiseCustomer, exportAccount, exportCustomer } from './actions.ts'
import {
  accountData,
  accountOrder,
  clockConfirmation,
  customerData,
  phoneRequest,
  retentionAnswer,
  roundConfirmation,
} from './contract.ts'
import { findRetention, listOwnOrders } from './queries.ts'
import { confirmClock, confirmRound } from './retention.ts'
import { describeAnonymisation } from './rules.ts'

const access = only('admin')

const accountParams = z.object({ id: pathId<AccountId>() })

const asFile = (reply: FastifyReply) =>
  reply.header('content-disposition', 'attachment; filename="donnees-personnelles.json"')

const sendPieces = (reply: FastifyReply, pieces: AsyncIterable<string>) =>
  reply.type('application/json; charset=utf-8').send(Readable.from(pieces))

const ORDERS_AT_ONCE = 500

/** Streams an `accountData` in pieces, because a supplier may have more orders than memory should hold at once. */
async function* accountInPieces(db: Db, { data, orders }: AccountExport): AsyncGenerator<string> {
  const { orders: _, ...rest } = z.encode(accountData, { ...data, orders: [] })
  yield `${JSON.stringify(rest).slice(0, -1)},"orders":[`
  for (let first = 0; first < orders.length; first += ORDERS_AT_ONCE) {
    const batch = await listOwnOrders(db, orders.slice(first, first + ORDERS_AT_ONCE))
    yield (first > 0 ? ',' : '') + batch.map((order) => JSON.stringify(z.encode(accountOrder, order))).join()
  }
  yield ']}'
}

/**
 * Calls for the rights under law 09-08: an export, an anonymisation, the retention period. An export is a POST, not a
 * link to open, because it writes the admin's name into the journal.
 */
export const privacyRoutes =
  (shop: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, now } = shop

    app.post(
      '/api/admin/personal-data/export',
      { config: { access }, schema: { body: phoneRequest, response: { 200: customerData } } },
      async (request, reply) => {
        const phone = normalisePhone(request.body.phone)
        asFile(reply)
        return inTransaction(db, (tx) => exportCustomer(tx, phone, callerOf(request).id, now()))
      },
    )

    app.post(
      '/api/admin/personal-data/anonymise',
      { config: { access }, schema: { body: phoneRequest, response: { 200: message } } },
      async (request) => {
        const phone = normalisePhone(request.body.phone)
        const orders = await inTransaction(db, (tx) => anonymiseCustomer(tx, phone, callerOf(request).id, now()))
        return { message: describeAnonymisation(orders) }
      },
    )

    app.post(
      '/api/admin/user/:id/personal-data/export',
      { config: { access }, schema: { params: accountParams, response: { 200: accountData } } },
      async (request, reply) => {
        const { id } = request.params
        const found = await inTransaction(db, (tx) => exportAccount(tx, id, callerOf(request).id, now()))
        asFile(reply)
        return sendPieces(reply, accountInPieces(db, found))
      },
    )

    app.post(
      '/api/admin/user/:id/personal-data/anonymise',
      { config: { access }, schema: { params: accountParams, response: { 200: message } } },
      async (request) => {
        await inTransaction(db, (tx) => anonymiseAccount(shop, tx, request.params.id, callerOf(request).id))
        return { message: 'Le compte est anonymisé.' }
      },
    )

    const readRetention = async () => ({
      ...(await findRetention(db)),
      retentionYears: shop.orderRetentionYears,
      now: now(),
    })

    app.get(
      '/api/admin/retention',
      { config: { access }, schema: { response: { 200: retentionAnswer } } },
      readRetention,
    )

    app.post(
      '/api/admin/retention/confirm-clock',
      { config: { access }, schema: { body: clockConfirmation, response: { 200: retentionAnswer } } },
      async (request) => {
        await inTransaction(db, (tx) => confirmClock(tx, request.body.now, callerOf(request).id, now()))
        return readRetention()
      },
    )

    app.post(
      '/api/admin/retention/confirm-round',
      { config: { access }, schema: { body: roundConfirmation, response: { 200: retentionAnswer } } },
      async (request) => {
        await inTransaction(db, (tx) => confirmRound(tx, request.body.orders_due, callerOf(request).id, now()))
        return readRetention()
      },
    )
  }
