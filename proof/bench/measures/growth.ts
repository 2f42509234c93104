import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { SHOP_PAGE } from '#features/catalogue/model.ts'
import { productsOfOrder, type SoldProduct } from '../load/order-mix.ts'
import { CUSTOMER_NAME, createCustomers, placeOrder, reuseRecords } from '../load/shop-orders.ts'
import type { Plan } from '../plan.ts'
import { type Measure, measuredGrowth } from '../report/figures.ts'
import { type Child, connectTo, startShop } from '../shops/child-process.ts'
import { prepareFilledShop } from '../shops/fill-shop.ts'
import { ADMIN, MEASURED_BUYER, MEASURED_SUPPLIER, type Size } from '../shops/shop-sizes.ts'
import { type Caller, type GrowthRequest, growthRequests } from './growth-requests.ts'

const CALLS = 15
const FEWEST_CALLS = 3
/** After this time no further call of a block begins, so that slow answers are not measured fifteen times. */
const BLOCK_MS = 700
/** A cached answer takes less processor time than this. */
const LEAST_MADE_MS = 0.15

interface Account {
  id: number
  token: string
}

interface Shop {
  size: Size
  child: Child
  address: string
  agent: Agent
  sql: pg.Client
  accounts: Readonly<Record<Exclude<Caller, 'visitor'>, Account>>
  /** An order of the measured supplier's. */
  ownOrder: number
  /** An order of the phone that ordered most. */
  frequentOrder: number
}

/** Measures answers of shops of several sizes side by side, requested in turns by one client. */
export async function measureGrowth(
  { sizes, rounds, screens: wanted }: Plan,
  folder: string,
  say: (line: string) => void,
): Promise<Measure[]> {
  const shops: Shop[] = []
  try {
    for (const size of sizes) await prepareFilledShop(size, folder, say)
    for (const size of sizes) shops.push(await open(size, await prepareFilledShop(size, folder, say)))
    for (const shop of shops) await untilQuiet(shop)
    const measures: Measure[] = []
    for (const screen of growthRequests.filter(({ name }) => name.includes(wanted)))
      measures.push(...(await measureScreen(screen, shops, rounds, say)))
    return ORDER.includes(wanted) ? [...measures, await measureOrder(shops, rounds)] : measures
  } finally {
    for (const { agent, sql, child } of shops) {
      agent.destroy()
      await sql.end()
      await child.stop()
    }
  }
}

async function open(size: Size, dataDir: string): Promise<Shop> {
  const child = startShop(dataDir)
  const address = await child.address()
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const sql = await connectTo(dataDir)
  const accounts = {
    admin: await logIn(address, ADMIN),
    supplier: await logIn(address, MEASURED_SUPPLIER),
    buyer: await logIn(address, MEASURED_BUYER),
  }
  const { rows } = await sql.query<{ id: number }>(
    `SELECT id FROM orders WHERE supplier_id = $1 AND deleted_at IS NULL ORDER BY id DESC LIMIT 1`,
    [accounts.supplier.id],
  )
  const { rows: frequent } = await sql.query<{ id: number }>(
    `SELECT max(id) AS id FROM orders WHERE deleted_at IS NULL GROUP BY phone ORDER BY count(*) DESC LIMIT 1`,
  )
  return { size, child, address, agent, sql, accounts, ownOrder: rows[0]!.id, frequentOrder: frequent[0]!.id }
}

async function logIn(address: string, person: { identifier: string; password: string }): Promise<Account> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${address}/api/login`, { method: 'POST', headers, body: JSON.stringify(person) })
  const { token, user } = (await answer.json()) as { token: string; user: { id: number } }
  return { id: user.id, token }
}

/** Waits for the work that a shop does at its start, which takes longer with more orders. */
async function untilQuiet({ sql }: Shop): Promise<void> {
  for (let quiet = 0; quiet < 3; await sleep(200)) {
    const { rows } = await sql.query<{ busy: number }>(
      `SELECT count(*)::int AS busy FROM pg_stat_activity
       WHERE state <> 'idle' AND backend_type IN ('client backend', 'autovacuum worker') AND pid <> pg_backend_pid()`,
    )
    quiet = rows[0]!.busy === 0 ? quiet + 1 : 0
  }
}

interface TimedAnswer {
  status: number
  text: string
  milliseconds: number
}

async function timedCall(
  { address, agent, accounts }: Shop,
  { as, isPosted }: Pick<GrowthRequest, 'as' | 'isPosted'>,
  path: string,
): Promise<TimedAnswer> {
  const begin = performance.now()
  const headers = as === 'visitor' ? {} : { authorization: `Bearer ${accounts[as].token}` }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(address + path, { method: isPosted ? 'POST' : 'GET', agent, headers, timeout: 20_000 }, resolve)
      .once('error', reject)
      .end()
  })
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part)
  const milliseconds = performance.now() - begin
  return { status: response.statusCode!, text: Buffer.concat(parts).toString('utf8'), milliseconds }
}

/** A query parameter that pages accept and nobody reads. */
const MEANINGLESS = '_routes'
let requestCount = 0

const uncachedPath = (path: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}${MEANINGLESS}=${process.pid}-${++requestCount}`

/** The very last page of one shop may have a row, and that of another ten. */
const lastFull = (pages: number): number => Math.max(1, pages - 1)

/** The path of a request in a given shop: the last page of a list has another number in each. */
async function pathOf(screen: GrowthRequest, shop: Shop): Promise<() => string> {
  const { as, path, part, isMadeAnew } = screen
  const pages = Math.ceil(shop.size.products / SHOP_PAGE)
  const numbers: Readonly<Record<string, number>> = {
    me: as === 'visitor' ? 0 : shop.accounts[as].id,
    own: shop.ownOrder,
    supplier: shop.accounts.supplier.id,
    frequent: shop.frequentOrder,
    middle: Math.ceil(pages / 2),
    last: lastFull(pages),
  }
  const own = path.replace(/\{(\w+)\}/, (_, name) => String(numbers[name]))
  if (isMadeAnew) return () => uncachedPath(own)
  if (part === undefined) return () => own
  const { text } = await timedCall(shop, screen, own)
  const answer = JSON.parse(text) as { last_page?: number; total_pages?: number }
  const counted = answer.last_page ?? answer.total_pages!
  const on = (page: number) => {
    const url = new URL(own, 'http://x')
    url.searchParams.set('page', String(page))
    return url.pathname + url.search
  }
  const hasRows = async (page: number) => ROWS.test((await timedCall(shop, screen, on(page))).text)
  const last = lastFull(await lastWithRows(counted, hasRows))
  return () => on(part === 'last' ? last : Math.ceil(last / 2))
}

/** Rows of a page, whatever its list calls them. */
const ROWS = /"(data|orders|entries)":\[\{/

/** Pages are counted to a limit; those beyond it have their rows all the same. */
async function lastWithRows(counted: number, hasRows: (page: number) => Promise<boolean>): Promise<number> {
  let [last, beyond] = [counted, counted + 1]
  while (await hasRows(beyond)) [last, beyond] = [beyond, beyond * 2]
  while (beyond - last > 1) {
    const middle = Math.floor((last + beyond) / 2)
    if (await hasRows(middle)) last = middle
    else beyond = middle
  }
  return last
}

async function measureScreen(
  screen: GrowthRequest,
  shops: readonly Shop[],
  rounds: number,
  say: (line: string) => void,
): Promise<Measure[]> {
  const paths = new Map<Shop, () => string>()
  for (const shop of shops) {
    paths.set(shop, await pathOf(screen, shop))
    const { status, text } = await timedCall(shop, screen, paths.get(shop)!())
    if (status !== 200) {
      say(`  ${screen.name} is answered ${status}: ${text.slice(0, 200)}`)
      return []
    }
    await block(() => timedCall(shop, screen, paths.get(shop)!()))
    if (screen.isMadeAnew) await refuseCachedAnswers(screen, shop, paths.get(shop)!)
  }
  const times = await inTurns(shops, rounds, (shop) => timedCall(shop, screen, paths.get(shop)!()))
  return [growth(screen.name, shops, times)]
}

/** Throws when the cache answers: this would measure how fast a cached page is sent. */
async function refuseCachedAnswers(screen: GrowthRequest, shop: Shop, path: () => string): Promise<void> {
  const before = await shop.child.processorMs()
  for (let call = 0; call < CALLS; call++) await timedCall(shop, screen, path())
  const each = ((await shop.child.processorMs()) - before) / CALLS
  if (each < LEAST_MADE_MS)
    throw new Error(`${screen.name} takes ${each.toFixed(3)} ms of processor: it was cached, not rendered`)
}

/** Milliseconds of some calls, one after the other. */
async function block(call: () => Promise<{ milliseconds: number }>): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + BLOCK_MS
  while (times.length < CALLS && (times.length < FEWEST_CALLS || performance.now() < end))
    times.push((await call()).milliseconds)
  return times
}

/** The times of all calls by shop and round. Another shop begins each round. */
async function inTurns(
  shops: readonly Shop[],
  rounds: number,
  call: (shop: Shop) => Promise<{ milliseconds: number }>,
): Promise<Map<Shop, number[][]>> {
  const times = new Map<Shop, number[][]>(shops.map((shop) => [shop, []]))
  for (let round = 0; round < rounds; round++)
    for (let turn = 0; turn < shops.length; turn++) {
      const shop = shops[(turn + round) % shops.length]!
      times.get(shop)!.push(await block(() => call(shop)))
    }
  return times
}

const growth = (name: string, shops: readonly Shop[], times: ReadonlyMap<Shop, number[][]>): Measure =>
  measuredGrowth(
    name,
    shops.map((shop) => ({ size: shop.size, rounds: times.get(shop)! })),
  )

const ORDER = 'an order'

/** A visitor's order of two products. What was ordered is taken back at the end: the next run finds the same shops. */
async function measureOrder(shops: readonly Shop[], rounds: number): Promise<Measure> {
  const ordering = new Map<Shop, () => Promise<{ milliseconds: number }>>()
  for (const shop of shops) {
    await takeBackOrders(shop.sql)
    ordering.set(shop, await orderingOf(shop))
    await block(ordering.get(shop)!)
  }
  const times = await inTurns(shops, rounds, (shop) => ordering.get(shop)!())
  for (const { sql } of shops) await takeBackOrders(sql)
  return growth(ORDER, shops, times)
}

async function orderingOf(shop: Shop): Promise<() => Promise<{ milliseconds: number }>> {
  const { rows: products } = await shop.sql.query<SoldProduct>(
    `SELECT id, user_price::int AS "userPrice" FROM products WHERE deleted_at IS NULL AND stock > 500 ORDER BY id`,
  )
  await reuseRecords(shop.sql)
  const [customerId] = await createCustomers(shop, 1)
  let orders = 0
  return async () => {
    const begin = performance.now()
    await placeOrder(shop, productsOfOrder('spread', products, 0, orders++), customerId!)
    return { milliseconds: performance.now() - begin }
  }
}

async function takeBackOrders(sql: pg.Client): Promise<void> {
  const own = `(SELECT id FROM orders WHERE name = '${CUSTOMER_NAME}' AND customer_id IN
    (SELECT id FROM customers WHERE name = '${CUSTOMER_NAME}'))`
  await sql.query('BEGIN')
  await sql.query(`
    UPDATE products SET stock = stock + pieces
    FROM (SELECT product_id, sum(quantity)::int AS pieces FROM order_lines WHERE order_id IN ${own} GROUP BY 1) AS sold
    WHERE products.id = product_id`)
  await sql.query(`DELETE FROM notifications WHERE link IN (SELECT '/order-admin/' || id FROM ${own} AS own)`)
  await sql.query(`DELETE FROM order_lines WHERE order_id IN ${own}`)
  await sql.query(`DELETE FROM orders WHERE id IN ${own}`)
  await sql.query(`DELETE FROM customers WHERE name = '${CUSTOMER_NAME}'`)
  await sql.query('COMMIT')
}
