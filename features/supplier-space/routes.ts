import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { agentProfile, profile } from '#features/accounts/contract.ts'
import { findAccount } from '#features/accounts/index.ts'
import { ROLES } from '#features/accounts/model.ts'
import { orderStatus } from '#features/orders/contract.ts'
import { READ_PAYMENTS, STATUS_NAMES } from '#features/orders/model.ts'
import { readSettings, senderOf } from '#features/settings/index.ts'
import { type AllSettings, gainChoiceOf } from '#features/settings/model.ts'
import { callerOf, only } from '#platform/http/access.ts'
import { type CsvCell, sendLongCsv } from '#platform/http/csv.ts'
import { lastPage, oneOf, pageNumber, paging } from '#platform/http/paging.ts'
import { pathId } from '#platform/http/path-id.ts'
import { sendPdf } from '#platform/http/pdf.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { formatMinute, startOfDays } from '#platform/kernel/time.ts'
import {
  gainExplained,
  type SupplierOrder,
  supplierAccount,
  supplierDashboard,
  supplierGains as supplierGainsAnswer,
} from './contract.ts'
import { GAIN_PERIODS, GAIN_STEPS, STATEMENT_PERIOD_NAMES, STATEMENT_PERIODS } from './model.ts'
import { getProfile, getSupplierAccount } from './profile.ts'
import {
  findGain,
  listNewestOrders,
  listStatement,
  listSupplierOrders,
  type SupplierOrderFilter,
  supplierGains,
  supplierStats,
} from './queries.ts'
import { drawStatement } from './statement-pdf.ts'

/** Orders in an answer to a request without a page. */
const NEWEST = 1_000

/** A hundred pages or so; the CSV file has all orders. */
const PRINTED_ROWS = 3_000

const STATEMENT = {
  head: ['Commande', 'Date', 'Client', 'Ville', 'Produits', 'Statut', 'Paiement', 'Total', 'Gain', 'Retiré'],
  cells: (order: SupplierOrder): CsvCell[] => [
    order.id,
    formatMinute(order.createdAt),
    order.recipient.name,
    order.recipient.city,
    order.products.map(({ name, quantity }) => `${quantity} × ${name}`).join(', '),
    STATUS_NAMES[order.status],
    READ_PAYMENTS[order.payment],
    { amount: order.collected },
    { amount: order.gain },
    order.isWithdrawn ? 'oui' : 'non',
  ],
}

const query = z.object({
  page: z.optional(pageNumber),
  per_page: paging.per_page,
  search: paging.search,
  status: z.optional(orderStatus),
  /** Orders whose gain is at this stage. */
  step: z.optional(z.enum(GAIN_STEPS)),
})

/** A supplier's orders, gains, statement and profile. */
export const supplierSpaceRoutes =
  (shop: Shop, defaults: AllSettings): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, now } = shop

    app.get(
      '/api/supplier/get-ordersAdmin',
      {
        config: { access: only('supplier') },
        schema: { querystring: query, response: { 200: supplierDashboard } },
      },
      async (request) => {
        const supplierId = callerOf(request).id
        const { per_page, status, step, search } = request.query
        const page = request.query.page
        const when = gainChoiceOf(await readSettings(db, defaults))
        const filter: SupplierOrderFilter = { supplierId, status, step, when, search: search ?? '' }
        const found =
          page === undefined
            ? { orders: await listNewestOrders(db, filter, NEWEST), total: 0 }
            : await listSupplierOrders(db, filter, { page, perPage: per_page })
        const stats = await supplierStats(db, supplierId, when)
        const account = await findAccount(db, supplierId)
        const answer = { orders: found.orders, stats, promoCode: account?.promoCode ?? null }
        if (page === undefined) return answer
        return { ...answer, page: { current: page, last: lastPage(found.total, per_page), total: found.total } }
      },
    )

    app.get(
      '/api/suppliers/:id',
      {
        config: { access: only(...ROLES) },
        schema: { params: z.object({ id: pathId<AccountId>() }), response: { 200: z.union([profile, agentProfile]) } },
      },
      (request) => getProfile(db, callerOf(request), request.params.id),
    )

    app.get(
      '/api/supplier/account',
      { config: { access: only('supplier') }, schema: { response: { 200: supplierAccount } } },
      (request) => getSupplierAccount(db, callerOf(request).id, now()),
    )

    app.get(
      '/api/supplier/gains',
      {
        config: { access: only('supplier') },
        schema: {
          querystring: z.object({ days: z.prefault(oneOf(GAIN_PERIODS), '30') }),
          response: { 200: supplierGainsAnswer },
        },
      },
      async (request) => {
        const when = gainChoiceOf(await readSettings(db, defaults))
        return supplierGains(db, callerOf(request).id, { days: request.query.days, when }, now())
      },
    )

    app.get(
      '/api/supplier/orders/:id/gain',
      {
        config: { access: only('supplier') },
        schema: { params: z.object({ id: pathId<OrderId>() }), response: { 200: gainExplained } },
      },
      async (request) => {
        const gain = await findGain(db, request.params.id, callerOf(request).id)
        if (!gain) throw new Refusal('missing', 'unknown_order', 'Cette commande n’existe pas.')
        return gain
      },
    )

    app.get('/api/supplier/statement.csv', { config: { access: only('supplier') } }, async (request, reply) => {
      const when = gainChoiceOf(await readSettings(db, defaults))
      const filter = { supplierId: callerOf(request).id, status: undefined, step: undefined, when, search: '' }
      return sendLongCsv(reply, 'releve.csv', STATEMENT.head, {
        load: (last: SupplierOrder | null, limit) => listNewestOrders(db, filter, limit, last),
        cells: STATEMENT.cells,
      })
    })

    app.get(
      '/api/supplier/statement.pdf',
      {
        config: { access: only('supplier') },
        schema: { querystring: z.object({ period: z._default(z.enum(STATEMENT_PERIODS), '30') }) },
      },
      async (request, reply) => {
        const { id } = callerOf(request)
        const { period } = request.query
        const since = period === 'all' ? null : startOfDays(now(), Number(period))
        const found = await listStatement(db, id, since, PRINTED_ROWS + 1)
        const account = await findAccount(db, id)
        const settings = await readSettings(db, defaults)
        const when = gainChoiceOf(settings)
        const { withdrawable, waiting, withdrawn, deliveredGains } = await supplierStats(db, id, when)
        const statement = {
          supplier: { name: account?.name ?? '', customId: account?.customId ?? '' },
          period: STATEMENT_PERIOD_NAMES[period],
          orders: found.slice(0, PRINTED_ROWS),
          isCut: found.length > PRINTED_ROWS,
          balance: { withdrawable, waiting, withdrawn, delivered: deliveredGains },
          when,
        }
        const pdf = await drawStatement(statement, senderOf(shop, settings), now())
        return sendPdf(reply, 'releve', pdf)
      },
    )
  }
