import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foldTallies } from '#features/orders/index.ts'
import { foldListTallies } from '#platform/http/list-tallies.ts'
import { startOfDay, startOfDays } from '#platform/kernel/time.ts'
import { openTestShop, type TestShop } from '#server/test-app.ts'
import { ROWS_REACHED } from './names.ts'

const PAGE = 100
const ORDERS = 24_000
const REQUESTS = 6_000

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  await shop.addCustomer()
  await placeOrders(1, ORDERS * 0.9)
  await addRequests('withdrawals', 'account_id', REQUESTS * 0.9)
  await addRequests('purchases', 'buyer_id', REQUESTS * 0.9)
  await foldTallies(shop.db)
  await foldListTallies(shop.db)
  // What follows is not folded yet: some more of each, some deleted, some moved on.
  await placeOrders(ORDERS * 0.9 + 1, ORDERS)
  await addRequests('withdrawals', 'account_id', REQUESTS * 0.1)
  await addRequests('purchases', 'buyer_id', REQUESTS * 0.1)
  await shop.db.execute(sql`
    update orders set deleted_at = ${shop.now.toISOString()} where status <> 'delivered' and id % 17 = 0`)
  await shop.db.execute(sql`update orders set status = 'cancelled' where status = 'pending' and id % 11 = 0`)
  await shop.db.execute(sql`
    update withdrawals set status = 'refused', decided_at = ${shop.now.toISOString()} where status = 'pending' and id % 3 = 0`)
}, 60_000)

afterAll(() => shop.close())

/** Today's calendar, in milliseconds ahead of Greenwich. */
const AHEAD_MS = Date.parse('2026-11-14') - startOfDay('2026-11-14').getTime()

/** Two at the same moment, each minute of eight days. The days of half of them are of a calendar that is an hour ahead of today's. */
async function placeOrders(from: number, to: number): Promise<void> {
  await shop.db.execute(sql`
    insert into orders (customer_id, origin, supplier_id, name, phone, address, city, subtotal, discount, delivery, total,
      collected, gain, status, payment, paid_at, created_at, placed_on, updated_at)
    select (select min(id) from customers), case when n % 20 = 0 then 'direct' else 'supplier' end,
      case when n % 20 > 0 then ${shop.ids.sara}::int end, 'Nadia', '0612345678', 'Rue', 'Rabat', 10000, 0, 3500, 13500, 13500, 0,
      status, payment, case when payment = 'paid' then moment end, moment, (moment at time zone 'UTC' + ahead)::date, moment
    from generate_series(${from}::int, ${to}::int) as n,
      lateral (select ${shop.now.toISOString()}::timestamptz - (${ORDERS} - n) / 2 * interval '1 minute' as moment,
        (array['delivered', 'delivered', 'pending', 'delivered', 'cancelled'])[n % 5 + 1] as status) as made,
      lateral (select case when n > ${ORDERS / 2} then ${AHEAD_MS + 3_600_000}::int else ${AHEAD_MS}::int end * interval '1 millisecond' as ahead) as calendar,
      lateral (select case when status = 'delivered' and n % 3 = 0 then 'paid' else 'pending' end as payment) as settled`)
}

const addRequests = (table: string, account: string, count: number) =>
  shop.db.execute(sql`
    insert into ${sql.raw(table)} (${sql.raw(account)}, amount, status, requested_at, decided_at)
    select ${shop.ids.karim}::int, 500000, status, ${shop.now.toISOString()}::timestamptz,
      case when status <> 'pending' then ${shop.now.toISOString()}::timestamptz end
    from generate_series(1, ${count}::int) as n,
      lateral (select (array['approved', 'refused', 'approved', 'pending', 'approved'])[n % 5 + 1] as status) as made`)

/** Near the beginning, far from both ends, where one end becomes nearer than the other, and the last ones. */
const pagesOf = (pages: number): number[] => [
  ...new Set([1, 7, ...[0.2, 0.45, 0.5, 0.55, 0.8].map((part) => Math.round(pages * part)), pages - 1, pages]),
]

async function allIn(table: string, where: SQL, order: SQL): Promise<number[]> {
  const { rows } = await shop.db.execute<{ id: number }>(sql`
    select id from ${sql.raw(table)} where ${where} order by ${order}`)
  return rows.map(({ id }) => id)
}

/** Every page asked is what stands there in the whole list, read from its beginning. */
async function comparePages(path: string, all: readonly number[], idsOn: (path: string) => Promise<number[]>) {
  expect(all.length).toBeGreaterThan(PAGE)
  for (const page of pagesOf(Math.ceil(all.length / PAGE))) {
    const expected = all.slice((page - 1) * PAGE, page * PAGE)
    expect([page, await idsOn(`${path}page=${page}&per_page=${PAGE}`)]).toEqual([page, expected])
  }
}

async function compareOrders(query: string, where: SQL): Promise<void> {
  const present = sql`${where} and deleted_at is null`
  for (const [sort, order] of [
    ['-created_at', sql`created_at desc, id desc`],
    ['created_at', sql`created_at, id`],
  ] as const) {
    const all = await allIn('orders', present, order)
    await comparePages(`/api/admin/orders?${query}sort=${sort}&`, all, async (path) => {
      const { json } = await shop.call('GET', path, { token: shop.tokens.admin })
      return json.data.map((row: { OrderID: number }) => row.OrderID)
    })
  }
}

describe('a page far from both ends is what stands there in the whole list', () => {
  test.each([
    ['', sql`true`],
    ['status=livré&', sql`status = 'delivered'`],
    ['status=annulé&', sql`status = 'cancelled'`],
    ['payment=payé&', sql`payment = 'paid'`],
    ['payment=en attente&', sql`payment = 'pending'`],
    ['supplier=F-1001&', sql`supplier_id is not null`],
    ['supplier=F-1001&status=livré&', sql`supplier_id is not null and status = 'delivered'`],
  ])('of the orders, "%s"', async (query, where) => {
    await compareOrders(query, where)
  })

  test('of the orders of some days', async () => {
    const since = startOfDays(shop.now, 7).toISOString()
    await compareOrders('days=7&', sql`created_at >= ${since}::timestamptz`)
  })

  test("of a supplier's own orders", async () => {
    const all = await allIn(
      'orders',
      sql`supplier_id is not null and deleted_at is null`,
      sql`created_at desc, id desc`,
    )
    await comparePages('/api/supplier/get-ordersAdmin?', all, async (path) => {
      const { json } = await shop.call('GET', path, { token: shop.tokens.sara })
      return json.orders.map((row: { orderId: number }) => row.orderId)
    })
  })

  const SORTS = {
    status: sql`status <> 'pending', id desc`,
    '-created_at': sql`id desc`,
    created_at: sql`id`,
  }
  const STATES = [
    ['', sql`true`],
    ['status=approuvé&', sql`status = 'approved'`],
    ['status=en attente&', sql`status = 'pending'`],
  ] as const

  test.each([
    ['withdrawals', '/api/withdrawals'],
    ['purchases', '/api/admin/get-all-purchases'],
  ])('of the %s, in each order and state', async (table, path) => {
    for (const [sort, order] of Object.entries(SORTS))
      for (const [query, where] of STATES)
        await comparePages(`${path}?sort=${sort}&${query}`, await allIn(table, where, order), async (page) => {
          const { json } = await shop.call('GET', page, { token: shop.tokens.admin })
          return json.data.map((row: { id: number }) => row.id)
        })
  })
})

describe('requests of people who are searched for are the first of theirs in the list', () => {
  beforeAll(async () => {
    const now = shop.now.toISOString()
    await shop.db.execute(sql`
      insert into accounts (custom_id, role, name, email, phone, address, created_at, search)
      select 'B-7' || n, 'buyer', 'Foule', 'foule' || n || '@shop.example', '0600000000', 'Rabat', ${now}::timestamptz, 'foule ' || n
      from generate_series(1, 600) as n`)
    // The newest are of those who have been there for longest.
    for (const [table, account] of [
      ['withdrawals', 'account_id'],
      ['purchases', 'buyer_id'],
    ])
      await shop.db.execute(sql`
        insert into ${sql.raw(table!)} (${sql.raw(account!)}, amount, requested_at)
        select id, 500000, ${now}::timestamptz from accounts, generate_series(1, case when search like 'foule%' then 1 else 7 end)
        where search like 'foule%' or id = ${shop.ids.youssef}::int order by id desc`)
  })

  test.each([
    // Of one who asked for most, of one who asked for few, of more people than are looked up.
    ['karim', sql`name = 'Nom karim'`, ['status', '-created_at', 'created_at']],
    ['youssef', sql`name = 'Nom youssef'`, ['status', '-created_at', 'created_at']],
    ['foule', sql`name = 'Foule'`, ['status', '-created_at']],
  ] as const)('%s', async (search, who, sorts) => {
    for (const [table, path, account] of [
      ['withdrawals', '/api/withdrawals', 'account_id'],
      ['purchases', '/api/admin/get-all-purchases', 'buyer_id'],
    ] as const)
      for (const sort of sorts) {
        const order = { status: sql`status <> 'pending', id desc`, '-created_at': sql`id desc`, created_at: sql`id` }[
          sort
        ]
        const theirs = sql`${sql.raw(account)} in (select id from accounts where ${who})`
        const all = (await allIn(table, theirs, order)).slice(0, ROWS_REACHED)
        expect(all.length).toBeGreaterThan(6)
        for (const page of [1, Math.ceil(all.length / 10)]) {
          const { json } = await shop.call('GET', `${path}?search=${search}&sort=${sort}&page=${page}`, {
            token: shop.tokens.admin,
          })
          const ids = json.data.map((row: { id: number }) => row.id)
          expect([table, sort, json.total, ids]).toEqual([
            table,
            sort,
            all.length,
            all.slice((page - 1) * 10, page * 10),
          ])
        }
      }
  })
})

test('sorted by amount, a list of more than a thousand orders ends with the thousandth', async () => {
  const { json } = await shop.call('GET', '/api/admin/orders?sort=-Amount&per_page=100&page=10', {
    token: shop.tokens.admin,
  })
  expect([json.total, json.last_page, json.data.length]).toEqual([1000, 10, 100])
})
