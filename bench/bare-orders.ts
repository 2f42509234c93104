import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type Mix, ORDER_CLIENTS, PIECES_OF_A_LINE, productsOfOrder, type SoldProduct } from './order-mix.ts'

// The same writes as an order of the shop, in the fewest statements and without any shop around them.

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

const DELIVERY = 3500

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
  const begin = performance.now()
  const end = begin + plan.seconds * 1000
  const counts = await Promise.all(clients.map((client, index) => orderUntil(end, client, index, plan)))
  const seconds = (performance.now() - begin) / 1000
  await Promise.all(clients.map((client) => client.end()))
  return { orders: counts.reduce((sum, count) => sum + count, 0), seconds }
}

async function orderUntil(end: number, client: pg.Client, index: number, plan: BareRun): Promise<number> {
  let orders = 0
  for (; performance.now() < end; orders++)
    await placeOrder(client, plan.customerIds[index]!, productsOfOrder(plan.mix, plan.products, index, orders))
  return orders
}

async function placeOrder(client: pg.Client, customerId: number, products: readonly SoldProduct[]): Promise<void> {
  const now = new Date()
  const subtotal = products.reduce((sum, product) => sum + product.userPrice * PIECES_OF_A_LINE, 0)
  await client.query('BEGIN')
  // In ascending id, or two clients may wait for each other.
  for (const { id } of products.toSorted((a, b) => a.id - b.id)) {
    const taken = await client.query('UPDATE products SET stock = stock - $2 WHERE id = $1 AND stock >= $2', [
      id,
      PIECES_OF_A_LINE,
    ])
    if (taken.rowCount !== 1) throw new Error('The stock was to be plentiful')
  }
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO orders (customer_id, origin, name, phone, address, city, subtotal, discount, delivery, total, collected,
       gain, flagged, created_at, placed_on, updated_at)
     VALUES ($1, 'direct', $2, $3, $4, $5, $6, 0, $7, $8, $8, 0, false, $9, ($9 AT TIME ZONE 'Africa/Casablanca')::date, $9) RETURNING id`,
    [
      customerId,
      'Banc d’essai',
      '0612345678',
      '1, rue du Port',
      'Agadir',
      subtotal,
      DELIVERY,
      subtotal + DELIVERY,
      now,
    ],
  )
  await client.query(
    `INSERT INTO order_lines (order_id, product_id, name, quantity, user_price, distributor_price)
     VALUES ($1, $2, $3, $4, $5, $6), ($1, $7, $8, $9, $10, $11)`,
    [
      rows[0]!.id,
      ...products.flatMap((each) => [each.id, each.name, PIECES_OF_A_LINE, each.userPrice, each.distributorPrice]),
    ],
  )
  await client.query(
    `INSERT INTO idempotency_keys (route, caller, key, body_hash, status, answer, created_at)
     VALUES ('bench', 'visitor', $1, $2, 201, $3, $4)`,
    [randomUUID(), Buffer.alloc(32), JSON.stringify({ message: 'Banc d’essai', order: { OrderID: rows[0]!.id } }), now],
  )
  await client.query('COMMIT')
}
