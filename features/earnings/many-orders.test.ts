import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

const MANY = 33_000
const PART = 1_000
const MOST_AT_ONCE = 5_000

/** A statement has an end in time: none may change more of these rows. */
const limited = (table: string, event: string) => `
  create trigger changes_come_in_parts after ${event} on ${table} referencing new table as changed
  for each statement execute function refuse_many()`

test('a supplier with thirty-three thousand delivered orders withdraws the gains of all of them, in parts', async () => {
  const token = shop.tokens.sara
  await shop.db.execute(sql`update accounts set rib = '007780000123456789012345' where id = ${shop.ids.sara}`)
  const customer = await shop.addCustomer({}, { token })
  for (let made = 0; made < MANY; made += PART)
    await shop.db.execute(sql`
    insert into orders (customer_id, origin, supplier_id, name, phone, address, city, subtotal, discount, delivery, total,
      collected, gain, status, payment, search, created_at, updated_at)
    select ${customer}, 'supplier', ${shop.ids.sara}, 'Nadia', '0612345678', 'Fès', 'Fès', 1000, 0, 3500, 4500, 4600, 100,
      'delivered', 'pending', 'nadia', now(), now() from generate_series(1, ${PART})`)
  await shop.db.execute(
    sql.raw(`
    create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from changed) > ${MOST_AT_ONCE} then raise 'too many rows of % at once', tg_table_name; end if;
      return null;
    end $$`),
  )
  await shop.db.execute(sql.raw(limited('withdrawal_orders', 'insert')))
  await shop.db.execute(sql.raw(limited('orders', 'update')))
  const { status, json } = await shop.call('POST', '/api/withdraw', { token, body: { gain: MANY } })
  expect([status, json.withdrawal?.amount]).toEqual([200, MANY])
  const { rows } = await shop.db.execute(sql`
    select (select count(*)::int from withdrawal_orders) as linked,
      (select count(*)::int from orders where withdrawal_id = ${json.withdrawal.id}) as taken`)
  expect(rows).toEqual([{ linked: MANY, taken: MANY }])
})
