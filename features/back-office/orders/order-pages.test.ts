import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { ORDER_SORTS } from '../model.ts'

const ORDERS = 1_200
const PAGE = 100

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  await shop.addCustomer()
  // Two at the same moment, many with the same amount; one of twenty is the shop's own, one of ten came by the code.
  await shop.db.execute(sql`
    insert into orders (customer_id, origin, supplier_id, promo_code, name, phone, address, city, subtotal, discount, delivery,
      total, collected, gain, status, payment, paid_at, is_flagged, created_at, updated_at, deleted_at, search)
    select (select min(id) from customers), origin,
      case origin when 'direct' then null when 'promo' then ${shop.ids.sara}::int
        else case when n % 3 = 0 then ${shop.ids.youssef}::int else ${shop.ids.sara}::int end end,
      case origin when 'promo' then 'SARA10' end, name, phone, 'Rue', city, amount, 0, 3500, amount + 3500, amount + 3500, 0,
      status, payment, case payment when 'paid' then moment end, n % 7 = 0, moment, moment,
      case when status = 'pending' and n % 11 = 0 then moment end, lower(name) || ' ' || phone || ' ' || lower(city)
    from generate_series(1, ${ORDERS}::int) as n,
      lateral (select case when n % 20 = 0 then 'direct' when n % 10 = 3 then 'promo' else 'supplier' end as origin,
        case when n = 1 then 'Zineb' when n % 50 = 0 then 'Omar' else 'Nadia' end as name, '06' || lpad(n::text, 8, '0') as phone,
        (array['Rabat', 'Agadir'])[n % 2 + 1] as city, 10000 + n % 40 * 100 as amount,
        (array['delivered', 'pending', 'delivered', 'cancelled'])[n % 4 + 1] as status,
        ${shop.now.toISOString()}::timestamptz - (${ORDERS}::int - n) / 2 * interval '15 minutes' as moment) as made,
      lateral (select case when status = 'delivered' and n % 3 = 0 then 'paid' else 'pending' end as payment) as settled`)
})

afterAll(() => shop.close())

const ORDER_OF: Readonly<Record<(typeof ORDER_SORTS)[number], SQL>> = {
  '-created_at': sql`created_at desc, id desc`,
  created_at: sql`created_at, id`,
  '-Amount': sql`collected desc, id desc`,
  Amount: sql`collected, id`,
}
const NEWEST = ORDER_OF['-created_at']

async function idsOf(where: SQL, order: SQL): Promise<number[]> {
  const { rows } = await shop.db.execute<{ id: number }>(
    sql`select id from orders where ${where} and deleted_at is null order by ${order}`,
  )
  return rows.map(({ id }) => id)
}

async function listed(query: Record<string, string>) {
  const params = new URLSearchParams({ per_page: String(PAGE), ...query })
  const { json } = await shop.call('GET', `/api/admin/orders?${params}`, { token: shop.tokens.admin })
  return { ...json, ids: json.data.map(({ OrderID }: { OrderID: number }) => OrderID) }
}

test.each([
  ['', sql`true`],
  ['status=livré', sql`status = 'delivered'`],
  ['payment=payé', sql`payment = 'paid'`],
  ['status=livré&payment=en attente', sql`status = 'delivered' and payment = 'pending'`],
  ['supplier=f-1001', sql`supplier_id is not null and (id % 3 <> 0 or origin = 'promo')`],
  [
    'supplier=F-1001&status=annulé',
    sql`supplier_id is not null and (id % 3 <> 0 or origin = 'promo') and status = 'cancelled'`,
  ],
  ['city=Agadir', sql`city = 'Agadir'`],
  ['flagged=1', sql`is_flagged`],
  ['supplier=F-9', sql`false`],
])('every page of the orders "%s" is what stands there in the whole list, in each order', async (filters, where) => {
  for (const sort of ORDER_SORTS) {
    const all = await idsOf(where, ORDER_OF[sort])
    const last = Math.max(1, Math.ceil(all.length / PAGE))
    for (let page = 1; page <= last; page++) {
      const { ids, total, last_page } = await listed({
        ...Object.fromEntries(new URLSearchParams(filters)),
        sort,
        page: String(page),
      })
      expect([sort, page, total, last_page]).toEqual([sort, page, all.length, last])
      expect(ids).toEqual(all.slice((page - 1) * PAGE, page * PAGE))
    }
  }
})

test.each([
  ['nadia', sql`name = 'Nadia'`],
  ['  NADIA 06', sql`name = 'Nadia'`],
  ['agadir', sql`city = 'Agadir'`],
  ['zineb', sql`name = 'Zineb'`],
  ['06 00 00 00 77', sql`phone = '0600000077'`],
  ['+212 600 000 077', sql`phone = '0600000077'`],
  ['F-1002', sql`supplier_id is not null and id % 3 = 0 and origin <> 'promo'`],
  ['nom youssef', sql`supplier_id is not null and id % 3 = 0 and origin <> 'promo'`],
  ['personne', sql`false`],
  ['%', sql`false`],
])('a search of "%s" lists the newest hundred that hold it, in any order, and counts these', async (search, where) => {
  const newest = (await idsOf(where, NEWEST)).slice(0, 100)
  for (const sort of ORDER_SORTS) {
    const all = await idsOf(sql`id = any(${sql.param(newest)}::int[])`, ORDER_OF[sort])
    for (const page of [1, 4, 10, 11]) {
      const { ids, total } = await listed({ search, sort, page: String(page), per_page: '10' })
      expect([search, sort, page, total, ids]).toEqual([
        search,
        sort,
        page,
        newest.length,
        all.slice((page - 1) * 10, page * 10),
      ])
    }
  }
})

test('a part of a number finds the orders that have it in theirs; six digits and more are a phone too', async () => {
  const { ids } = await listed({ search: '117' })
  const expected = await idsOf(sql`id::text like '%117%'`, NEWEST)
  expect(expected).toContain(117)
  expect(ids).toEqual(expected.slice(0, 100))
  expect((await listed({ search: '00000117' })).ids).toEqual(await idsOf(sql`phone = '0600000117'`, NEWEST))
  const ofSupplier = await listed({ search: String(shop.ids.youssef) })
  expect(ofSupplier.total).toBe(100)
})

test('a search within a filter lists what passes both', async () => {
  const newest = (await idsOf(sql`name = 'Omar' and status = 'delivered'`, NEWEST)).slice(0, 100)
  expect(newest.length).toBeGreaterThan(2)
  expect((await listed({ search: 'omar', status: 'livré' })).ids).toEqual(newest)
})

test('the file of a search holds all that match', async () => {
  const { text } = await shop.call('GET', '/api/admin/orders.csv?search=nadia', { token: shop.tokens.admin })
  expect(text.trim().split('\r\n').length - 1).toBe((await idsOf(sql`name = 'Nadia'`, NEWEST)).length)
})

const own = async (query: Record<string, string>) => {
  const { json } = await shop.call('GET', `/api/supplier/get-ordersAdmin?${new URLSearchParams(query)}`, {
    token: shop.tokens.sara,
  })
  return { ...json, ids: json.orders.map(({ orderId }: { orderId: number }) => orderId) }
}
const isOwn = sql`supplier_id is not null and (id % 3 <> 0 or origin = 'promo')`

test("a supplier's own pages are those of all its orders, to the last", async () => {
  for (const [status, where] of [
    ['', isOwn],
    ['en attente', sql`${isOwn} and status = 'pending'`],
  ] as const) {
    const all = await idsOf(where, NEWEST)
    for (let page = 1; page <= Math.ceil(all.length / PAGE); page++) {
      const { ids, total } = await own({ page: String(page), per_page: String(PAGE), ...(status ? { status } : {}) })
      expect([total, ids], `${page}`).toEqual([all.length, all.slice((page - 1) * PAGE, page * PAGE)])
    }
  }
})

test('a supplier searches what it placed itself by name and phone, and all of its own by number', async () => {
  const searched = async (search: string) => (await own({ search, page: '1', per_page: '100' })).ids
  expect(await searched('zineb')).toEqual(await idsOf(sql`${isOwn} and name = 'Zineb'`, NEWEST))
  const placed = await idsOf(sql`${isOwn} and origin = 'supplier' and name = 'Nadia'`, NEWEST)
  expect(await searched('nadia')).toEqual(placed.slice(0, 100))
  const [masked] = await idsOf(sql`origin = 'promo'`, NEWEST)
  expect(await searched(`06 ${String(masked).padStart(8, '0')}`)).toEqual([])
  expect(await searched(String(masked))).toContain(masked)
  const [another] = await idsOf(sql`not (${isOwn})`, NEWEST)
  expect(await searched(String(another))).not.toContain(another)
})

test('without a page a search gives up to a thousand', async () => {
  const placed = await idsOf(sql`${isOwn} and origin = 'supplier' and name = 'Nadia'`, NEWEST)
  expect(placed.length).toBeGreaterThan(300)
  expect((await own({ search: 'nadia' })).ids).toEqual(placed)
})
