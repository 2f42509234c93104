import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { accountState, agentPage, type SupplierRow, supplierPage } from '#features/accounts/contract.ts'
import { unknownAccount } from '#features/accounts/index.ts'
import { nobodyBehindOrder } from '#features/orders/index.ts'
import { readSettings } from '#features/settings/index.ts'
import { type AllSettings, gainChoiceOf } from '#features/settings/model.ts'
import { listSupplierOrders } from '#features/supplier-space/index.ts'
import { only } from '#platform/http/access.ts'
import { sendLongCsv } from '#platform/http/csv.ts'
import { answerPage, paging } from '#platform/http/paging.ts'
import { pathId } from '#platform/http/path-id.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { DATE_SORTS } from '../model.ts'
import {
  type CustomerRow,
  customerPage,
  personDetail,
  personPage,
  supplierOrderPage,
  supplierProfile,
} from './contract.ts'
import { CUSTOMERS, PEOPLE, SUPPLIERS } from './csv.ts'
import { findPerson } from './person-detail.ts'
import { listPeople, peopleOfFile } from './person-list.ts'
import { customersBefore, listAgents, listCustomers, listSuppliers, suppliersBefore } from './queries.ts'
import { findSupplierProfile } from './supplier-profile.ts'

const access = only('admin')

const sort = z._default(z.enum(DATE_SORTS), '-created_at')
const supplierParams = z.object({ id: pathId<AccountId>() })
const customerFilter = { search: paging.search }
const supplierFilter = { ...customerFilter, status: z.optional(accountState) }

/** The admin's lists of suppliers, agents and customers, their files, and the pages of one of them. */
export const peopleRoutes =
  ({ db }: Shop, defaults: AllSettings): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/admin/suppliers',
      {
        config: { access },
        schema: {
          querystring: z.object({ ...paging, ...supplierFilter, sort }),
          response: { 200: supplierPage },
        },
      },
      async ({ query }) => {
        const { page, per_page, search = '', status, sort } = query
        return answerPage(await listSuppliers(db, { page, perPage: per_page, search, state: status, sort }), query)
      },
    )

    app.get(
      '/api/admin/suppliers/:id',
      { config: { access }, schema: { params: supplierParams, response: { 200: supplierProfile } } },
      async ({ params }) => {
        const profile = await findSupplierProfile(db, params.id, gainChoiceOf(await readSettings(db, defaults)))
        if (!profile) throw unknownAccount()
        return profile
      },
    )

    app.get(
      '/api/admin/suppliers/:id/orders',
      {
        config: { access },
        schema: {
          params: supplierParams,
          querystring: z.object({ page: paging.page, per_page: paging.per_page }),
          response: { 200: supplierOrderPage },
        },
      },
      async ({ params, query }) => {
        const when = gainChoiceOf(await readSettings(db, defaults))
        const filter = { supplierId: params.id, status: undefined, step: undefined, when, search: '' }
        const { orders, total } = await listSupplierOrders(db, filter, { page: query.page, perPage: query.per_page })
        return answerPage({ rows: orders, total }, query)
      },
    )

    app.get(
      '/api/admin/suppliers.csv',
      { config: { access }, schema: { querystring: z.object(supplierFilter) } },
      ({ query: { search = '', status } }, reply) =>
        sendLongCsv(reply, 'fournisseurs.csv', SUPPLIERS.head, {
          load: (last: SupplierRow | null, limit) => suppliersBefore(db, { search, state: status }, last, limit),
          cells: SUPPLIERS.cells,
        }),
    )

    app.get(
      '/api/admin/agents',
      {
        config: { access },
        schema: { querystring: z.object({ ...paging, sort }), response: { 200: agentPage } },
      },
      async ({ query }) => {
        const { page, per_page, search = '', sort } = query
        return answerPage(await listAgents(db, { page, perPage: per_page, search, sort }), query)
      },
    )

    app.get(
      '/api/admin/people',
      { config: { access }, schema: { querystring: z.object(paging), response: { 200: personPage } } },
      async ({ query }) => {
        const { page, per_page, search = '' } = query
        return answerPage(await listPeople(db, { page, perPage: per_page, search }), query)
      },
    )

    app.get(
      '/api/admin/people.csv',
      { config: { access }, schema: { querystring: z.object(customerFilter) } },
      ({ query: { search = '' } }, reply) =>
        sendLongCsv(reply, 'personnes.csv', PEOPLE.head, {
          load: peopleOfFile(db, search),
          cells: PEOPLE.cells,
        }),
    )

    app.get(
      '/api/admin/people/:id',
      { config: { access }, schema: { params: z.object({ id: pathId<OrderId>() }), response: { 200: personDetail } } },
      async ({ params }) => {
        const person = await findPerson(db, params.id)
        if (!person) throw nobodyBehindOrder()
        return person
      },
    )

    app.get(
      '/api/admin/customers',
      {
        config: { access },
        schema: { querystring: z.object({ ...paging, sort }), response: { 200: customerPage } },
      },
      async ({ query }) => {
        const { page, per_page, search = '', sort } = query
        return answerPage(await listCustomers(db, { page, perPage: per_page, search, sort }), query)
      },
    )

    app.get(
      '/api/admin/customers.csv',
      { config: { access }, schema: { querystring: z.object(customerFilter) } },
      ({ query: { search = '' } }, reply) =>
        sendLongCsv(reply, 'clients.csv', CUSTOMERS.head, {
          load: (last: CustomerRow | null, limit) => customersBefore(db, search, last, limit),
          cells: CUSTOMERS.cells,
        }),
    )
  }
