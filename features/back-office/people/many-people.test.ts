import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectBesidePool } from '#platform/db/database.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

const PEOPLE = 10_025

let shop: TestShop

/** More people than a list counts. Each orders once or twice, some order deleted. */
beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  const client = await connectBesidePool(shop.db, { statement: 60_000 })
  await client.query('set session_replication_role = replica')
  await client.query(`
    insert into orders (customer_id, origin, name, phone, address, city, subtotal, discount, delivery, total, collected, gain,
      created_at, updated_at, deleted_at, search)
    select 1, 'direct', 'Nadia', '06' || lpad((n * 7919 % ${PEOPLE})::text, 8, '0'), 'Rue', 'Rabat', 100, 0, 3500, 3600, 3600, 0,
      now(), now(), case when n % 11 = 0 and n > ${PEOPLE} then now() end, 'nadia'
    from generate_series(1, ${PEOPLE} * 3 / 2) as n`)
  await client.query('analyze orders')
  await client.end()
})

afterAll(() => shop.close())

const pageOf = async (page: number) =>
  (await shop.call('GET', `/api/admin/people?page=${page}`, { token: shop.tokens.admin })).json

test('pages beyond the people who are counted go on where those end, down to the last', async () => {
  const { rows } = await shop.db.execute<{ id: number }>(
    sql`select max(id) as id from orders where deleted_at is null group by phone order by 1 desc`,
  )
  for (const page of [1, 1000, 1001, 1002, 1003, 1004]) {
    const { data, total, last_page } = await pageOf(page)
    expect([total, last_page], `${page}`).toEqual([10_001, 1001])
    const listed = data.map(({ OrderID }: { OrderID: number }) => OrderID)
    expect(listed).toEqual(rows.slice((page - 1) * 10, page * 10).map(({ id }) => id))
  }
  expect(rows).toHaveLength(PEOPLE)
})
