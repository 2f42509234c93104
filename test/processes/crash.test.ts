import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase, openDatabase } from '#platform/db/database.ts'
import { runningConnection, startEmbedded } from '#platform/db/embedded/embedded.ts'
import { findBrokenInvariants } from '#server/books/check-invariants.ts'
import { ensureBuild } from '../ensure-build.ts'
import { call, killShops, type ShopProcess, startShop } from '../shop-process.ts'
import { addAdmin, storeProduct } from '../test-app.ts'

const EMPTY = { DEMO: '0' }
const dataDir = mkdtempSync(join(tmpdir(), 'shop-crash-'))

beforeAll(async () => {
  // When we are root, another user runs PostgreSQL in it.
  chmodSync(dataDir, 0o755)
  await ensureBuild()
})

afterAll(async () => {
  killShops()
  // Whatever a failed test left behind is taken over and stopped.
  if (runningConnection(dataDir)) await (await startEmbedded({ dataDir })).stop()
  rmSync(dataDir, { recursive: true, force: true })
})

interface Attempt {
  key: string
  body: object
  /** The order's id, once the shop has said so. */
  acknowledged: number | null
}

/** One client after another order, until the shop is gone. */
async function buyWithoutEnd(port: number, name: string, log: Attempt[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const recipient = { Name: name, Phone: '0612345678', Address: '1, rue des Fleurs', City: 'Fès' }
  try {
    const products = JSON.parse((await call(port, 'GET', '/api/cosmetique', { agent })).text)
    // One after another, so that no stock is sold out before the end.
    const plentiful = products.filter((each: { StockQuantity: number }) => each.StockQuantity > 100)
    for (let nth = 0; ; nth++) {
      const { ProductID, user_price } = plentiful[nth % plentiful.length]
      const made = JSON.parse((await call(port, 'POST', '/api/customers/create', { agent, body: recipient })).text)
      const line = { product_ids: [ProductID], prices: [user_price], priceGain: [user_price], quantities: [1] }
      const body = { ...line, customer_id: made.customer.CustomerID }
      const attempt: Attempt = { key: `order-${name}-${nth}-of-this-test`, body, acknowledged: null }
      log.push(attempt)
      const { status, text } = await call(port, 'POST', '/api/orders/create', { agent, body, key: attempt.key })
      if (status !== 201) return
      attempt.acknowledged = JSON.parse(text).order.OrderID
    }
  } catch {
    // The shop is gone: what was not acknowledged stays open.
  } finally {
    agent.destroy()
  }
}

async function ordersOf(port: number): Promise<number[]> {
  const { text } = await call(port, 'GET', '/api/admin/ordersDashbord', { token })
  return JSON.parse(text).map((each: { OrderID: number }) => each.OrderID)
}

const clients = (port: number, names: string, log: Attempt[]) =>
  Promise.all([...names].map((name) => buyWithoutEnd(port, `client-${name}`, log)))

const idsOf = (log: readonly Attempt[]) => log.flatMap(({ acknowledged }) => acknowledged ?? [])

/** Orders are under way then. */
async function untilAnswered(log: readonly Attempt[], count: number): Promise<void> {
  while (idsOf(log).length < count) await sleep(10)
}

const log: Attempt[] = []
let shop: ShopProcess
let token: string

/** An admin, and more of each product than is bought. */
async function fillShop(): Promise<void> {
  const db = openDatabase({ connection: runningConnection(dataDir)! })
  token = await addAdmin(db)
  for (const name of ['Gel', 'Lait', 'Savon']) await storeProduct(db, { name, stock: 100_000 }, new Date())
  await storeProduct(db, { name: 'Coffret', category: 'pack' }, new Date())
  await closeDatabase(db)
}

test('killed in the middle of orders, the shop is there again with every order that it had said yes to, none twice', async () => {
  shop = await startShop(dataDir, EMPTY)
  await fillShop()
  const buying = clients(shop.port, 'abcdef', log)
  await untilAnswered(log, 5)
  await sleep(Math.random() * 300)
  shop.child.kill('SIGKILL')
  await once(shop.child, 'exit')
  await buying

  shop = await startShop(dataDir, EMPTY)
  process.stdout.write(`ready ${shop.readyAfter} ms after SIGKILL, with ${idsOf(log).length} orders acknowledged\n`)
  const kept = await ordersOf(shop.port)
  expect(new Set(kept).size).toBe(kept.length)
  expect(idsOf(log).filter((id) => !kept.includes(id))).toEqual([])

  // Every client asks again with its own key: the order that was made is answered, or is made now.
  for (const attempt of log) {
    const { status, text } = await call(shop.port, 'POST', '/api/orders/create', attempt)
    expect(status).toBe(201)
    const { OrderID } = JSON.parse(text).order
    expect(OrderID).toBe(attempt.acknowledged ?? OrderID)
    attempt.acknowledged = OrderID
  }
  expect((await ordersOf(shop.port)).length).toBe(log.length)
  expect(new Set(idsOf(log)).size).toBe(log.length)
})

test('asked to stop, it finishes what it has begun, takes nothing new and ends within ten seconds', async () => {
  const { child, port } = shop
  const idle = new Agent({ keepAlive: true })
  const products = JSON.parse((await call(port, 'GET', '/api/packs', { agent: idle })).text)
  const { ProductID, user_price } = products.find((each: { StockQuantity: number }) => each.StockQuantity > 20)
  const line = { product_ids: [ProductID], prices: [user_price], priceGain: [user_price], quantities: [1] }
  const recipient = { Name: 'Nadia', Phone: '0612345678', Address: '1, rue des Fleurs', City: 'Fès' }
  // A visitor's record serves one order.
  const bodies = await Promise.all(
    [1, 2, 3, 4, 5].map(async () => {
      const made = JSON.parse((await call(port, 'POST', '/api/customers/create', { body: recipient })).text)
      return { ...line, customer_id: made.customer.CustomerID, customer_key: made.key }
    }),
  )

  // Five that have begun to speak when the signal comes, and clients that order without end around them.
  let goOn!: () => void
  const until = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const halfway = bodies.map((body, nth) =>
    call(port, 'POST', '/api/orders/create', { body, key: `in-flight-number-${nth}`, until }),
  )
  const crowd: Attempt[] = []
  const buying = clients(port, 'ghi', crowd)
  await untilAnswered(crowd, 3)
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  // Until the signal is heard; then the next answer on a connection says that it is the last.
  for (let last = ''; last !== 'close'; ) {
    const { status, headers } = await call(port, 'GET', '/api/packs', { agent: idle })
    expect(status).toBe(200)
    last = headers.connection!
  }
  const isTaken = () =>
    call(port, 'GET', '/healthz').then(
      () => true,
      () => false,
    )
  await expect.poll(isTaken).toBe(false)
  goOn()
  const answers = await Promise.all(halfway)
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  for (const [nth, { text }] of answers.entries())
    log.push({ key: `in-flight-number-${nth}`, body: bodies[nth]!, acknowledged: JSON.parse(text).order.OrderID })
  const [code] = await exited
  // Past ten seconds it would have ended itself, with another code.
  expect(code).toBe(0)
  expect(runningConnection(dataDir)).toBeNull()
  await buying
  idle.destroy()

  const server = await startEmbedded({ dataDir })
  const db = openDatabase({ connection: server.connection })
  const { rows } = await db.execute<{ id: number; key: string }>(sql`
    select (answer::json -> 'order' ->> 'OrderID')::int as id, key from idempotency_keys`)
  const { rows: orders } = await db.execute<{ count: number }>(sql`select count(*)::int as count from orders`)
  const broken = await findBrokenInvariants(db)
  await closeDatabase(db)
  await server.stop()
  const keptUnder = new Map(rows.map(({ id, key }) => [key, id]))
  for (const { key, acknowledged } of [...log, ...crowd])
    if (acknowledged !== null) expect(keptUnder.get(key), key).toEqual(acknowledged)
  expect(orders[0]!.count).toBe(keptUnder.size)
  expect(broken).toEqual([])
})
