import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#platform/db/database.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { SEARCH_HITS } from '#platform/kernel/list-limits.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { CATEGORIES, CATEGORY_NAMES, LOW_STOCK, PRODUCT_SORTS, STOCK_FILTERS } from '../model.ts'
import { countScarce, listLowStock, listMatching, type ProductFilter } from './product-list.ts'

let shop: TestShop

const PRODUCTS = 2_000
const PER_PAGE = 10

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  await shop.db.execute(sql`
    insert into products (name, description, user_price, distributor_price, stock, category, image, created_at, updated_at, deleted_at, search, words)
    select name, 'Doux', 10000 + 100 * (n * 31 % 50), 10000, case when n % 8 = 0 then n / 8 % 7 else n * 13 % 400 end,
      (array['cosmetic', 'supplement', 'pack'])[n % 3 + 1], 'products/x.webp', now(), now(),
      case when n % 9 = 0 then now() end, name, ''
    from generate_series(1, ${PRODUCTS}) as n, lateral (select 'produit ' || n * 37 % 100 || ' du jour ' || n % 4 as name) as made`)
})

afterAll(() => shop.close())

const pageOf = async (query: Record<string, string>, page: number) => {
  const params = new URLSearchParams({ ...query, page: String(page), per_page: String(PER_PAGE) })
  const { status, json } = await shop.call('GET', `/api/admin/products?${params}`, { token: shop.tokens.admin })
  expect(status).toBe(200)
  return { ...json, ids: json.data.map((each: { ProductID: ProductId }) => each.ProductID) }
}

const whole = async (filter: Partial<ProductFilter>) => {
  const all = { search: '', category: undefined, stock: undefined, sort: 'newest', ...filter } as const
  return (await listMatching(shop.db, all)).map(({ id }) => id)
}

const FILTERS = [undefined, ...CATEGORIES].flatMap((category) =>
  [undefined, ...STOCK_FILTERS].flatMap((stock) => PRODUCT_SORTS.map((sort) => ({ category, stock, sort }))),
)

test.each(FILTERS)('pages by $sort of $category, stock $stock, are the parts of the list', async (filter) => {
  const { category, stock, sort } = filter
  const query = { sort, ...(category && { category: CATEGORY_NAMES[category] }), ...(stock && { stock }) }
  const ids = await whole(filter)
  const last = Math.ceil(ids.length / PER_PAGE)
  for (const page of new Set([1, 2, Math.ceil(last / 2), last])) {
    const found = await pageOf(query, page)
    expect([found.total, found.last_page], `${page}`).toEqual([ids.length, last])
    expect(found.ids, `${page}`).toEqual(ids.slice((page - 1) * PER_PAGE, page * PER_PAGE))
  }
})

test.each(PRODUCT_SORTS)('a search of many lists the newest hundred by %s', async (sort) => {
  const newest = new Set((await whole({ search: 'du jour' })).slice(0, SEARCH_HITS))
  const ids = (await whole({ search: 'du jour', sort })).filter((id) => newest.has(id))
  const last = SEARCH_HITS / PER_PAGE
  for (const page of [1, 2, last / 2, last]) {
    const found = await pageOf({ search: 'du jour', sort }, page)
    expect([found.total, found.last_page]).toEqual([SEARCH_HITS, last])
    expect(found.ids).toEqual(ids.slice((page - 1) * PER_PAGE, page * PER_PAGE))
  }
  expect((await pageOf({ search: 'du jour', sort }, last + 1)).ids).toEqual([])
})

test.each(PRODUCT_SORTS)('a search of few counts and lists them all by %s', async (sort) => {
  const ids = await whole({ search: 'produit 77', sort })
  expect(ids.length).toBeGreaterThan(10)
  const found = await pageOf({ search: 'produit 77', sort }, 2)
  expect([found.total, found.ids]).toEqual([ids.length, ids.slice(10, 20)])
})

test('what is scarce is counted and named, the sold out first', async () => {
  const scarce = await whole({ stock: 'low', sort: 'stock' })
  const out = await whole({ stock: 'out' })
  const { rows } = await shop.db.execute<{ low: number; out: number }>(sql`
    select (count(*) filter (where stock <= ${LOW_STOCK}))::int as low, (count(*) filter (where stock = 0))::int as out
    from products where deleted_at is null`)
  expect([scarce.length, out.length]).toEqual([rows[0]!.low, rows[0]!.out])
  expect(await countScarce(shop.db)).toBe(scarce.length)
  const named = await listLowStock(shop.db, out.length + 5)
  expect(named.map(({ stock }) => stock)).toEqual([...out.map(() => 0), 1, 1, 1, 1, 1])
})

test('taking pieces from a shelf writes no index, down to the last one', async () => {
  const id = await shop.addProduct({ name: 'Beaucoup', stock: 500 })
  await shop.db.execute(sql`vacuum full products`)
  const hot = async (stock: number) =>
    inTransaction(shop.db, async (tx) => {
      // The first makes room on its page.
      await tx.execute(sql`update products set updated_at = now() where id = ${id}`)
      const before = await tx.execute<{ hot: number }>(
        sql`select pg_stat_get_xact_tuples_hot_updated('products'::regclass)::int as hot`,
      )
      await tx.execute(sql`update products set stock = ${stock} where id = ${id}`)
      const after = await tx.execute<{ hot: number }>(
        sql`select pg_stat_get_xact_tuples_hot_updated('products'::regclass)::int as hot`,
      )
      return after.rows[0]!.hot - before.rows[0]!.hot
    })
  expect(await hot(499)).toBe(1)
  expect(await hot(0)).toBe(1)
})

describe('the prices of a supplier', () => {
  const prices = (ids: string, token = shop.tokens.sara) =>
    shop.call('GET', `/api/supplier/prices?ids=${ids}`, { token })

  test('are those of the products that it asks for', async () => {
    const one = await shop.addProduct({ name: 'Un', user: 100, distributor: 60 })
    const two = await shop.addProduct({ name: 'Deux', user: 200, distributor: 150.5 })
    const gone = await shop.addProduct({ name: 'Parti' })
    await shop.db.execute(sql`update products set deleted_at = now() where id = ${gone}`)
    expect((await prices(`${two},${one},${gone},2147483648,9999999999`)).json).toEqual([
      { ProductID: one, distributeur_price: 60 },
      { ProductID: two, distributeur_price: 150.5 },
    ])
    expect((await shop.call('GET', '/api/supplier/prices', { token: shop.tokens.sara })).json).toEqual([])
  })

  test('are a supplier’s alone, a hundred at once', async () => {
    for (const token of [shop.tokens.admin, shop.tokens.karim]) expect((await prices('1', token)).status).toBe(403)
    expect((await shop.call('GET', '/api/supplier/prices?ids=1')).status).toBe(401)
    const many = (count: number) => Array.from({ length: count }, (_, nth) => nth + 1).join(',')
    expect((await prices(many(100))).status).toBe(200)
    for (const wrong of [many(101), '1;2', '0', '1,', 'x']) expect((await prices(wrong)).status, wrong).toEqual(422)
  })
})
