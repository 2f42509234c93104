import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { CALL_FILTERS } from '#features/calls/model.ts'
import { orderStatus, paymentStatus } from '#features/orders/contract.ts'
import { READ_PAYMENTS, REASON_NAMES, STATUS_NAMES } from '#features/orders/model.ts'
import { readSettings } from '#features/settings/index.ts'
import { type AllSettings, gainChoiceOf } from '#features/settings/model.ts'
import { only } from '#platform/http/access.ts'
import { type CsvCell, phoneCell, sendLongCsv } from '#platform/http/csv.ts'
import { answerPage, oneOf, paging } from '#platform/http/paging.ts'
import { listedIds, pathId } from '#platform/http/path-id.ts'
import type { Shop } from '#platform/http/shop.ts'
import { findCity } from '#platform/kernel/cities.ts'
import { text } from '#platform/kernel/codecs.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import { adminOrderDetail, adminOrderPage, orderCounts } from '../contract.ts'
import { ORDER_SORTS, PERIODS } from '../model.ts'
import { findAdminOrder } from './order-detail.ts'
import {
  type AdminOrderFilter,
  countOrdersAtWork,
  type ExportedOrder,
  listAdminOrders,
  ordersBefore,
} from './order-list.ts'

const filters = {
  search: paging.search,
  status: z.optional(orderStatus),
  payment: z.optional(paymentStatus),
  confirmation: z.optional(z.enum(CALL_FILTERS)),
  days: z.optional(oneOf(PERIODS)),
  settled: z.optional(z.literal('1')),
  flagged: z.optional(z.literal('1')),
  supplier: z.optional(text(30)),
  city: z.optional(
    z.string().check(
      z.maxLength(60),
      z.refine((city) => findCity(city) !== null),
    ),
  ),
}

const listQuery = z.object({
  ...paging,
  ...filters,
  /** Rows that a page shows already, wherever they have moved to. */
  ids: z.optional(listedIds<OrderId>(100)),
  sort: z._default(z.enum(ORDER_SORTS), '-created_at'),
})

const exportQuery = z.object(filters)

const filterOf = (query: z.output<typeof exportQuery>): AdminOrderFilter => ({
  search: query.search ?? '',
  status: query.status,
  payment: query.payment,
  confirmation: query.confirmation,
  days: query.days,
  isSettled: query.settled === '1',
  ids: undefined,
  isFlagged: query.flagged === '1',
  supplier: query.supplier,
  city: query.city === undefined ? undefined : findCity(query.city)!,
})

const EXPORT_HEAD = [
  'Commande',
  'Date',
  'Client',
  'Téléphone',
  'Adresse',
  'Ville',
  'Note pour le livreur',
  'Produits',
  'Fournisseur',
  'Statut',
  'Motif',
  'Paiement',
  'Payé le',
  'Sous-total',
  'Remise',
  'Livraison',
  'À encaisser',
  'Gain',
]
const exportCells = ({ order, customId, lines }: ExportedOrder): CsvCell[] => [
  order.id,
  formatMinute(order.createdAt),
  order.name,
  phoneCell(order.phone),
  order.address,
  order.city,
  order.note ?? '',
  lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', '),
  customId ?? '',
  STATUS_NAMES[order.status],
  order.cancelReason === null ? '' : REASON_NAMES[order.cancelReason],
  READ_PAYMENTS[order.payment],
  order.paidAt === null ? '' : formatMinute(order.paidAt),
  { amount: order.subtotal },
  { amount: order.discount },
  { amount: order.delivery },
  { amount: order.collected },
  { amount: order.gain },
]

/** The admin's list of orders, its file, and the page of one order. */
export const orderListRoutes =
  ({ db, now }: Shop, defaults: AllSettings): FastifyPluginAsyncZod =>
  async (app) => {
    const access = only('admin')

    app.get(
      '/api/admin/orders',
      { config: { access }, schema: { querystring: listQuery, response: { 200: adminOrderPage } } },
      async ({ query }) => {
        const { page, per_page, sort, ids } = query
        const filter = { ...filterOf(query), ids }
        return answerPage(await listAdminOrders(db, filter, { page, perPage: per_page, sort }, now()), query)
      },
    )

    app.get('/api/admin/orders/counts', { config: { access }, schema: { response: { 200: orderCounts } } }, () =>
      countOrdersAtWork(db, now()),
    )

    app.get(
      '/api/admin/orders.csv',
      { config: { access }, schema: { querystring: exportQuery } },
      async ({ query }, reply) => {
        const at = now()
        const load = (last: ExportedOrder | null, limit: number) => ordersBefore(db, filterOf(query), at, last, limit)
        return sendLongCsv(reply, 'commandes.csv', EXPORT_HEAD, { load, cells: exportCells })
      },
    )

    app.get(
      '/api/admin/orders/:id',
      {
        config: { access },
        schema: { params: z.object({ id: pathId<OrderId>() }), response: { 200: adminOrderDetail } },
      },
      async ({ params }) => {
        const when = gainChoiceOf(await readSettings(db, defaults))
        const order = await findAdminOrder(db, params.id, when, now())
        if (!order) throw new Refusal('missing', 'unknown_order', 'Cette commande n’existe pas.')
        return order
      },
    )
  }
