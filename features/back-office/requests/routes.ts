import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {
  type BuyerRow,
  buyerPage,
  decision,
  declarationPage,
  type PurchaseRow,
  purchasePage,
  purchaseRows,
} from '#features/buyers/contract.ts'
import { withdrawalPage } from '#features/earnings/contract.ts'
import { only } from '#platform/http/access.ts'
import { sendLongCsv } from '#platform/http/csv.ts'
import { answerPage, lastPage, pageNumber, paging } from '#platform/http/paging.ts'
import type { Shop } from '#platform/http/shop.ts'
import { waiting } from '../contract.ts'
import { DATE_SORTS, REQUEST_SORTS } from '../model.ts'
import { buyersBefore, listBuyers } from '../people/queries.ts'
import { BUYERS, PURCHASES, WITHDRAWALS } from './csv.ts'
import {
  allPurchases,
  type ExportedWithdrawal,
  listDeclarations,
  listPurchases,
  listWithdrawals,
  purchasesBefore,
  sumWithdrawalsToDecide,
  withdrawalsBefore,
} from './queries.ts'

const access = only('admin')

const buyerFilter = { search: paging.search }
const requestFilter = { search: paging.search, status: z.optional(decision) }
const requestSort = z._default(z.enum(REQUEST_SORTS), 'status')

/** The admin's lists of withdrawals, buyers with their stock and purchases, and their files. */
export const requestRoutes =
  ({ db }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/withdrawals',
      {
        config: { access },
        schema: {
          querystring: z.object({ ...paging, ...requestFilter, sort: requestSort }),
          response: { 200: withdrawalPage },
        },
      },
      async ({ query: { page, per_page, search = '', status, sort } }) => {
        const { rows, total } = await listWithdrawals(db, { page, perPage: per_page, search, status, sort })
        return { data: rows, total_pages: lastPage(total, per_page), current_page: page, total }
      },
    )

    app.get('/api/admin/withdrawals/summary', { config: { access }, schema: { response: { 200: waiting } } }, () =>
      sumWithdrawalsToDecide(db),
    )

    app.get(
      '/api/admin/withdrawals.csv',
      { config: { access }, schema: { querystring: z.object(requestFilter) } },
      ({ query: { search = '', status } }, reply) =>
        sendLongCsv(reply, 'retraits.csv', WITHDRAWALS.head, {
          load: (last: ExportedWithdrawal | null, limit) => withdrawalsBefore(db, { search, status }, last, limit),
          cells: WITHDRAWALS.cells,
        }),
    )

    app.get(
      '/api/admin/buyers',
      {
        config: { access },
        schema: {
          querystring: z.object({ ...paging, sort: z._default(z.enum(DATE_SORTS), '-created_at') }),
          response: { 200: buyerPage },
        },
      },
      async ({ query }) => {
        const { page, per_page, search = '', sort } = query
        return answerPage(await listBuyers(db, { page, perPage: per_page, search, sort }), query)
      },
    )

    app.get(
      '/api/admin/buyers.csv',
      { config: { access }, schema: { querystring: z.object(buyerFilter) } },
      ({ query: { search = '' } }, reply) =>
        sendLongCsv(reply, 'acheteurs.csv', BUYERS.head, {
          load: (last: BuyerRow | null, limit) => buyersBefore(db, search, last, limit),
          cells: BUYERS.cells,
        }),
    )

    // Without a page, all of them: older callers know no pages.
    app.get(
      '/api/admin/get-all-purchases',
      {
        config: { access },
        schema: {
          querystring: z.object({
            ...paging,
            ...requestFilter,
            page: z.optional(pageNumber),
            sort: requestSort,
          }),
          response: { 200: z.union([purchaseRows, purchasePage]) },
        },
      },
      async ({ query: { page, per_page, search = '', status, sort } }) => {
        if (page === undefined) return allPurchases(db, { search, status }, sort)
        const found = await listPurchases(db, { page, perPage: per_page, search, status, sort })
        return answerPage(found, { page, per_page })
      },
    )

    app.get(
      '/api/admin/sale-declarations',
      {
        config: { access },
        schema: {
          querystring: z.object({ ...paging, ...requestFilter, sort: requestSort }),
          response: { 200: declarationPage },
        },
      },
      async ({ query: { page, per_page, search = '', status, sort } }) =>
        answerPage(await listDeclarations(db, { page, perPage: per_page, search, status, sort }), { page, per_page }),
    )

    app.get(
      '/api/admin/purchases.csv',
      { config: { access }, schema: { querystring: z.object(requestFilter) } },
      ({ query: { search = '', status } }, reply) =>
        sendLongCsv(reply, 'achats-de-stock.csv', PURCHASES.head, {
          load: (last: PurchaseRow | null, limit) => purchasesBefore(db, { search, status }, last, limit),
          cells: PURCHASES.cells,
        }),
    )
  }
