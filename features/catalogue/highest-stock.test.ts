import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectBesidePool } from '#platform/db/database.ts'
import { openTestShop, type TestShop } from '#server/test-app.ts'
import { CATEGORY_NAMES } from './names.ts'

const PRODUCTS = 1_300
const PER_PAGE = 100

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  // Many alike, many in steps, some few of each.
  await shop.db.execute(sql`
    insert into products (name, description, user_price, distributor_price, stock, category, image, created_at, updated_at, search)
    select 'Produit ' || n, 'Grand', 20000, 15000, case when n % 3 = 0 then 1000 else n % 400 end,
      (array['cosmetic', 'supplement', 'pack'])[n % 3 + 1], 'products/x.webp', now(), now(), 'produit ' || n
    from generate_series(1, ${PRODUCTS}::int) as n`)
})

afterAll(() => shop.close())

async function mustBeInOrder(category?: keyof typeof CATEGORY_NAMES): Promise<void> {
  const { rows } = await shop.db.execute<{ id: number }>(sql`
    select id from products where deleted_at is null ${category ? sql`and category = ${category}` : sql``}
    order by stock desc, id desc`)
  const query = category ? `&category=${encodeURIComponent(CATEGORY_NAMES[category])}` : ''
  for (let page = 1; page <= Math.ceil(rows.length / PER_PAGE); page++) {
    const { json } = await shop.call(
      'GET',
      `/api/admin/products?sort=-stock&page=${page}&per_page=${PER_PAGE}${query}`,
      { token: shop.tokens.admin },
    )
    const ids = json.data.map(({ ProductID }: { ProductID: number }) => ProductID)
    expect([page, ids]).toEqual([page, rows.slice((page - 1) * PER_PAGE, page * PER_PAGE).map(({ id }) => id)])
  }
}

const mustBeMarked = async () => {
  const { rows } = await shop.db.execute(sql`
    select id, stock, stock_mark from products
    where stock > stock_mark or stock < stock_mark - greatest(16, stock_mark / 16)`)
  expect(rows).toEqual([])
}

const changes = [
  ['as they were put on the shelf', sql`select`],
  [
    'after some pieces went of some',
    sql`update products set stock = stock - n % 7 from (
    select id, row_number() over (order by id)::int as n from products) as each where each.id = products.id and stock >= 7`,
  ],
  [
    'after more than a mark allows went of the highest',
    sql`update products set stock = stock - 90 where stock > 900 and id % 4 = 0`,
  ],
  ['after pieces came back', sql`update products set stock = stock + 40 where id % 5 = 0`],
  ['after a few of each went, piece by piece', sql`update products set stock = stock - id % 60 where stock > 100`],
  [
    'after one became the highest and one left',
    sql`update products set
    stock = case when id % 400 = 7 then 5000 else stock end,
    deleted_at = case when id % 400 = 8 then now() end where id % 400 in (7, 8)`,
  ],
] as const

test.each(changes)('products come by their highest stock %s', async (_, change) => {
  await shop.db.execute(change)
  await mustBeMarked()
  await mustBeInOrder()
  await mustBeInOrder('pack')
})

test('a piece that is taken writes no index, nine times of ten', async () => {
  const client = await connectBesidePool(shop.db)
  const updates = async () => {
    await client.query('select pg_stat_force_next_flush()')
    const { rows } = await client.query<{ all: number; hot: number }>(`
      select n_tup_upd::int as all, n_tup_hot_upd::int as hot from pg_stat_user_tables where relname = 'products'`)
    return rows[0]!
  }
  const before = await updates()
  for (let taken = 0; taken < 1_000; taken++)
    await client.query(`update products set stock = stock - 1 where id = (
      select id from products where stock between 300 and 400 order by id offset ${taken % 10} limit 1)`)
  const after = await updates()
  await client.end()
  const all = after.all - before.all
  expect(all).toBeGreaterThanOrEqual(1_000)
  expect((after.hot - before.hot) / all).toBeGreaterThan(0.9)
})
