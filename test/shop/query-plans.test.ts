import { sql } from 'drizzle-orm'
import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { CALL_FILTERS } from '#features/calls/model.ts'
import { FOLLOW_SORTS, FOLLOW_TAB_NAMES } from '#features/parcels/follow/rules.ts'
import { connectBesidePool } from '#platform/db/database.ts'
import { EXPLAINED, PlanWatch } from '../query-plans.ts'
import { type Instance, openTestShop, type TestShop } from '../test-app.ts'

/** So many rows of each that to read them all is more than to count those that a total is counted to. */
const ROWS = 25_000
const LARGE_TABLES = [
  'accounts',
  'audit_entries',
  'confirmations',
  'customers',
  'order_lines',
  'orders',
  'parcel_events',
  'parcels',
  'purchases',
  'withdrawals',
]

let shop: TestShop
let watched: Instance
let plans: PlanWatch

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  const client = await connectBesidePool(shop.db, { statement: 60_000 })
  await client.query('set session_replication_role = replica')
  const made = `now() - n * interval '10 minutes'`
  for (const rows of [
    `insert into accounts (custom_id, role, name, email, phone, address, created_at, search)
      select 'X-' || n, (array['supplier', 'buyer'])[n % 2 + 1], 'Nadia', 'x' || n || '@shop.example', '0612345678', 'Rabat',
        ${made}, 'x-' || n || ' nadia' from generate_series(1, 2 * ${ROWS}) as n`,
    `insert into customers (supplier_id, name, phone, address, city, created_at, search)
      select ${shop.ids.sara}, 'Nadia', '0612345678', 'Rue', 'Rabat', ${made}, 'nadia ' || n from generate_series(1, ${ROWS}) as n`,
    `insert into withdrawals (account_id, amount, requested_at) select case when n % 100 = 0 then ${shop.ids.karim} else accounts.id end, 10000, ${made}
      from generate_series(1, ${ROWS}) as n join accounts on custom_id = 'X-' || 2 * n - 1`,
    `insert into purchases (buyer_id, amount, requested_at) select case when n % 100 = 0 then ${shop.ids.karim} else accounts.id end, 500000, ${made}
      from generate_series(1, ${ROWS}) as n join accounts on custom_id = 'X-' || 2 * n - 1`,
    `insert into audit_entries (at, actor_id, subject, subject_id, act, after)
      select ${made}, ${shop.ids.admin}, 'order', n, 'changed', '{"status": "pending"}' from generate_series(1, ${ROWS}) as n`,
    `insert into orders (customer_id, origin, supplier_id, name, phone, address, city, subtotal, discount, delivery, total, collected,
        gain, status, is_flagged, created_at, updated_at, left_at, search)
      select 1, 'supplier', case when n % 10 = 0 then ${shop.ids.sara} else accounts.id end, 'Nadia', '06' || lpad(n::text, 8, '0'), 'Rue', 'Rabat',
        n, 0, 3500, n + 3500, n + 3510, 10, (array['pending', 'delivered', 'cancelled'])[n % 3 + 1], n % 9 = 0, ${made}, now(),
        case when n % 3 = 1 or n % 60 = 2 then ${made} end, 'nadia ' || n
      from generate_series(1, ${ROWS}) as n join accounts on custom_id = 'X-' || 2 * n`,
    `insert into order_lines (order_id, product_id, name, quantity, user_price, distributor_price)
      select id, 1, 'Huile', 1, 100, 90 from orders`,
    `insert into confirmations (order_id, contact, due_at) select id, (array['to_call', 'postponed', 'unreachable'])[id % 5 % 3 + 1],
      case when id % 5 % 3 = 1 then created_at + interval '1 day' end from orders`,
    `insert into order_moves (order_id, status, moved_at) select id, 'cancelled', created_at from orders where status = 'cancelled'`,
    'vacuum analyze',
  ])
    await client.query(rows)
  await client.end()
  watched = await shop.another({ connectionOptions: EXPLAINED })
  plans = new PlanWatch(watched.db.$client)
})

afterAll(() => shop.close())

/** The large tables that were read from end to end since it was asked last. */
const readWhole = (): string[] =>
  plans
    .takeAll()
    .flatMap(({ query, reads }) =>
      reads
        .filter(({ table, rows }) => LARGE_TABLES.includes(table) && rows >= ROWS)
        .map(({ table }) => `${table}: ${query.replace(/\s+/g, ' ').trim().slice(0, 160)}`),
    )

const choicesOf = ({ schema }: RouteOptions, name: string): readonly string[] => {
  const { properties = {} } = schema?.querystring
    ? z.toJSONSchema(schema.querystring as z.ZodMiniType, { io: 'input', unrepresentable: 'any' })
    : {}
  return name in properties ? ((properties[name] as { enum?: string[] }).enum ?? ['']) : []
}

/** Rates count the orders of a period, which may be all that there are. */
const OF_A_PERIOD = ['/api/admin/delivery-rates']

const lists = (): RouteOptions[] =>
  watched.app.guardedRoutes.filter(
    (route) => route.method === 'GET' && choicesOf(route, 'page').length > 0 && !OF_A_PERIOD.includes(route.url),
  )

test('a statement that reads a whole table is seen as one', async () => {
  plans.takeAll()
  await watched.db.execute(sql`select id from orders where gain = 7`)
  expect(readWhole()).toEqual(['orders: select id from orders where gain = 7'])
})

test('no list reads a large table whole for its first page, in any order', async () => {
  expect(lists().length).toBeGreaterThan(6)
  for (const { url, sort } of lists().flatMap((route) => {
    const sorts = choicesOf(route, 'sort')
    return (sorts.length > 0 ? sorts : ['']).map((sort) => ({ url: route.url, sort }))
  })) {
    const token =
      shop.tokens[url.startsWith('/api/supplier/') ? 'sara' : url.startsWith('/api/buyer/') ? 'karim' : 'admin']
    plans.takeAll()
    const { status } = await shop.call(
      'GET',
      `${url.replace(':id', String(shop.ids.sara))}?page=1${sort && `&sort=${sort}`}`,
      { token },
      watched,
    )
    expect([url, sort, status, readWhole()]).toEqual([url, sort, 200, []])
  }
})

test('no step of the orders reads the table whole, for its list or for its count', async () => {
  const delivered = `status=${encodeURIComponent('livré')}`
  const waiting = `payment=${encodeURIComponent('en attente')}`
  const steps = ['en attente', 'attribué', 'en transit', 'annulé'].map(
    (status) => `status=${encodeURIComponent(status)}`,
  )
  for (const query of [...steps, `${delivered}&${waiting}`, `${delivered}&settled=1`])
    for (const url of [`/api/admin/orders?${query}&per_page=100`, '/api/admin/orders/counts']) {
      plans.takeAll()
      const { status } = await shop.call('GET', url, { token: shop.tokens.admin }, watched)
      expect([status, readWhole()], url).toEqual([200, []])
    }
})

test('no list of calls reads a table whole, neither for the desk nor for the admin', async () => {
  for (const filter of CALL_FILTERS)
    for (const url of [
      `/api/admin/orders?confirmation=${filter}&per_page=100`,
      `/api/confirmation/queue?tab=${filter}`,
    ]) {
      plans.takeAll()
      const { status } = await shop.call('GET', url, { token: shop.tokens.admin }, watched)
      expect([status, readWhole()], url).toEqual([200, []])
    }
})

test('parcels that are to come back are summed and sought without the orders and lines of others', async () => {
  for (const url of ['/api/admin/to-do', '/api/admin/returns/expected?search=nadia']) {
    plans.takeAll()
    const { status } = await shop.call('GET', url, { token: shop.tokens.admin }, watched)
    expect([status, readWhole().filter((read) => read.startsWith('order'))], url).toEqual([200, []])
  }
})

// The last one: it changes the shop.
test('no list of parcels reads a table whole, where few are on their way among those of years', async () => {
  const client = await connectBesidePool(shop.db, { statement: 60_000 })
  await client.query('set session_replication_role = replica')
  const ago = `now() - n * interval '10 minutes'`
  for (const rows of [
    `update orders set status = case when id % 600 = 0 then 'in_transit' when id % 300 = 0 then 'pending' else 'delivered' end,
      left_at = case when id % 600 = 0 or id % 300 > 0 then created_at end where status = 'pending'`,
    `insert into couriers (name, created_at) values ('Ozon', now())`,
    `insert into courier_cities (courier_id, city, their_name) values (1, 'Rabat', 'RABAT')`,
    `insert into handovers (year, nth, courier_id, created_at, handed_at)
      select 2026, n, 1, ${ago}, ${ago} from generate_series(1, ${ROWS} / 100) as n`,
    `insert into parcels (order_id, courier_id, handover_id, tracking, state, state_at, last_event_at)
      select id, 1, 1 + id / 101, 'OZ-' || id, case status when 'in_transit'
        then (array['handed', 'out', 'no_answer', 'refused', 'delivered'])[1 + id / 600 % 5]
        when 'cancelled' then 'returning' else status end, left_at, left_at from orders where left_at is not null`,
    `insert into parcels (order_id, courier_id, state, state_at, last_event_at)
      select ${ROWS} + n, 1, 'back', ${ago}, ${ago} from generate_series(1, ${ROWS}) as n`,
    `insert into parcel_events (order_id, at, source, state) select order_id, state_at, 'import', states.state
      from parcels cross join lateral (values ('handed'), (parcels.state)) as states(state)`,
    'vacuum analyze',
  ])
    await client.query(rows)
  await client.end()
  const { rows: away } = await shop.db.execute<{ id: number }>(
    sql`select id from orders where status = 'cancelled' and left_at is not null order by id desc limit 1`,
  )
  const lists = [
    ...FOLLOW_TAB_NAMES.flatMap((tab) =>
      [
        ...FOLLOW_SORTS.map((sort) => `&sort=${sort}`),
        '&courier=1',
        '&search=nadia',
        '&search=OZ-600',
        '&search=600',
      ].map((more) => `/api/parcels?tab=${tab}&per_page=100${more}`),
    ),
    '/api/admin/handovers?per_page=100',
    '/api/admin/handovers/1',
    '/api/admin/handovers/to-prepare',
    '/api/admin/couriers',
    '/api/admin/couriers/1',
    '/api/admin/returns/expected?courier=1&days=15',
    `/api/admin/returns/parcel?code=OZ-${away[0]!.id}`,
    `/api/admin/search?q=OZ-${away[0]!.id}`,
    '/api/admin/to-do',
  ]
  for (const url of lists) {
    plans.takeAll()
    const { status } = await shop.call('GET', url, { token: shop.tokens.admin }, watched)
    expect([status, readWhole().filter((read) => /^(order|parcel)/.test(read))], url).toEqual([200, []])
  }
})
