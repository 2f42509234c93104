import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { normalisePhone } from '#features/orders/index.ts'
import { inTransaction } from '#platform/db/database.ts'
import { callerOf, only } from '#platform/http/access.ts'
import { pathId } from '#platform/http/path-id.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { message } from '#platform/kernel/wire.ts'
import { anonymiseAccount, anonymiseCustomer, exportAccount, exportCustomer } from './actions.ts'
import { accountData, customerData, phoneRequest } from './contract.ts'
import { saidOf } from './rules.ts'

const access = only('admin')

const accountParams = z.object({ id: pathId<AccountId>() })

const asFile = (reply: FastifyReply, name: string) =>
  reply.header('content-disposition', `attachment; filename="${name}"`)

/** What law 09-08 gives a person: to get what is held about it, and to be forgotten. Calls, not addresses: the log says who did it. */
export const privacyRoutes =
  (shop: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, now } = shop

    app.post(
      '/api/admin/personal-data/export',
      { config: { access }, schema: { body: phoneRequest, response: { 200: customerData } } },
      async (request, reply) => {
        const phone = normalisePhone(request.body.phone)
        asFile(reply, 'donnees-personnelles.json')
        return inTransaction(db, (tx) => exportCustomer(tx, phone, callerOf(request).id, now()))
      },
    )

    app.post(
      '/api/admin/personal-data/anonymise',
      { config: { access }, schema: { body: phoneRequest, response: { 200: message } } },
      async (request) => {
        const phone = normalisePhone(request.body.phone)
        const orders = await inTransaction(db, (tx) => anonymiseCustomer(tx, phone, callerOf(request).id, now()))
        return { message: saidOf(orders) }
      },
    )

    app.post(
      '/api/admin/user/:id/personal-data/export',
      { config: { access }, schema: { params: accountParams, response: { 200: accountData } } },
      async (request, reply) => {
        const data = await inTransaction(db, (tx) => exportAccount(tx, request.params.id, callerOf(request).id, now()))
        asFile(reply, 'donnees-personnelles.json')
        return data
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
  }
