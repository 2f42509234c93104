import { randomUUID } from 'node:crypto'
import { type Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import type { OrdersPlaced } from '../baselines/bare-orders.ts'
import { requestUntil } from './load-generator.ts'
import { type Mix, ORDER_CLIENTS, PIECES_OF_A_LINE, productsOfOrder, type SoldProduct } from './order-mix.ts'

// Orders as visitors place them over HTTP: two lines and an idempotency key each.

export const CUSTOMER_NAME = 'Banc d’essai'

/** The shop that orders are sent to. */
export interface ShopAddress {
  address: string
  agent: Agent
}

/** One customer for each client. */
export async function createCustomers(door: ShopAddress, count = ORDER_CLIENTS): Promise<number[]> {
  const ids: number[] = []
  for (let client = 0; client < count; client++) {
    const typed = { Name: CUSTOMER_NAME, Phone: `06123456${70 + client}`, Address: '1, rue du Port', City: 'Agadir' }
    ids.push(JSON.parse(await post(door, '/api/customers/create', typed)).customer.CustomerID)
  }
  return ids
}

interface OrderLoad {
  mix: Mix
  products: SoldProduct[]
  customerIds: number[]
  seconds: number
  everyMs?: number
}

/** Orders by all clients at once, each as soon as its last one is answered, or every so often. */
export async function placeOrders(
  { address }: ShopAddress,
  { mix, products, customerIds, seconds, everyMs = 0 }: OrderLoad,
): Promise<OrdersPlaced> {
  const { host, hostname, port } = new URL(address)
  const begin = performance.now()
  const end = begin + seconds * 1000
  const times = await Promise.all(
    customerIds.map((customerId, client) =>
      requestUntil(
        end,
        { host: hostname, port: Number(port) },
        (orders) => {
          const body = JSON.stringify(bodyOf(productsOfOrder(mix, products, client, orders), customerId))
          return `POST /api/orders/create HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\nidempotency-key: ${randomUUID()}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
        },
        { status: 201, pace: { everyMs, firstMs: (everyMs * client) / customerIds.length } },
      ),
    ),
  )
  return { orders: times.flat().length, seconds: (performance.now() - begin) / 1000 }
}

export const placeOrder = (door: ShopAddress, products: readonly SoldProduct[], customerId: number): Promise<string> =>
  post(door, '/api/orders/create', bodyOf(products, customerId))

/** The order of one piece of each, at the prices of visitors. */
export const bodyOf = (products: readonly SoldProduct[], customerId: number) => ({
  product_ids: products.map(({ id }) => id),
  prices: products.map(({ userPrice }) => userPrice / 100),
  priceGain: products.map(({ userPrice }) => userPrice / 100),
  quantities: products.map(() => PIECES_OF_A_LINE),
  customer_id: customerId,
})

/** Anything but 201 ends the run: a speed of refusals would be none. */
async function post({ address, agent }: ShopAddress, path: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(address + path, { method: 'POST', agent, headers, timeout: 10_000 }, resolve)
      .once('error', reject)
      .end(JSON.stringify(body))
  })
  const answer = await text(response)
  if (response.statusCode !== 201) throw new Error(`${path} is answered ${response.statusCode}: ${answer}`)
  return answer
}

const PLENTY = 1_000_000

/**
 * Changes this database so that a visitor's customer record serves every order at any time: only orders are measured, and
 * creating the record is another call.
 */
export const reuseRecords = (sql: pg.Client) =>
  sql.query(`
    CREATE OR REPLACE FUNCTION keep_record() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF tg_op = 'UPDATE' THEN
        new.key_hash := old.key_hash;
        new.ip_hash := old.ip_hash;
      ELSE
        new.created_at := new.created_at + interval '1 day';
      END IF;
      RETURN new;
    END
    $$;
    CREATE OR REPLACE TRIGGER records_serve_every_order BEFORE INSERT OR UPDATE OF key_hash ON customers
      FOR EACH ROW EXECUTE FUNCTION keep_record()`)

/** Adds stock by entries, as an owner does, so that each stock is still its entries less the sold pieces. */
export async function restockProducts(sql: pg.Client): Promise<SoldProduct[]> {
  await reuseRecords(sql)
  await sql.query('BEGIN')
  const { rows } = await sql.query<SoldProduct>(
    `UPDATE products SET stock = stock + $1 WHERE deleted_at IS NULL RETURNING id, user_price::int AS "userPrice"`,
    [PLENTY],
  )
  await sql.query('INSERT INTO stock_entries (product_id, quantity, entered_at) SELECT unnest($1::int[]), $2, now()', [
    rows.map(({ id }) => id),
    PLENTY,
  ])
  await sql.query('COMMIT')
  return rows.toSorted((a, b) => a.id - b.id)
}
