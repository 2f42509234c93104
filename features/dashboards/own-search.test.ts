import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#server/test-app.ts'
import { OWN_ORDERS_SEARCHED, ROWS_REACHED } from './names.ts'

/** More than are searched for parts of names and numbers. */
const ORDERS = OWN_ORDERS_SEARCHED + 500

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  await shop.addCustomer()
  // One of fifty is for Omar, one of ten came by the code, the oldest is for Zineb; one of three is somebody else's.
  await shop.db.execute(sql`
    insert into orders (customer_id, origin, supplier_id, promo_code, name, phone, address, city, subtotal, discount, delivery,
      total, collected, gain, created_at, placed_on, updated_at)
    select (select min(id) from customers), origin, supplier, case origin when 'promo' then 'SARA10' end,
      case when n = 1 then 'Zineb' when n % 50 = 0 then 'Omar' else 'Nadia' end, '06' || lpad(n::text, 8, '0'), 'Rue', 'Rabat',
      10000, 0, 3500, 13500, 13500, 0, moment, moment::date, moment
    from generate_series(1, ${ORDERS}::int) as n,
      unnest(array[${shop.ids.sara}::int, case when n % 3 = 0 then ${shop.ids.youssef}::int end]) as supplier,
      lateral (select case when n % 10 = 3 then 'promo' else 'supplier' end as origin,
        ${shop.now.toISOString()}::timestamptz - (${ORDERS}::int - n) * interval '1 minute' as moment) as made
    where supplier is not null`)
})

afterAll(() => shop.close())

interface Own {
  id: number
  name: string
  phone: string
  origin: string
}

async function own(): Promise<Own[]> {
  const { rows } = await shop.db.execute<Own & Record<string, unknown>>(sql`
    select id, name, phone, origin from orders where supplier_id = ${shop.ids.sara} order by created_at desc, id desc`)
  return rows
}

const holds = (part: string) => (order: Own) =>
  String(order.id).includes(part) || (order.origin === 'supplier' && `${order.phone} ${order.name}`.includes(part))

async function found(search: string) {
  const ids: number[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const query = new URLSearchParams({ search, page: String(page), per_page: '50' })
    const { json } = await shop.call('GET', `/api/supplier/get-ordersAdmin?${query}`, { token: shop.tokens.sara })
    ids.push(...json.orders.map(({ orderId }: { orderId: number }) => orderId))
    last = json.last_page
    expect([search, page, json.total]).toEqual([search, page, Math.max(json.total, ids.length)])
  }
  return ids
}

test.each(['Omar', '0600002', '77', '199'])('a search of %s finds all of the newest that hold it', async (part) => {
  const orders = await own()
  const isIt = ({ id }: Own) => String(id) === part
  const newest = orders.slice(0, OWN_ORDERS_SEARCHED).filter((order) => holds(part)(order) && !isIt(order))
  expect(newest.length).toBeGreaterThan(15)
  const expected = [...orders.filter(isIt), ...newest].slice(0, ROWS_REACHED)
  expect(await found(part)).toEqual(expected.map(({ id }) => id))
})

test('a search of more than it reaches ends there', async () => {
  expect((await found('nadia')).length).toBe(ROWS_REACHED)
})

test('who is older than what is searched is found by a whole number alone', async () => {
  const oldest = (await own()).at(-1)!
  expect(oldest.name).toBe('Zineb')
  expect(await found('zineb')).toEqual([])
  expect(await found(oldest.phone)).toEqual([oldest.id])
  expect(await found(oldest.phone.replace(/\d\d(?!$)/g, '$& '))).toEqual([oldest.id])
  expect((await found(String(oldest.id)))[0]).toBe(oldest.id)
})

test('what came by the code is found neither by phone nor by name, and what is another’s by nothing', async () => {
  const orders = await own()
  const masked = orders.find(({ origin }) => origin === 'promo')!
  expect(await found(masked.phone)).toEqual([])
  const { rows } = await shop.db.execute<{ id: number }>(
    sql`select max(id) as id from orders where supplier_id = ${shop.ids.youssef}`,
  )
  expect(await found(String(rows[0]!.id))).not.toContain(rows[0]!.id)
})

test('without a page a search gives up to a thousand', async () => {
  const { json } = await shop.call('GET', '/api/supplier/get-ordersAdmin?search=nadia', { token: shop.tokens.sara })
  expect(json.orders.length).toBe(1_000)
})
