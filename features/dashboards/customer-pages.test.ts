import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldListTallies } from '#platform/http/list-tallies.ts'
import { openTestShop, type TestShop } from '#server/test-app.ts'
import { ROWS_REACHED } from './names.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  await shop.db.execute(sql`
    insert into customers (supplier_id, name, phone, address, city, created_at, search)
    select case when n % 4 = 0 then ${shop.ids.sara} end::int, 'Nadia', '0612345678', 'Rue ' || n, 'Rabat', now(),
      'nadia ' || n || case when n % 400 = 0 then ' oujda' else ' rabat' end
    from generate_series(1, 9000) as n`)
  // Whole thousands of numbers may be without a row.
  await shop.db.execute(sql`delete from customers where id % 7 = 0 or id between 1500 and 3200 or id = 8999`)
})

afterAll(() => shop.close())

const numbers = async (where = sql`true`) =>
  (await shop.db.execute<{ id: number }>(sql`select id from customers where ${where} order by id`)).rows.map(
    ({ id }) => id,
  )

async function pageOf(query: Record<string, string>, page: number) {
  const asked = new URLSearchParams({ ...query, page: String(page), per_page: '10' })
  const { json } = await shop.call('GET', `/api/admin/customers?${asked}`, { token: shop.tokens.admin })
  return { ...json, ids: json.data.map((each: { CustomerID: number }) => each.CustomerID) }
}

test.each(['created_at', '-created_at'])('far pages by %s are the parts of the list', async (sort) => {
  for (const isFolded of [false, true]) {
    if (isFolded) await foldListTallies(shop.db)
    const ids = sort === 'created_at' ? await numbers() : (await numbers()).reverse()
    const last = Math.ceil(ids.length / 10)
    for (const page of [1, 2, 199, 200, 201, 250, Math.ceil(last / 2), 400, last - 205, last - 100, last - 1, last]) {
      const found = await pageOf({ sort }, page)
      expect([page, found.total, found.last_page]).toEqual([page, ids.length, last])
      expect([page, found.ids]).toEqual([page, ids.slice((page - 1) * 10, page * 10)])
    }
  }
})

test.each([
  ['rabat', 'created_at', sql`search like '%rabat%'`],
  ['rabat', '-created_at', sql`search like '%rabat%'`],
  ['oujda', '-created_at', sql`search like '%oujda%'`],
  ['F-1001', 'created_at', sql`supplier_id is not null`],
])(
  'a search of %s by %s lists the first that match, and counts no more than a thousand',
  async (search, sort, where) => {
    const all = await numbers(where)
    const ids = (sort === 'created_at' ? all : all.reverse()).slice(0, ROWS_REACHED)
    const last = Math.ceil(ids.length / 10)
    for (const page of [1, Math.ceil(last / 2), last]) {
      const found = await pageOf({ search, sort }, page)
      expect([page, found.total]).toEqual([page, ids.length])
      expect([page, found.ids]).toEqual([page, ids.slice((page - 1) * 10, page * 10)])
    }
  },
)
