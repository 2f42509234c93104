import { Agent } from 'node:http'
import type pg from 'pg'
import { invariants } from '#server/books/invariants.ts'
import type { BareRun, OrdersPlaced } from '../baselines/bare-orders.ts'
import { warmUp } from '../load/load-generator.ts'
import { type Mix, ORDER_CLIENTS, PIECES_OF_A_LINE, type SoldProduct } from '../load/order-mix.ts'
import { createCustomers, placeOrders, restockProducts } from '../load/shop-orders.ts'
import { compared, type Measure, median } from '../report/figures.ts'
import { Child, connectTo, startShop } from '../shops/child-process.ts'

const ROUND_SECONDS = 2.5
const WARM_UP_ORDERS = 2_000

/** Limits: percent of the bare transaction's speed, and orders a second in any case. */
const AT_LEAST = 50
const AT_LEAST_PER_SECOND = 100

const MIXES: { mix: Mix; name: string }[] = [
  { mix: 'spread', name: 'any two products' },
  { mix: 'hot', name: 'one product in all' },
]

interface Bench {
  shop: Child
  address: string
  agent: Agent
  bare: Child
  sql: pg.Client
  products: SoldProduct[]
  customerIds: number[]
}

/** Measures orders a second that are placed and stored, beside a bare transaction of as many statements. */
export async function measureOrders(dataDir: string, rounds: number): Promise<Measure[]> {
  const shop = startShop(dataDir)
  const address = await shop.address()
  const sql = await connectTo(dataDir)
  const agent = new Agent({ keepAlive: true, maxSockets: ORDER_CLIENTS })
  const bare = new Child('proof/bench/baselines/bare-orders.ts')
  await bare.outputMatching(/ready/)
  try {
    const products = await restockProducts(sql)
    const customerIds = await createCustomers({ address, agent })
    const bench = { shop, address, agent, bare, sql, products, customerIds }
    const measures: Measure[] = []
    for (const mix of MIXES) measures.push(await measureMix(bench, mix, rounds))
    await mustAddUp(sql)
    return measures
  } finally {
    agent.destroy()
    await bare.stop()
    await sql.end()
    await shop.stop()
  }
}

async function measureMix(bench: Bench, { mix, name }: (typeof MIXES)[number], rounds: number): Promise<Measure> {
  const throughShop = (seconds: number) => placeOrders(bench, { ...bench, mix, seconds })
  for (const load of [throughShop, (seconds: number) => placeBare(bench, mix, seconds)])
    await warmUp(WARM_UP_ORDERS, async (seconds) => (await load(seconds)).orders)
  const shop: Round[] = []
  const bare: Round[] = []
  for (let round = 0; round < rounds; round++) {
    shop.push(await verified(bench, bench.shop, () => throughShop(ROUND_SECONDS)))
    bare.push(await verified(bench, bench.bare, () => placeBare(bench, mix, ROUND_SECONDS)))
  }
  const perSecond = (of: Round[]) => of.map((round) => round.perSecond)
  const processor = (of: Round[]) => Math.round(median(of.map((round) => round.cpuMicroseconds)))
  const limit = { atLeast: AT_LEAST }
  const measure = compared({ group: 'orders', name, unit: 'orders/s', limit }, perSecond(shop), perSecond(bare), [
    `at least ${AT_LEAST_PER_SECOND} a second in any case; none lost, none doubled`,
    `processor time of an order without PostgreSQL's ${processor(shop)} µs, bare ${processor(bare)} µs`,
  ])
  return { ...measure, met: measure.met === true && measure.shop.median >= AT_LEAST_PER_SECOND }
}

const placeBare = ({ bare, sql, products, customerIds }: Bench, mix: Mix, seconds: number) =>
  bare.ask<OrdersPlaced>({ socketFolder: sql.host, mix, seconds, products, customerIds } satisfies BareRun)

interface RowCounts {
  orders: number
  lines: number
  stock: number
  keys: number
  rings: number
}

async function count(sql: pg.Client): Promise<RowCounts> {
  const { rows } = await sql.query<RowCounts>(`
    SELECT (SELECT count(*) FROM orders)::int AS orders, (SELECT count(*) FROM order_lines)::int AS lines,
      (SELECT sum(stock) FROM products)::int AS stock, (SELECT count(*) FROM idempotency_keys)::int AS keys,
      (SELECT count(*) FROM notifications WHERE kind = 'order')::int AS rings`)
  return rows[0]!
}

interface Round {
  perSecond: number
  cpuMicroseconds: number
}

/** Runs a round. Throws unless the database holds exactly the acknowledged orders. */
async function verified({ sql }: Bench, child: Child, place: () => Promise<OrdersPlaced>): Promise<Round> {
  const before = await count(sql)
  const usedBefore = await child.processorMs()
  const { orders, seconds } = await place()
  const used = (await child.processorMs()) - usedBefore
  const after = await count(sql)
  const stored: RowCounts = {
    orders: after.orders - before.orders,
    lines: (after.lines - before.lines) / 2,
    stock: (before.stock - after.stock) / (2 * PIECES_OF_A_LINE),
    keys: after.keys - before.keys,
    rings: after.rings - before.rings,
  }
  for (const [what, number] of Object.entries(stored))
    if (number !== orders) throw new Error(`${orders} orders were answered, but ${what} make ${number}`)
  return { perSecond: orders / seconds, cpuMicroseconds: (1000 * used) / orders }
}

/** Throws unless every invariant of the books holds. */
async function mustAddUp(sql: pg.Client): Promise<void> {
  for (const invariant of invariants) {
    const { rows } = await sql.query(invariant.sql)
    if (rows.length > 0) throw new Error(`Broken in ${rows.length} rows: ${invariant.name}`)
  }
}
