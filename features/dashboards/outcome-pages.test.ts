import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshOutcomes } from '#features/orders/index.ts'
import { openTestShop, type TestShop } from '#server/test-app.ts'
import { OUTCOME_SORTS } from './names.ts'

/** So many that pages in the middle lie beyond several milestones of either end. */
const PRODUCTS = 4_321
const PER_PAGE = 100

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  await shop.addCustomer()
  const now = sql`${shop.now.toISOString()}::timestamptz`
  await shop.db.execute(sql`
    insert into products (name, description, user_price, distributor_price, stock, category, image, created_at, updated_at, search)
    select 'Produit ' || n % 1000, 'Grand', 20000, 15000, 9, 'pack', 'products/x.webp', ${now}, ${now}, 'produit ' || n % 1000
    from generate_series(1, ${PRODUCTS}::int) as n`)
  await shop.db.execute(sql`
    insert into orders (customer_id, origin, name, phone, address, city, subtotal, discount, delivery, total, collected, gain,
      status, cancel_reason, created_at, placed_on, updated_at)
    select (select min(id) from customers), 'direct', 'Nadia', '0612345678', 'Rue', 'Rabat', 10000, 0, 3500, 13500, 13500, 0,
      status, case status when 'cancelled' then 'refused' end, ${now}, ${now}::date, ${now}
    from generate_series(1, 12) as n, lateral (
      select (array['delivered', 'cancelled', 'pending'])[n % 3 + 1] as status) as made`)
  // Most have few orders, many of them the same number of them; some have none that is decided.
  await shop.db.execute(sql`
    insert into order_lines (order_id, product_id, name, quantity, user_price, distributor_price)
    select orders.id, products.id, products.name, 1, 20000, 15000 from products, (
      select id, row_number() over (order by id) as nth from orders) as orders
    where nth <= 1 + products.id % 11 or products.id % 3 = nth % 3`)
  await refreshOutcomes(shop.db, shop.now)
})

afterAll(() => shop.close())

const pageOf = async (sort: string, page: number) => {
  const query = new URLSearchParams({ by: 'product', sort, page: String(page), per_page: String(PER_PAGE) })
  const { json } = await shop.call('GET', `/api/admin/outcomes?${query}`, { token: shop.tokens.admin })
  return json
}

const RATE = 'nullif(delivered + cancelled, 0)'
const ORDERS: Readonly<Record<(typeof OUTCOME_SORTS)[number], string>> = {
  '-orders': 'orders desc, key',
  orders: 'orders, key',
  '-delivered': `delivered::float8 / ${RATE} desc nulls last, orders desc, key`,
  delivered: `delivered::float8 / ${RATE} nulls last, orders desc, key`,
  '-refused': `refused::float8 / ${RATE} desc nulls last, orders desc, key`,
  refused: `refused::float8 / ${RATE} nulls last, orders desc, key`,
  name: 'name, orders desc, key',
}

test.each(OUTCOME_SORTS)('every page by %s is what stands there in the whole list', async (sort) => {
  const { rows } = await shop.db.execute<{ name: string; orders: number; delivered: number }>(sql`
    select name, orders, delivered, cancelled, refused from order_outcomes where kind = 'product' and months = 3
    order by ${sql.raw(ORDERS[sort])}`)
  expect(rows.length).toBe(PRODUCTS)
  const last = Math.ceil(PRODUCTS / PER_PAGE)
  for (let page = 1; page <= last; page++) {
    const { data, total } = await pageOf(sort, page)
    const seen = data.map(({ name, orders, delivered }: Record<string, unknown>) => [name, orders, delivered])
    const expected = rows.slice((page - 1) * PER_PAGE, page * PER_PAGE)
    expect([page, total, seen]).toEqual([
      page,
      PRODUCTS,
      expected.map(({ name, orders, delivered }) => [name, orders, delivered]),
    ])
  }
})

test('counting again writes what has changed, and when', async () => {
  const versions = async () => {
    const { rows } = await shop.db.execute<{ xmin: string; kind: string }>(
      sql`select xmin::text, kind from order_outcomes group by 1, 2`,
    )
    return new Map(rows.map(({ kind, xmin }) => [kind, xmin]))
  }
  const [before, { counted_at }] = [await versions(), await pageOf('-orders', 1)]
  await refreshOutcomes(shop.db, shop.now)
  const after = await versions()
  expect(after.get('product')).toBe(before.get('product'))
  expect(after.get('moment')).not.toBe(before.get('moment'))
  expect(Date.parse((await pageOf('-orders', 1)).counted_at)).toBeGreaterThan(Date.parse(counted_at))
})
