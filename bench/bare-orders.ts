import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type Mix, ORDER_CLIENTS, PIECES_OF_A_LINE, productsOfOrder, type SoldProduct } from './order-mix.ts'

// The same writes as an order of the shop, as one prepared statement that calls one function of the database.

export interface BareRun {
  socketFolder: string
  mix: Mix
  seconds: number
  products: SoldProduct[]
  customerIds: number[]
}

export interface OrdersPlaced {
  orders: number
  seconds: number
}

/**
 * Everything in the database: the customer's name, the prices, the stock, the order with its lines, the line of the
 * bell, the answer under its key. Stock in ascending id, or two clients may wait for each other.
 */
const FUNCTION = `
CREATE OR REPLACE FUNCTION bench_place_order(customer int, ids int[], pieces int, given_key text) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  wanted int;
  at timestamptz := clock_timestamp();
  delivery constant bigint := 3500;
  sum bigint;
  placed int;
BEGIN
  FOREACH wanted IN ARRAY (SELECT array_agg(id ORDER BY id) FROM unnest(ids) AS id) LOOP
    UPDATE products SET stock = stock - pieces WHERE id = wanted AND stock >= pieces AND deleted_at IS NULL;
    IF NOT FOUND THEN RAISE 'The stock was to be plentiful'; END IF;
  END LOOP;
  sum := (SELECT sum(user_price * pieces) FROM products WHERE id = ANY(ids));
  INSERT INTO orders (customer_id, origin, name, phone, address, city, subtotal, discount, delivery, total, collected,
      gain, flagged, created_at, placed_on, updated_at)
    SELECT id, 'direct', name, phone, address, city, sum, 0, delivery, sum + delivery, sum + delivery,
      0, false, at, (at AT TIME ZONE 'Africa/Casablanca')::date, at FROM customers WHERE id = customer
    RETURNING id INTO placed;
  INSERT INTO order_lines (order_id, product_id, name, quantity, user_price, distributor_price)
    SELECT placed, id, name, pieces, user_price, distributor_price FROM products WHERE id = ANY(ids);
  INSERT INTO notifications (kind, message, link, created_at)
    VALUES ('order', 'Nouvelle commande ' || placed || ' – ' || sum / 100 || ' DH, Agadir', '/order-admin/' || placed, at);
  INSERT INTO idempotency_keys (route, caller, key, body_hash, status, answer, created_at)
    VALUES ('bench', 'visitor', given_key, sha256(given_key::bytea), 201,
      json_build_object('message', 'Banc d’essai', 'order', json_build_object('OrderID', placed)), at);
  RETURN placed;
END
$$`

process.on('message', async (message) => {
  if (typeof message === 'object' && message !== null && 'mix' in message) process.send?.(await run(message as BareRun))
})
// Orders come in through it: it is what this program lives for.
process.channel?.ref()
process.stdout.write('ready\n')

async function run(plan: BareRun): Promise<OrdersPlaced> {
  const clients = Array.from(
    { length: ORDER_CLIENTS },
    () => new pg.Client({ host: plan.socketFolder, port: 5432, user: 'shop', database: 'shop' }),
  )
  await Promise.all(clients.map((client) => client.connect()))
  await clients[0]!.query(FUNCTION)
  const begin = performance.now()
  const end = begin + plan.seconds * 1000
  const counts = await Promise.all(clients.map((client, index) => orderUntil(end, client, index, plan)))
  const seconds = (performance.now() - begin) / 1000
  await clients[0]!.query('DROP FUNCTION bench_place_order')
  await Promise.all(clients.map((client) => client.end()))
  return { orders: counts.reduce((sum, count) => sum + count, 0), seconds }
}

async function orderUntil(end: number, client: pg.Client, index: number, plan: BareRun): Promise<number> {
  let orders = 0
  for (; performance.now() < end; orders++) {
    const ids = productsOfOrder(plan.mix, plan.products, index, orders).map(({ id }) => id)
    await client.query({
      name: 'place_order',
      text: 'SELECT bench_place_order($1, $2, $3, $4)',
      values: [plan.customerIds[index]!, ids, PIECES_OF_A_LINE, randomUUID()],
    })
  }
  return orders
}
