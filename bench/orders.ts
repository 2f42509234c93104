import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import type { BareRun, OrdersPlaced } from './bare-orders.ts'
import { Child } from './child.ts'
import { compared, type Measure, median } from './figures.ts'
import { type Mix, ORDER_CLIENTS, PIECES_OF_A_LINE, productsOfOrder, type SoldProduct } from './order-mix.ts'

const ROUNDS = 5
const ROUND_SECONDS = 2.5
const WARM_UP_SECONDS = 1.5
const GOAL_PERCENT = 40
const PLENTY = 1_000_000

const MIXES: { mix: Mix; name: string; goalPercent: number | null }[] = [
  { mix: 'spread', name: 'orders, any two products', goalPercent: GOAL_PERCENT },
  { mix: 'hot', name: 'orders, one product in all', goalPercent: null },
]

interface Bench {
  shop: Child
  address: string
  agent: Agent
  bare: Child
  sql: pg.Client
  socketFolder: string
  products: SoldProduct[]
  customerIds: number[]
}

/** How many orders a second are placed and safely stored, beside the same writes without a shop. */
export async function measureOrders(shop: Child, address: string, dataDir: string): Promise<Measure[]> {
  const socketFolder = socketFolderOf(dataDir)
  const sql = new pg.Client({ host: socketFolder, port: 5432, user: 'shop', database: 'shop' })
  await sql.connect()
  const agent = new Agent({ keepAlive: true, maxSockets: ORDER_CLIENTS })
  const bare = new Child('bench/bare-orders.ts')
  await bare.said(/ready/)
  try {
    const products = await fillShelves(sql)
    const customerIds = await createCustomers(address, agent)
    const bench = { shop, address, agent, bare, sql, socketFolder, products, customerIds }
    const measures: Measure[] = []
    for (const { mix, name, goalPercent } of MIXES) measures.push(await measureMix(bench, mix, name, goalPercent))
    await mustAddUp(sql)
    return measures
  } finally {
    agent.destroy()
    await bare.stop()
    await sql.end()
  }
}

async function measureMix(bench: Bench, mix: Mix, name: string, goalPercent: number | null): Promise<Measure> {
  await placeThroughShop(bench, mix, WARM_UP_SECONDS)
  await placeBare(bench, mix, WARM_UP_SECONDS)
  const shop: Round[] = []
  const bare: Round[] = []
  for (let round = 0; round < ROUNDS; round++) {
    shop.push(await verified(bench, bench.shop, () => placeThroughShop(bench, mix, ROUND_SECONDS)))
    bare.push(await verified(bench, bench.bare, () => placeBare(bench, mix, ROUND_SECONDS)))
  }
  const perSecond = (rounds: Round[]) => rounds.map((round) => round.perSecond)
  const processor = (rounds: Round[]) => Math.round(median(rounds.map((round) => round.cpuMicroseconds)))
  return compared({ name, unit: 'orders/s', goalPercent }, perSecond(shop), perSecond(bare), [
    `processor time of an order without PostgreSQL's ${processor(shop)} µs, bare ${processor(bare)} µs`,
  ])
}

const placeBare = ({ bare, socketFolder, products, customerIds }: Bench, mix: Mix, seconds: number) =>
  bare.ask<OrdersPlaced>({ socketFolder, mix, seconds, products, customerIds } satisfies BareRun)

async function placeThroughShop(bench: Bench, mix: Mix, seconds: number): Promise<OrdersPlaced> {
  const begin = performance.now()
  const end = begin + seconds * 1000
  const counts = await Promise.all(
    bench.customerIds.map(async (customerId, client) => {
      let orders = 0
      for (; performance.now() < end; orders++)
        await post(
          bench,
          '/api/orders/create',
          orderOf(productsOfOrder(mix, bench.products, client, orders), customerId),
        )
      return orders
    }),
  )
  return { orders: counts.reduce((sum, count) => sum + count, 0), seconds: (performance.now() - begin) / 1000 }
}

const orderOf = (products: readonly SoldProduct[], customerId: number) => ({
  product_ids: products.map(({ id }) => id),
  prices: products.map(({ userPrice }) => userPrice / 100),
  priceGain: products.map(({ userPrice }) => userPrice / 100),
  quantities: products.map(() => PIECES_OF_A_LINE),
  customer_id: customerId,
})

/** Anything but 201 ends the run: a speed of refusals would be none. */
async function post({ address, agent }: Pick<Bench, 'address' | 'agent'>, path: string, body: object): Promise<string> {
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

async function createCustomers(address: string, agent: Agent): Promise<number[]> {
  const ids: number[] = []
  for (let client = 0; client < ORDER_CLIENTS; client++) {
    const typed = { Name: 'Banc d’essai', Phone: `06123456${70 + client}`, Address: '1, rue du Port', City: 'Agadir' }
    ids.push(JSON.parse(await post({ address, agent }, '/api/customers/create', typed)).customer.CustomerID)
  }
  return ids
}

/** By entries, as an owner does it, so that each stock is still the sum of what went in less what was sold. */
async function fillShelves(sql: pg.Client): Promise<SoldProduct[]> {
  await sql.query('BEGIN')
  const { rows } = await sql.query<SoldProduct>(
    `UPDATE products SET stock = stock + $1 WHERE deleted_at IS NULL
     RETURNING id, name, user_price::int AS "userPrice", distributor_price::int AS "distributorPrice"`,
    [PLENTY],
  )
  await sql.query('INSERT INTO stock_entries (product_id, quantity, entered_at) SELECT unnest($1::int[]), $2, now()', [
    rows.map(({ id }) => id),
    PLENTY,
  ])
  await sql.query('COMMIT')
  return rows.toSorted((a, b) => a.id - b.id)
}

interface Counts {
  orders: number
  lines: number
  stock: number
  keys: number
}

async function count(sql: pg.Client): Promise<Counts> {
  const { rows } = await sql.query<Counts>(`
    SELECT (SELECT count(*) FROM orders)::int AS orders, (SELECT count(*) FROM order_lines)::int AS lines,
      (SELECT sum(stock) FROM products)::int AS stock, (SELECT count(*) FROM idempotency_keys)::int AS keys`)
  return rows[0]!
}

interface Round {
  perSecond: number
  cpuMicroseconds: number
}

/** What was placed, once the database has been seen to hold exactly what was answered. */
async function verified({ sql }: Bench, child: Child, place: () => Promise<OrdersPlaced>): Promise<Round> {
  const before = await count(sql)
  const usedBefore = await child.processorMs()
  const { orders, seconds } = await place()
  const used = (await child.processorMs()) - usedBefore
  const after = await count(sql)
  const stored: Counts = {
    orders: after.orders - before.orders,
    lines: (after.lines - before.lines) / 2,
    stock: (before.stock - after.stock) / (2 * PIECES_OF_A_LINE),
    keys: after.keys - before.keys,
  }
  for (const [what, number] of Object.entries(stored))
    if (number !== orders) throw new Error(`${orders} orders were answered, but ${what} make ${number}`)
  return { perSecond: orders / seconds, cpuMicroseconds: (1000 * used) / orders }
}

/** Of each product: what was put on the shelf, less what orders that live hold, is what is there. */
async function mustAddUp(sql: pg.Client): Promise<void> {
  const { rows } = await sql.query(`
    SELECT id FROM products WHERE stock <>
      (SELECT coalesce(sum(quantity), 0) FROM stock_entries WHERE product_id = products.id) -
      (SELECT coalesce(sum(quantity), 0) FROM order_lines JOIN orders ON orders.id = order_id
       WHERE product_id = products.id AND status <> 'cancelled' AND deleted_at IS NULL)`)
  if (rows.length > 0) throw new Error(`The stock of ${rows.length} products does not add up`)
}

/** Where PostgreSQL listens: the fifth line of the file that it keeps while it runs. */
const socketFolderOf = (dataDir: string): string =>
  readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[4]!
