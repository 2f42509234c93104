import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type Mix, ORDER_CLIENTS, PIECES_OF_A_LINE, productsOfOrder, type SoldProduct } from '../load/order-mix.ts'

// The baseline of orders: the statements of the shop's order in one transaction, by the same driver, without HTTP and rules.
// The difference to the shop's speed is the cost of the shop's own code.

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

process.on('message', async (message) => {
  if (typeof message === 'object' && message !== null && 'mix' in message) process.send?.(await run(message as BareRun))
})
// The program runs as long as the channel through which orders arrive is open.
process.channel?.ref()
process.stdout.write('ready\n')

async function run(plan: BareRun): Promise<OrdersPlaced> {
  const clients = Array.from(
    { length: ORDER_CLIENTS },
    () => new pg.Client({ host: plan.socketFolder, port: 5432, user: 'shop', database: 'shop' }),
  )
  await Promise.all(clients.map((client) => client.connect()))
  const begin = performance.now()
  const end = begin + plan.seconds * 1000
  const counts = await Promise.all(clients.map((client, index) => orderUntil(end, client, index, plan)))
  const seconds = (performance.now() - begin) / 1000
  await Promise.all(clients.map((client) => client.end()))
  return { orders: counts.reduce((sum, count) => sum + count, 0), seconds }
}

async function orderUntil(end: number, client: pg.Client, index: number, plan: BareRun): Promise<number> {
  let orders = 0
  for (; performance.now() < end; orders++) {
    const products = productsOfOrder(plan.mix, plan.products, index, orders).toSorted((a, b) => a.id - b.id)
    await placeOrder(client, plan.customerIds[index]!, products)
  }
  return orders
}

const DELIVERY = 3500

/** Sends as many statements, on the same tables, as the shop for a visitor's order with an idempotency key. */
async function placeOrder(client: pg.Client, customerId: number, products: readonly SoldProduct[]): Promise<void> {
  const key = randomUUID()
  const now = new Date()
  const ids = products.map(({ id }) => id)
  const pieces = products.map(() => PIECES_OF_A_LINE)
  await client.query('BEGIN')
  await client.query(
    `insert into idempotency_keys (route, caller, key, body_hash, created_at)
      values ('bench', 'visitor', $1, $2, $3) on conflict do nothing`,
    [key, Buffer.from(key), now],
  )
  await client.query('select name, value from settings')
  const { rows: customers } = await client.query(
    `select id, name, phone, address, city from customers where id = $1 and supplier_id is null and created_at > $2
      for no key update`,
    [customerId, new Date(now.getTime() - 60 * 60 * 1000)],
  )
  const { name, phone, address, city } = customers[0]
  const { rows: held } = await client.query(
    `select id, name, description, user_price, distributor_price, stock, category, image from products
      where deleted_at is null and id = any($1) order by id for no key update`,
    [ids],
  )
  const sum = held.reduce((all, { user_price }) => all + Number(user_price) * PIECES_OF_A_LINE, 0)
  const { rows: placed } = await client.query(
    `insert into orders (customer_id, origin, name, phone, address, city, subtotal, discount, delivery, total, collected, gain,
        is_flagged, created_at, updated_at, search)
      values ($1, 'direct', $2, $3, $4, $5, $6, 0, $7, $8, $8, 0, false, $9, $9, lower($2) || ' ' || $3 || ' ' || lower($5))
      returning id, (select key from tracking_keys)`,
    [customerId, name, phone, address, city, sum, DELIVERY, sum + DELIVERY, now],
  )
  const { id } = placed[0]
  await client.query(
    `insert into order_lines (order_id, product_id, name, quantity, user_price, distributor_price)
      select $1, * from unnest($2::int[], $3::text[], $4::int[], $5::bigint[], $6::bigint[])`,
    [
      id,
      ids,
      held.map((each) => each.name),
      pieces,
      held.map((each) => each.user_price),
      held.map((each) => each.distributor_price),
    ],
  )
  await client.query('update customers set key_hash = null, ip_hash = null where id = $1', [customerId])
  const { rowCount } = await client.query(
    `update products set stock = stock - taken.quantity from unnest($1::int[], $2::int[]) as taken(id, quantity)
      where products.id = taken.id and stock >= taken.quantity returning products.id, stock`,
    [ids, pieces],
  )
  if (rowCount !== ids.length) throw new Error('The stock was to be plentiful')
  await client.query(`insert into notifications (kind, message, link, created_at) values ('order', $1, $2, $3)`, [
    `Nouvelle commande ${id} – ${sum / 100} DH, ${city}`,
    `/order-admin/${id}`,
    now,
  ])
  await client.query(
    `update idempotency_keys set status = 201, answer = $2 where route = 'bench' and caller = 'visitor' and key = $1`,
    [key, JSON.stringify({ message: 'Banc d’essai', order: { OrderID: id } })],
  )
  await client.query('COMMIT')
}
