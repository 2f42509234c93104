import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER_STATUSES } from '#features/orders/model.ts'
import { PARCEL_STATES } from '#features/parcels/model.ts'
import { settingSchemas } from '#features/settings/contract.ts'
import type { SettingName } from '#features/settings/model.ts'
import { closeDatabase, openDatabase } from '#platform/db/database.ts'
import { MIGRATIONS } from '#platform/db/migrate.ts'
import { isMigrated } from '#test/is-migrated.ts'
import { type Instance, openTestShop, type TestShop } from '#test/test-app.ts'
import { admin, buyers, suppliers } from './people.ts'
import { products } from './products.ts'
import { seedDemo } from './seed.ts'
import { SELLER } from './seller.ts'

let shop: TestShop
/** Cut off in the middle, and then found empty by two processes at once. */
let twin: TestShop

/**
 * Chance that is the same everywhere, so that even the kept passwords are; and as at a start, nobody listens to events
 * yet, which are heard on the pool that they are published on.
 */
async function seed({ connection }: TestShop, { shop, hashing }: Instance): Promise<void> {
  const db = openDatabase({ connection })
  try {
    await seedDemo({ ...shop, db, randomBytes: (count) => Buffer.alloc(count, 7) }, hashing, () => undefined)
  } finally {
    await closeDatabase(db)
  }
}

/** An installation whose first order fails leaves nothing. */
async function expectCutOff(of: TestShop): Promise<void> {
  await of.db.execute(sql`
    create function cut_off() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$`)
  await of.db.execute(sql`create trigger cut_off before insert on orders execute function cut_off()`)
  await expect(seed(of, of.first)).rejects.toThrow()
  await of.db.execute(sql`drop trigger cut_off on orders`)
  expect((await of.rowCounts()).accounts).toBe(0)
}

beforeAll(async () => {
  shop = await openTestShop()
  twin = await openTestShop()
  const second = await twin.another()
  await expectCutOff(twin)
  await Promise.all([seed(shop, shop.first), seed(twin, twin.first), seed(twin, second)])
})

afterAll(() => Promise.all([shop.close(), twin.close()]))

const ask = async <Row extends Record<string, unknown>>(query: string, of = shop): Promise<Row[]> =>
  (await of.db.execute(sql.raw(query))).rows as Row[]

test('the demo shop has its people, its shelves and two hundred orders', async () => {
  expect(await isMigrated(shop.db, MIGRATIONS)).toBe(true)
  expect(await ask('select role, count(*)::int from accounts group by 1 order by 1')).toEqual([
    { role: 'admin', count: 1 },
    { role: 'agent', count: 2 },
    { role: 'buyer', count: 2 },
    { role: 'supplier', count: 5 },
  ])
  const counts = await shop.rowCounts()
  expect(counts.orders).toBe(200)
  expect(counts.products).toBeGreaterThanOrEqual(24)
})

test('there are products of every category, one of them sold out and one with two left', async () => {
  const rows = await ask<{ name: string; stock: number; category: string }>(
    'select name, stock, category from products',
  )
  expect(new Set(rows.map(({ category }) => category))).toEqual(new Set(['supplement', 'cosmetic', 'pack']))
  expect(rows.filter(({ stock }) => stock === 0)).toHaveLength(1)
  expect(rows.filter(({ stock }) => stock === 2)).toHaveLength(1)
  expect(Object.fromEntries(rows.map(({ name, stock }) => [name, stock]))).toEqual(
    Object.fromEntries(products.map(({ name, stock }) => [name, stock])),
  )
})

test('the shop says who sells and when it is open, in words that its settings take', async () => {
  const stored = await ask<{ name: SettingName; value: string }>('select name, value from settings order by name')
  expect(stored.map(({ name }) => name)).toEqual(Object.keys(SELLER).sort())
  for (const { name, value } of stored) expect(settingSchemas[name].parse(value)).toBe(value)
})

test('every product that is no pack shows its four pictures, and some of them in a hand first', async () => {
  const rows = await ask<{ name: string; pictures: string[] }>(`
    select p.name, array_prepend(p.image, array_agg(i.image order by i.place)) as pictures
    from product_images i join products p on p.id = i.product_id group by p.id`)
  const kinds = new Map(
    rows.map(({ name, pictures }) => [
      name,
      pictures.map((image) => /-(setting|texture|scale)-/.exec(image)?.[1] ?? 'stage').join(' '),
    ]),
  )
  const single = products.filter(({ category }) => category !== 'Packs')
  expect([...kinds.keys()].sort()).toEqual(single.map(({ name }) => name).sort())
  expect(new Set(kinds.values())).toEqual(new Set(['stage scale texture setting', 'scale stage texture setting']))
  expect([...kinds.values()].filter((order) => order.startsWith('scale'))).toHaveLength(4)
})

test('there are orders of every status, payment and origin, and of every supplier', async () => {
  const different = async (column: string) =>
    (await ask<{ value: string }>(`select distinct ${column} as value from orders`)).map(({ value }) => value)
  expect(new Set(await different('status'))).toEqual(new Set(ORDER_STATUSES))
  expect(new Set(await different('payment'))).toEqual(new Set(['pending', 'paid', 'void']))
  expect(new Set(await different('origin'))).toEqual(new Set(['supplier', 'promo', 'direct']))
  expect((await different('supplier_id')).filter((id) => id !== null)).toHaveLength(5)
})

test('two suppliers have asked for gains with every answer there is, and have some left to ask for', async () => {
  for (const supplier of ['F-1001', 'F-1002']) {
    const rows = await ask<{ status: string; orders: number }>(`
      select w.status, count(o.order_id)::int as orders from withdrawals w
      join accounts a on a.id = w.account_id left join withdrawal_orders o on o.withdrawal_id = w.id
      where a.custom_id = '${supplier}' group by w.id order by w.status`)
    expect(rows.map(({ status }) => status)).toEqual(['approved', 'pending', 'refused'])
    for (const { orders } of rows) expect(orders).toBeGreaterThan(0)
    expect(
      await ask(`select from orders o join accounts a on a.id = o.supplier_id
        where a.custom_id = '${supplier}' and o.status = 'delivered' and o.payment <> 'void' and o.withdrawal_id is null`),
    ).not.toEqual([])
  }
})

test('buyers have bought, sold and withdrawn', async () => {
  const answers = async (table: string) =>
    (await ask<{ status: string }>(`select distinct status from ${table} order by 1`)).map(({ status }) => status)
  expect(await answers('purchases')).toEqual(['approved', 'pending', 'refused'])
  expect(await answers('withdrawals')).toEqual(['approved', 'pending', 'refused'])
  expect(await ask('select buyer_id from sales group by 1')).toHaveLength(2)
})

test('the desk has an order in each state, and past ones were confirmed by both agents', async () => {
  const contacts = await ask<{ contact: string }>('select distinct contact from confirmations order by 1')
  expect(contacts.map(({ contact }) => contact)).toEqual([
    'confirmed',
    'postponed',
    'retry',
    'to_call',
    'unreachable',
    'wrong_number',
  ])
  expect(await ask(`select from call_attempts where via = 'page' and outcome = 'corrected'`)).toHaveLength(1)
  expect(await ask(`select from confirmations where confirmed_via = 'whatsapp'`)).toHaveLength(1)
  const rows = await ask<{ delivered: number; refused: number }>(`
    select (count(*) filter (where status = 'delivered'))::int as delivered, (count(*) filter (where cancel_reason = 'refused'))::int as refused
    from call_attempts c join orders o on o.id = c.order_id where c.outcome = 'confirmed' and c.by is not null group by c.by`)
  expect(rows).toHaveLength(2)
  for (const { delivered, refused } of rows) expect([delivered > 10, refused > 0]).toEqual([true, true])
})

test('parcels came back, some with a damaged piece, and some are still expected', async () => {
  const [{ received, damaged, expected }] = (await ask<{ received: number; damaged: number; expected: number }>(`
    select (select count(*)::int from orders where pieces_back_at is not null) as received,
      (select count(*)::int from stock_entries where reason = 'damaged') as damaged,
      (select count(*)::int from orders
        where left_at is not null and pieces_back_at is null and status = 'cancelled') as expected`)) as [
    { received: number; damaged: number; expected: number },
  ]
  expect(received).toBeGreaterThan(10)
  expect(damaged).toBeGreaterThan(1)
  expect(expected).toBeGreaterThan(1)
  expect(expected).toBeLessThan(15)
})

test('two announcements are shown and one is over', async () => {
  expect(await ask('select is_active as "isActive" from announcements order by id')).toEqual([
    { isActive: false },
    { isActive: true },
    { isActive: true },
  ])
})

test('nobody is written to', async () => {
  expect(await ask(`select id from pgboss.job where name = 'mail'`)).toEqual([])
})

test('every promise of the shop holds for it', async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

test('nothing in it is later than now, or earlier than what it follows', async () => {
  const now = `'${shop.now.toISOString()}'::timestamptz`
  expect(await ask(`select id from orders where greatest(created_at, updated_at, paid_at) > ${now}`)).toEqual([])
  expect(await ask(`select id from order_moves where moved_at > ${now}`)).toEqual([])
  expect(
    await ask(
      `select c.id from call_attempts c join orders o on o.id = c.order_id where c.at > ${now} or c.at < o.created_at`,
    ),
  ).toEqual([])
  for (const table of ['purchases', 'withdrawals'])
    expect(
      await ask(
        `select id from ${table} where greatest(requested_at, decided_at) > ${now} or decided_at < requested_at`,
      ),
    ).toEqual([])
  expect(await ask(`select id from sales where recorded_at > ${now}`)).toEqual([])
  expect(
    await ask(`select o.id from orders o join order_moves m on m.order_id = o.id where m.moved_at < o.created_at`),
  ).toEqual([])
  expect(
    await ask(`select l.id from order_moves l join order_moves e on e.order_id = l.order_id and e.id < l.id
      where l.moved_at < e.moved_at`),
  ).toEqual([])
})

test('it is the same shop every time, to the last column, also after one that was cut off and from two processes at once', async () => {
  for (const table of Object.keys(await shop.rowCounts())) {
    const query = `select * from "${table}" order by 1, 2`
    expect(await ask(query, twin), table).toEqual(await ask(query, shop))
  }
})

test('those whom the README names can log in, with the code that it names', async () => {
  for (const { customId, role, password } of [admin, ...suppliers, ...buyers]) {
    if (!password) continue
    const answer = await shop.call('POST', '/api/login', { body: { identifier: customId, password } })
    expect([answer.status, answer.json.user.role], customId).toEqual([200, role])
  }
  expect((await shop.call('GET', '/api/supplier-from-code/sara10')).json).toEqual({
    supplier_id: expect.any(Number),
    first_name: 'Sara',
    percent: 5,
  })
})

test('the next supplier gets the next number', async () => {
  expect(await ask(`select 'F-' || nextval('supplier_numbers') as next`)).toEqual([{ next: 'F-1006' }])
})

test('a shop that holds anything is left alone, were it one row', async () => {
  const before = await shop.rowCounts()
  await seed(shop, shop.first)
  expect(await shop.rowCounts()).toEqual(before)
  const first: Record<string, (other: TestShop) => Promise<unknown>> = {
    'a product': (other) => other.addProduct(),
    'a customer': (other) => other.addCustomer(),
    people: (other) => other.addPeople(),
  }
  for (const [what, add] of Object.entries(first)) {
    const other = await openTestShop()
    await add(other)
    const held = await other.rowCounts()
    await seed(other, other.first)
    expect(await other.rowCounts(), what).toEqual(held)
    await other.close()
  }
})

test('a month of parcels: each state there is, lists without a gap, one of them prepared', async () => {
  const states = await ask<{ state: string; count: number }>('select state, count(*)::int from parcels group by 1')
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(PARCEL_STATES))
  const lists = await ask<{ nth: number; handed: boolean }>(
    'select nth, handed_at is not null as handed from handovers order by year, nth',
  )
  expect(lists.map(({ nth }) => nth)).toEqual(lists.map((_, place) => place + 1))
  expect(lists.filter(({ handed }) => !handed)).toHaveLength(1)
  expect(
    await ask(
      `select from parcels where state in ('in_network', 'handed') and last_event_at < now() - interval '48 hours'`,
    ),
  ).not.toEqual([])
  const couriers = await ask('select courier_id from parcels where courier_id is not null group by 1')
  expect(couriers).toHaveLength(2)
})

test('one statement is open: some sixty lines, five of them at fault, and a whole order less than they come to', async () => {
  const [open] = await ask<{ id: number; lines: number }>(`
    select id, count(*)::int as lines from statements join statement_lines on statement_id = id
    where closed_at is null group by 1`)
  expect(open!.lines).toBeGreaterThan(50)
  expect(open!.lines).toBeLessThan(75)
  const faults = await ask(
    `select verdict from statement_lines where statement_id = ${open!.id} and decision is null order by 1`,
  )
  expect(faults.map(({ verdict }) => verdict)).toEqual(['amount_gap', 'fee_gap', 'not_delivered', 'twice', 'unknown'])
  const [money] = await ask(`
    select (sum(collected - coalesce(fee, 0)) - received)::int as gap from statements join statement_lines on statement_id = id
    where id = ${open!.id} and verdict not in ('twice', 'unknown') group by received`)
  expect(money).toEqual({ gap: 41_800 })
})
