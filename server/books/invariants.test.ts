import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectBesidePool } from '#platform/db/database.ts'
import { settlementsOf } from '#test/settlements.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { invariants } from './invariants.ts'

let shop: TestShop

const LINES = 2

/**
 * An order of each kind, one *attribué* by hand, four delivered, two of these in a closed statement, one deleted, one on its way
 * back, one received and one lost; money and stock asked for, something sold.
 */
beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  const { admin, sara, karim } = shop.tokens
  const goods: number[] = []
  for (let nth = 0; nth < LINES; nth++) goods.push(await shop.addProduct())
  const call = async (method: string, url: string, token: string | undefined, body: object, key?: string) => {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
    const { status, json } = await shop.call(method, url, { token, body, headers })
    expect(status, `${url} ${JSON.stringify(json)}`).toBeLessThan(300)
    return json
  }
  const order = async (token?: string, promo_code?: string): Promise<number> => {
    const customer_id = await shop.addCustomer({}, token === undefined ? {} : { token })
    const prices = goods.map(() => (token === undefined ? 149.5 : 110))
    const lines = { product_ids: goods, prices, priceGain: goods.map(() => 149.5), quantities: goods.map(() => 2) }
    const body = { ...lines, customer_id, promo_code }
    return (await call('POST', '/api/orders/create', token, body, `the-order-of-customer-${customer_id}`)).order.OrderID
  }
  const move = (id: number, CurrentStatus: string) =>
    call('PUT', `/api/admin/orders/${id}/tracking`, admin, { CurrentStatus })
  const deliver = (id: number) => move(id, 'livré')
  const refusedAtTheDoor = async () => {
    const id = await order()
    await move(id, 'en transit')
    await move(id, 'annulé')
    return id
  }
  await order()
  await move(await order(), 'attribué')
  await deliver(await order(undefined, 'SARA10'))
  await deliver(await order(sara))
  await call('DELETE', `/api/admin/orders/${await order()}`, admin, {})
  await move(await order(), 'annulé')
  await refusedAtTheDoor()
  const received = await refusedAtTheDoor()
  const { order_items } = await call('GET', `/api/admin/orders/${received}`, admin, {})
  const lines = order_items.map(({ OrderItemID }: { OrderItemID: number }) => ({
    OrderItemID,
    intact: 1,
    damaged: 1,
    missing: 0,
  }))
  await call('POST', '/api/admin/returns', admin, { OrderID: received, lines })
  const lost = await refusedAtTheDoor()
  shop.pass(16 * 24 * 60 * 60 * 1000)
  shop.tokens.admin = await shop.sessionOf(shop.ids.admin)
  await call('POST', `/api/admin/orders/${lost}/lost`, shop.tokens.admin, { note: 'Le livreur ne l’a plus' })
  shop.pass(-16 * 24 * 60 * 60 * 1000)
  shop.tokens.admin = admin
  const money = await settlementsOf(shop)
  const [right, short] = [await money.delivered(), await money.delivered()]
  const paid = money.list([right.line(), short.line({ collected: short.amount - 18 })])
  const statement = await money.created(paid, { received: String(right.amount + short.amount - 78 - 1) })
  await money.decide(statement, 3, { decision: 'claimed' })
  expect((await money.close(statement, { accept_gap: 1, reason: 'Arrondi' })).status).toBe(200)
  const { rows } = await shop.db.execute<{ due: number }>(
    sql`select sum(gain)::int as due from orders where status = 'delivered'`,
  )
  await call('POST', '/api/withdraw', sara, { gain: rows[0]!.due / 100 })
  const { purchase } = await call('POST', '/api/buyer/request-stock', karim, { amount: 5000 })
  await call('PUT', `/api/approve-request/${purchase.id}`, admin, {})
  await call('PUT', '/api/admin/sell-stock', admin, { buyer_id: shop.ids.karim, amount: 100 })
  const { declaration } = await call('POST', '/api/buyer/declare-sale', karim, { amount: 50 })
  await call('PUT', `/api/admin/sale-declarations/${declaration.id}/approve`, admin, {})
})

afterAll(() => shop.close())

const SARA = `(select id from accounts where email = 'sara@shop.example')`
const YOUSSEF = `(select id from accounts where email = 'youssef@shop.example')`
const KARIM = `(select id from accounts where email = 'karim@shop.example')`
const banned = (who: string) => `update accounts set banned_at = '2020-01-01' where id = ${who}`

/** Statements that break each clause of each invariant, as somebody with a console could. */
const DAMAGE: Readonly<Record<string, readonly string[]>> = {
  'a stock is what was entered less what orders hold that are live or outside': [
    'update products set stock = stock + 1',
    `update orders set status = 'cancelled' where status = 'pending'`,
    // The goods are still on a lorry.
    `update orders set pieces_back_at = now() where left_at is not null and pieces_back_at is null and status = 'cancelled'`,
    'update orders set deleted_at = null',
    'delete from stock_entries',
  ],
  'what is in transit has left, and pieces come back from no live order': [
    `update orders set status = 'in_transit' where status = 'pending'`,
    `update orders set left_at = now() where status = 'pending'`,
    `update orders set pieces_back_at = now() where status = 'cancelled' and left_at is null`,
    `update orders set left_at = now(), pieces_back_at = now() where status = 'delivered'`,
  ],
  'what is in transit has its parcel, and a parcel is where its order says': [
    'delete from parcels',
    ...['delivered', 'returning', 'back', 'lost'].map(
      (state) => `update parcels set state = 'out' where state = '${state}'`,
    ),
    `update orders set status = 'in_transit' where status = 'pending'`,
    `insert into parcels (order_id, state, state_at, last_event_at)
      select id, 'prepared', now(), now() from orders where status = 'pending'`,
    `update orders set status = 'assigned' where status = 'pending';
      insert into parcels (order_id, state, state_at, last_event_at)
      select id, 'prepared', now(), now() from orders where status = 'assigned'`,
    `update orders set status = 'assigned' where status = 'pending';
      insert into handovers (year, nth, courier_id, created_at) values (2026, 1, 1, now());
      insert into parcels (order_id, courier_id, handover_id, state, state_at, last_event_at)
      select orders.id, 1, handovers.id, 'delivered', now(), now() from orders, handovers where status = 'assigned'`,
  ],
  'lists of parcels are numbered without a gap, and none leaves a parcel behind': [
    `insert into handovers (year, nth, courier_id, created_at) values (2026, 2, 1, now())`,
    `insert into handovers overriding system value values (1, 2026, 1, 1, now(), null, now(), null);
      update parcels set handover_id = 1, courier_id = 1, state = 'prepared'`,
    `insert into handovers overriding system value values (1, 2026, 1, 1, now(), null, null, null);
      update parcels set handover_id = 1, courier_id = 2`,
  ],
  'the pieces of a parcel come back once, and those that do not are written off once': [
    'update returned_pieces set intact = intact + 1',
    'delete from returned_pieces where order_line_id = (select min(order_line_id) from returned_pieces)',
    'update orders set pieces_back_at = null where pieces_back_at is not null',
    `update stock_entries set reason = 'missing' where reason = 'damaged'`,
    `update stock_entries set quantity = quantity - 1 where reason = 'lost'`,
    `delete from stock_entries where reason = 'lost'`,
    `insert into stock_entries (product_id, quantity, reason, order_id, entered_at)
      select product_id, quantity, 'lost', order_id, entered_at from stock_entries where reason = 'damaged'`,
    `insert into stock_entries (product_id, quantity, reason, order_id, entered_at)
      select product_id, -1, 'damaged', order_id, now() from order_lines
      where order_id = (select min(id) from orders where pieces_back_at is null)`,
  ],
  'a stock is never below zero': ['update products set stock = -1'],
  'an order has 1 to 50 lines of different products': [
    'delete from order_lines',
    'update order_lines set product_id = (select min(id) from products)',
    `insert into order_lines overriding system value
      select (jsonb_populate_record(line, jsonb_build_object('id', 1000 + n, 'product_id', 1000 + n))).*
      from order_lines line, generate_series(1, 50) n where line.id = (select min(id) from order_lines)`,
  ],
  'a line has 1 to 1000 pieces, and its distributor price is not above the public one': [
    'update order_lines set quantity = 0',
    'update order_lines set quantity = 1001',
    'update order_lines set distributor_price = 0',
    'update order_lines set distributor_price = user_price + 1',
  ],
  'an order’s figures are what its lines, its percentage and its fee give': [
    ...['subtotal', 'discount', 'delivery', 'total', 'collected', 'gain'].map(
      (figure) => `update orders set ${figure} = ${figure} + 1`,
    ),
    `update orders set discount_percent = 6 where origin = 'promo'`,
    `update orders set origin = 'direct' where origin = 'promo'`,
    'update order_lines set user_price = user_price + 1',
    `update order_lines set distributor_price = distributor_price - 1`,
  ],
  'an order’s supplier is a supplier, and its customer is that supplier’s or a visitor’s': [
    `update accounts set role = 'buyer' where id = ${SARA}`,
    `update orders set supplier_id = ${YOUSSEF} where origin = 'supplier'`,
    'update customers set supplier_id = null',
    `update customers set supplier_id = ${SARA}`,
  ],
  'payment is decided on delivered orders alone, and dated when the money came': [
    `update orders set payment = 'void' where status = 'pending'`,
    `update orders set payment = 'paid' where status = 'delivered'`,
    'update orders set paid_at = now()',
  ],
  'a deleted order was not delivered, and says who deleted it': [
    `update orders set deleted_at = now(), deleted_by = ${SARA} where status = 'delivered'`,
    'update orders set deleted_by = null',
    `update orders set deleted_by = ${SARA}`,
  ],
  'an order’s status is its last move, and after a final one there is none': [
    `update orders set status = 'assigned' where status = 'delivered'`,
    'delete from order_moves',
    `insert into order_moves (order_id, status, moved_at) select order_id, 'assigned', moved_at from order_moves;
      update orders set status = 'assigned' where status = 'delivered'`,
  ],
  'a key’s answer is kept whole, and names one order that is there': [
    'update idempotency_keys set answer = null',
    'update idempotency_keys set status = null',
    `delete from orders where status = 'pending'`,
    `insert into idempotency_keys
      select (jsonb_populate_record(it, jsonb_build_object('key', it.key || '-again'))).* from idempotency_keys it`,
  ],
  'what a supplier earned is what it can withdraw and what it asked for': [
    'update orders set gain = gain + 1 where withdrawal_id is not null',
    'update orders set withdrawal_id = null',
    'update withdrawals set amount = amount + 1',
    `update withdrawals set status = 'refused'`,
    `update orders set payment = 'void' where withdrawal_id is not null`,
  ],
  'a supplier’s withdrawal is the sum of its orders, each of them its own and held by no other': [
    'update withdrawals set amount = amount + 1',
    'update orders set gain = gain + 1 where withdrawal_id is not null',
    `update orders set supplier_id = ${YOUSSEF} where withdrawal_id is not null`,
    'update orders set withdrawal_id = null',
    'delete from withdrawal_orders',
    `update withdrawals set status = 'refused'`,
    `insert into withdrawals overriding system value
      select (jsonb_populate_record(it, jsonb_build_object('id', 1000))).* from withdrawals it;
      insert into withdrawal_orders select (jsonb_populate_record(it, jsonb_build_object('withdrawal_id', 1000))).* from withdrawal_orders it`,
  ],
  'a buyer sold no more than it bought, and asked for no more than it sold': [
    'update sales set amount = 500001',
    `update purchases set status = 'refused'`,
    `update withdrawals set account_id = ${KARIM}`,
  ],
  'a declared sale that was approved is one sale, of the same buyer and amount': [
    `update sale_declarations set amount = amount + 1 where status = 'approved'`,
    `update sales set buyer_id = ${SARA} where id in (select sale_id from sale_declarations)`,
    `update sale_declarations set status = 'refused', sale_id = sale_id where status = 'approved'`,
  ],
  'a closed statement’s lines are decided, and add up to what was received and the accepted gap': [
    'update statement_lines set collected = collected + 1',
    'update statement_lines set fee = fee + 1',
    `update statement_lines set decision = 'dropped' where verdict = 'right'`,
    'update statement_lines set decision = null',
    'update statements set received = received + 1',
    'update statements set accepted_gap = accepted_gap + 1',
  ],
  'an order is paid by one line of a statement at most, and is settled once that is closed': [
    `insert into statement_lines
      select (jsonb_populate_record(it, jsonb_build_object('row', 1000))).* from statement_lines it where verdict = 'right'`,
    `update orders set payment = 'pending', paid_at = null`,
  ],
  'what is claimed for an order is no more than its amount, once': [
    'update claims set due = 100000000',
    `insert into claims overriding system value
      select (jsonb_populate_record(it, jsonb_build_object('id', 1000, 'due', 1))).* from claims it`,
  ],
  'nothing is written by a banned account after its ban': [
    `${banned(SARA)}; delete from withdrawals; delete from orders where origin <> 'supplier'`,
    `${banned(SARA)}; delete from withdrawals; delete from orders where origin <> 'promo'`,
    `${banned(SARA)}; delete from orders`,
    banned(KARIM),
    banned(`(select moved_by from order_moves limit 1)`),
  ],
}

test('each promise has its damages', () => {
  expect(invariants.map(({ name }) => name)).toEqual(Object.keys(DAMAGE))
})

test('books that nobody touched keep all of them', async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

/** Everything that keeps a console from it is away meanwhile; nothing of it stays. */
const UNGUARDED = `
  set local session_replication_role = replica;
  do $$ declare it record; begin
    for it in select conrelid::regclass as on_table, conname from pg_constraint
      where contype in ('c', 'u') and connamespace = 'public'::regnamespace
    loop execute format('alter table %s drop constraint %I', it.on_table, it.conname); end loop;
    for it in select indexrelid::regclass as name from pg_index join pg_class on pg_class.oid = indrelid
      where indisunique and not indisprimary and relnamespace = 'public'::regnamespace and relkind = 'r'
    loop execute format('drop index %s', it.name); end loop;
  end $$`

test.each(invariants)('« $name » is seen to be broken', async ({ name, sql: query }) => {
  const client = await connectBesidePool(shop.db, { statement: 30_000 })
  try {
    for (const damage of DAMAGE[name]!) {
      await client.query('begin')
      await client.query(UNGUARDED)
      await client.query(damage)
      const { rowCount } = await client.query(query)
      expect(rowCount! > 0, damage).toEqual(true)
      await client.query('rollback')
    }
  } finally {
    await client.end()
  }
})

test('`npm run books:check` prints them all, and ends with 1 and examples when one is broken', async () => {
  const { host, user, database, connectionString } = shop.connection
  const url = connectionString ?? `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host!)}`
  const script = join(import.meta.dirname, '..', '..', 'scripts', 'check-books.ts')
  const run = () =>
    promisify(execFile)(process.execPath, [script], { env: { PATH: process.env.PATH, DATABASE_URL: url } })
  const { stdout } = await run()
  for (const { title } of invariants) expect(stdout).toContain(`tient     ${title}\n`)
  expect(stdout).toContain(`${invariants.length} vérifications, tout tient.`)
  await shop.db.execute(sql`update products set stock = stock + 1`)
  const broken = run()
  await expect(broken).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/NE TIENT PAS {2}Un stock est ce qui est entré.*\n +\{"id":\d+,"stock":/),
  })
  await shop.db.execute(sql`update products set stock = stock - 1`)
})
