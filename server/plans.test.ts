import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { forgetExpired } from '#features/accounts/index.ts'
import { ROWS_REACHED } from '#features/dashboards/names.ts'
import { forgetReadNotifications } from '#features/notifications/index.ts'
import { foldTallies } from '#features/orders/index.ts'
import { anonymiseOldOrders, unusedCustomersForgetter } from '#features/privacy/index.ts'
import { forgetOldKeys } from '#platform/http/idempotency.ts'
import { forgetOldTries } from '#platform/http/limits.ts'
import { foldListTallies } from '#platform/http/list-tallies.ts'
import { audits } from './audit.ts'
import { type Caller, type Instance, openTestShop, PASSWORD, type TestShop } from './test-app.ts'
import { fillLargeShop, LARGE_TABLES, SMALL_TABLES } from './test-large-shop.ts'
import { EXPLAINED, PlanWatch, type Ran, type Read } from './test-plans.ts'

let shop: TestShop
let lists: Instance
let listPlans: PlanWatch

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  await fillLargeShop(shop)
  lists = await shop.another({ connectionOptions: EXPLAINED })
  listPlans = new PlanWatch(lists.db.$client)
})

afterAll(() => shop.close())

const isLarge = ({ table }: Read): boolean => LARGE_TABLES.includes(table)
const said = ({ query }: Ran): string => query.replace(/\s+/g, ' ').trim().slice(0, 160)

/** Statements that went through a large table from end to end. */
const scansIn = (ran: readonly Ran[]): string[] =>
  ran.flatMap((each) =>
    each.reads
      .filter((read) => isLarge(read) && read.kind === 'Seq Scan')
      .map(({ table }) => `${table}: ${said(each)}`),
  )

/** How much of the large tables was looked at. What a far page skips in an index alone is left out where it may be. */
const rowsRead = (ran: readonly Ran[], isFarPage = false): number =>
  ran
    .flatMap(({ reads }) => reads)
    .filter((read) => isLarge(read) && !(isFarPage && read.kind === 'Index Only Scan'))
    .reduce((sum, { rows }) => sum + rows, 0)

test('a statement that reads a whole table is seen as one', async () => {
  listPlans.taken()
  await lists.db.execute(sql`select id from order_lines where quantity = 7`)
  const ran = listPlans.taken()
  expect(scansIn(ran)).toEqual(['order_lines: select id from order_lines where quantity = 7'])
  expect(rowsRead(ran)).toBeGreaterThan(50_000)
})

test('every table is known to be large or small', async () => {
  const { rows } = await shop.db.execute<{ name: string }>(sql`
    select relname as name from pg_class
    where relkind in ('r', 'm') and relnamespace = 'public'::regnamespace order by relname collate "C"`)
  expect(rows.map(({ name }) => name)).toEqual([...LARGE_TABLES, ...SMALL_TABLES].sort())
})

/** What free parameters of lists are asked with: what many match, what few do, what nobody does. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  search: ['nadia', 'nadia lahlou', 'na', 'a', '7', '78', '4321', '0600012345', 'F-100321', 'gmail', 'zzz'],
  supplier: ['F-100321', 'F-1001', 'F-9'],
  actor: ['A-1', 'F-1001', 'boutique', 'F-9'],
  city: ['Rabat', 'Casablanca'],
  ids: ['1', '1,2,3'],
}

/** They say which part of a list is asked for; each list is asked for several. */
const PARTS = ['page', 'per_page']

type Parameter = { enum?: readonly string[]; const?: string }

const parametersOf = ({ schema }: RouteOptions): Readonly<Record<string, Parameter>> =>
  schema?.querystring
    ? (z.toJSONSchema(schema.querystring as z.ZodMiniType, { io: 'input', unrepresentable: 'any' })
        .properties as Record<string, Parameter>)
    : {}

function valuesOf(name: string, { enum: choices, const: only }: Parameter): readonly string[] {
  const values = choices ?? (only === undefined ? TYPED[name] : [only])
  if (!values) throw new Error(`No list is asked with ${name} yet: TYPED should say what people type there`)
  return values
}

type Query = Readonly<Record<string, string>>

type Choices = { orders: Query[]; filters: Query[][] }

/** The orders that a list comes in, and the values of each of its filters. */
function choicesOf(route: RouteOptions): Choices {
  const { sort, ...parameters } = parametersOf(route)
  const orders = sort ? valuesOf('sort', sort).map((value) => ({ sort: value })) : [{}]
  const filters = Object.entries(parameters)
    .filter(([name]) => !PARTS.includes(name))
    .map(([name, parameter]) => valuesOf(name, parameter).map((value) => ({ [name]: value })))
  return { orders, filters }
}

const isSearch = ({ search }: Query): boolean => search !== undefined
const firstAndLast = <T>(values: readonly T[]): T[] => [...new Set([values[0]!, values.at(-1)!])]

/** Each filter alone, in each order. */
function singles(route: RouteOptions): Query[] {
  const { orders, filters } = choicesOf(route)
  return [{}, ...filters.flat()].flatMap((filter) => orders.map((order) => ({ ...filter, ...order })))
}

/** Each two filters together, searches left out. */
function pairs(route: RouteOptions): Query[] {
  const filters = choicesOf(route)
    .filters.filter(([first]) => !isSearch(first!))
    .map(firstAndLast)
  return filters.flatMap((some, nth) =>
    filters.slice(nth + 1).flatMap((others) => some.flatMap((one) => others.map((other) => ({ ...one, ...other })))),
  )
}

/** Everything in each order, and what passes each filter in the usual one. */
function farAsked(route: RouteOptions): Query[] {
  const { orders, filters } = choicesOf(route)
  return [...orders, ...filters.filter(([first]) => !isSearch(first!)).flat()]
}

const PAGE_ROWS = 3_000
const SEARCH_ROWS = 13_000

/** What may read more, and why. */
const MORE_ROWS: Readonly<Record<string, number>> = {
  // The newest ten thousand entries, to count those that match, and once more as far as the page is.
  '/api/admin/audit': 31_000,
  // Without a page, the newest thousand come with their lines.
  '/api/supplier/get-ordersAdmin': 11_000,
}

/** Calls that answer with everything, as they always did; the pages of the shop ask for parts. */
const WHOLE = ['/api/admin/ordersDashbord?', '/api/admin/get-all-purchases?', '/api/buyer/history?']

/** The same for files: they are made of all rows at once. */
const WHOLE_FILES = ['/api/supplier/statement.csv', '/api/admin/outcomes.csv']

/** Far pages that nobody goes to page by page: nearly all orders wait for their payment until they are delivered. */
const FAR_WALKS: readonly Query[] = [{ payment: 'en attente' }]

const rowsAllowed = (path: string, query: Query): number =>
  MORE_ROWS[path] ?? (query.search === undefined ? PAGE_ROWS : SEARCH_ROWS)

const routes = (): RouteOptions[] =>
  lists.app.guardedRoutes.filter(
    ({ method, url, config }) => method === 'GET' && url.startsWith('/api/') && typeof config?.access === 'object',
  )

function callerOf({ url, config }: RouteOptions): Caller {
  const { only } = config!.access as { only: readonly string[] }
  if (only.includes('admin')) return 'admin'
  // Whoever has little to print: drawing pages is no matter of plans.
  if (url.endsWith('.pdf')) return 'youssef'
  return only.includes('supplier') ? 'sara' : 'karim'
}

async function idFor(url: string): Promise<number> {
  if (url.startsWith('/api/suppliers/')) return shop.ids.sara
  const { rows } = await shop.db.execute<{ id: number }>(
    sql`select max(id) as id from orders where supplier_id = ${shop.ids.sara} and status = 'delivered'`,
  )
  return rows[0]!.id
}

interface Page {
  last_page?: number
  total_pages?: number
}

async function ask(route: RouteOptions, query: Query) {
  const url = `${route.url.replace(':id', String(await idFor(route.url)))}?${new URLSearchParams(query)}`
  listPlans.taken()
  const token = shop.tokens[callerOf(route)]
  const { status, json } = await shop.call('GET', url, { token }, lists)
  const ran = listPlans.taken()
  expect([url, status]).toEqual([url, 200])
  const { last_page, total_pages } = (json ?? {}) as Page
  return { url, ran, last: last_page ?? total_pages ?? 1 }
}

const isFile = ({ url }: RouteOptions): boolean => url.endsWith('.csv')
const isPaged = (route: RouteOptions): boolean => 'page' in parametersOf(route)

/** What is wrong with a call; nothing when all is well. */
async function faultsOf(route: RouteOptions, query: Query, { isFarPage = false } = {}) {
  const { url, ran, last } = await ask(route, query)
  const rows = rowsRead(ran, isFarPage)
  const faults = scansIn(ran).map((scan) => `${url} reads all of ${scan}`)
  if (rows > rowsAllowed(route.url, query)) faults.push(`${url} looks at ${rows} rows`)
  return { faults: WHOLE.includes(url) ? [] : faults, last }
}

describe('no list of the back office or of a dashboard', () => {
  test('reads a whole table or more than a page needs, whatever it is filtered and sorted by', async () => {
    const faults: string[] = []
    for (const route of routes().filter((each) => !isFile(each))) {
      const part: Query = isPaged(route) ? { page: '1' } : {}
      for (const query of singles(route)) faults.push(...(await faultsOf(route, { ...query, ...part })).faults)
      if (isPaged(route)) faults.push(...(await faultsOf(route, {})).faults)
    }
    expect(faults).toEqual([])
  })

  test('counts what is searched for beyond what a search reaches', async () => {
    for (const url of ['/api/admin/suppliers', '/api/admin/buyers', '/api/admin/customers']) {
      const { token, search } = { token: shop.tokens.admin, search: url.endsWith('customers') ? 'rabat' : 'gmail' }
      const { json } = await shop.call('GET', `${url}?search=${search}`, { token }, lists)
      expect([url, json.total, json.data.length]).toEqual([url, ROWS_REACHED, 10])
    }
  })

  test('reads a whole table for two filters at once', async () => {
    const faults: string[] = []
    for (const route of routes().filter(isPaged))
      for (const query of pairs(route)) {
        const { url, ran } = await ask(route, { ...query, page: '1' })
        faults.push(...scansIn(ran).map((scan) => `${url} reads all of ${scan}`))
      }
    expect(faults).toEqual([])
  })

  test('costs more on its last page than on its first, or reads the rows that a page in the middle skips', async () => {
    const faults: string[] = []
    for (const route of routes().filter(isPaged))
      for (const query of farAsked(route)) {
        const { last } = await faultsOf(route, { ...query, page: '1' })
        if (
          last === 1 ||
          FAR_WALKS.some((walk) => Object.entries(walk).every(([name, value]) => query[name] === value))
        )
          continue
        const middle = { ...query, page: String(Math.ceil(last / 2)) }
        faults.push(...(await faultsOf(route, middle, { isFarPage: true })).faults)
        faults.push(...(await faultsOf(route, { ...query, page: String(last) })).faults)
      }
    expect(faults).toEqual([])
  })

  test('reads a whole table for the first rows of its file', async () => {
    const faults: string[] = []
    for (const route of routes().filter((each) => isFile(each) && !WHOLE_FILES.includes(each.url)))
      for (const query of [
        {},
        ...choicesOf(route)
          .filters.filter(([first]) => !isSearch(first!))
          .map(([first]) => first!),
      ]) {
        const url = `${route.url}?${new URLSearchParams(query)}`
        listPlans.taken()
        const { statusCode, stream } = await lists.app.inject({
          url,
          headers: { authorization: `Bearer ${shop.tokens[callerOf(route)]}` },
          payloadAsStream: true,
        })
        const ran = listPlans.taken()
        stream().destroy()
        expect([url, statusCode]).toEqual([url, 200])
        // Whose names a thousand rows need: all of them at once may be the shorter way.
        faults.push(
          ...scansIn(ran)
            .filter((scan) => !scan.startsWith('accounts'))
            .map((scan) => `${url} reads all of ${scan}`),
        )
      }
    expect(faults).toEqual([])
  })
})

describe('nothing that is done all day reads a whole table', () => {
  let busy: Instance
  let plans: PlanWatch

  beforeAll(async () => {
    // As connections plan what they have been asked often: once, for whatever values.
    busy = await shop.another({
      connectionOptions: `${EXPLAINED} -c plan_cache_mode=force_generic_plan`,
      rateLimits: true,
    })
    plans = new PlanWatch(busy.db.$client)
  })

  /** What the work read too much for; nothing when all is well. */
  async function scansOf(work: () => Promise<unknown>): Promise<string[]> {
    plans.taken()
    await work()
    const ran = plans.taken()
    expect(ran.length).toBeGreaterThan(0)
    return scansIn(ran)
  }

  async function calls(method: string, url: string, status: number, call: { as?: Caller; body?: unknown } = {}) {
    const token = call.as && shop.tokens[call.as]
    const headers = { 'idempotency-key': randomUUID() }
    let json: Record<string, Record<string, unknown>> = {}
    const scans = await scansOf(async () => {
      const answer = await shop.call(method, url, { token, headers, body: call.body }, busy)
      expect([url, answer.status, answer.text]).toEqual([url, status, expect.anything()])
      json = answer.json
    })
    expect(scans).toEqual([])
    return json
  }

  const RECIPIENT = { Name: 'Nadia', Phone: '0612345678', Address: '1, rue des Fleurs', City: 'Casablanca' }

  async function orderOf(as?: Caller, code?: string): Promise<number> {
    const caller = as ? { as } : {}
    const { customer } = await calls('POST', '/api/customers/create', 201, { ...caller, body: RECIPIENT })
    const { rows } = await shop.db.execute<{ id: number }>(sql`select max(id) as id from products where stock > 0`)
    const body = {
      product_ids: [rows[0]!.id],
      prices: [as ? 150 : 200],
      priceGain: [200],
      quantities: [1],
      customer_id: customer!.CustomerID ?? customer!.id,
      ...(code ? { promo_code: code } : {}),
    }
    const { order } = await calls('POST', '/api/orders/create', 201, { ...caller, body })
    return order!.OrderID as number
  }

  test('by those who order', async () => {
    await orderOf()
    await orderOf(undefined, 'SARA10')
    await orderOf('sara')
    await calls('GET', '/api/supplier-from-code/SARA10', 200)
    await calls('GET', '/api/supplier-from-code/nobody', 200)
  })

  test('by those who log in and look', async () => {
    await calls('POST', '/api/login', 200, { body: { identifier: 'sara@shop.example', password: PASSWORD } })
    await calls('POST', '/api/login', 401, { body: { identifier: 'F-100321', password: 'wrong password' } })
    await calls('GET', '/api/admin/notifications/unread', 200, { as: 'admin' })
  })

  test('by those who deliver, pay and are paid', async () => {
    const id = await orderOf('sara')
    for (const CurrentStatus of ['en transit', 'livré'])
      await calls('PUT', `/api/admin/orders/${id}/tracking`, 200, { as: 'admin', body: { CurrentStatus } })
    await calls('PUT', `/api/admin/orders/${id}/payment-status`, 200, { as: 'admin', body: { PaymentStatus: 'payé' } })
    const cancelled = await orderOf()
    const body = { ids: [cancelled], CurrentStatus: 'annulé' }
    await calls('PUT', '/api/admin/orders/tracking', 200, { as: 'admin', body })
    const { stats } = (await shop.call('GET', '/api/supplier/get-ordersAdmin?page=1', { token: shop.tokens.sara })).json
    const { withdrawal } = await calls('POST', '/api/withdraw', 200, { as: 'sara', body: { gain: stats.withdrawable } })
    const request = withdrawal!.id
    await calls('POST', `/api/admin/withdrawals/${request}/reject`, 200, { as: 'admin', body: { reason: 'Non' } })
  })

  test('by the shop itself, to tidy up', async () => {
    const chores = [foldTallies, foldListTallies].map((fold) => () => fold(busy.db))
    const tidying = [forgetOldKeys, forgetOldTries, forgetExpired, forgetReadNotifications].map(
      (forget) => () => forget(busy.db, shop.now),
    )
    await shop.db.execute(sql`
      insert into customers (name, phone, address, city, created_at, search)
      select 'Personne', '0611111111', '1, rue Vide', 'Rabat', ${shop.now.toISOString()}::timestamptz - interval '60 days', 'personne'
      from generate_series(1, 20)`)
    const forgetUnused = unusedCustomersForgetter(busy.db)
    const people = [() => forgetUnused(shop.now), () => anonymiseOldOrders(busy.db, shop.now, 10)]
    for (const work of [...chores, ...tidying, ...people]) expect(await scansOf(work)).toEqual([])
    const { rows } = await shop.db.execute(sql`select from customers where name = 'Personne'`)
    expect(rows).toEqual([])
  })

  test('and the tallies are right afterwards', async () => {
    for (const { name, sql: query } of audits.filter((each) => each.name.includes('tallies'))) {
      const { rows } = await shop.db.execute(sql.raw(query))
      expect([name, rows]).toEqual([name, []])
    }
  })
})
