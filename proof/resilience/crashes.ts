import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isPidInUse } from '#platform/db/embedded/processes.ts'
import type { SoldProduct } from '../bench/load/order-mix.ts'
import { bodyOf, restockProducts } from '../bench/load/shop-orders.ts'
import { connectTo } from '../bench/shops/child-process.ts'
import { Customers, compare } from './customers.ts'
import {
  ask,
  BACK_WITHIN_MS,
  brokenInvariants,
  countOf,
  customersOf,
  freePort,
  INVARIANT_COUNT,
  type OpenShop,
  openShop,
  seconds,
  untilReady,
} from './shop.ts'
import type { Verdict } from './verdict.ts'

const PROCESS_KILLS = 25
const DATABASE_KILLS = 5
const CLIENTS = 8
const STOPS = 3
const CONNECTIONS = 32
/** Connections that have sent half of their request when the signal comes. */
const HALFWAY = 8
const STOP_WITHIN_MS = 10_000

const anyMoment = () => sleep(150 + Math.random() * 700)

/** Kills the shop and its database again and again, then stops it politely. */
export async function testCrashes(folder: string): Promise<Verdict[]> {
  const dataDir = join(folder, 'killed')
  const port = await freePort()
  let shop = await openShop(dataDir, port)
  const sql = await connectTo(dataDir)
  const products = await restockProducts(sql)
  const before = await countOf(sql, 'select count(*) from orders')
  await sql.end()
  const customers = new Customers(port, products, await customersOf(port, CLIENTS))
  const restarts: number[] = []
  customers.begin()
  for (let kill = 0; kill < PROCESS_KILLS; kill++) {
    await anyMoment()
    await shop.child.end('SIGKILL')
    shop = await openShop(dataDir, port)
    restarts.push(shop.readyMs)
  }
  const returns: number[] = []
  for (let kill = 0; kill < DATABASE_KILLS; kill++) {
    await anyMoment()
    returns.push(await killDatabase(dataDir, port))
  }
  await anyMoment()
  await customers.end()
  const rows = await judgeKills({ dataDir, customers, before, restarts, returns, isAlive: shop.child.isRunning })
  return [...rows, await testStops(shop, dataDir, products)]
}

const headOf = (dataDir: string): number => {
  try {
    return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return 0
  }
}

/** Milliseconds until the shop, which runs on, is ready again. */
async function killDatabase(dataDir: string, port: number): Promise<number> {
  const head = headOf(dataDir)
  process.kill(head, 'SIGKILL')
  const begin = performance.now()
  while (isPidInUse(head) || headOf(dataDir) === head) {
    if (performance.now() - begin > STOP_WITHIN_MS) break
    await sleep(5)
  }
  await untilReady(port)
  return performance.now() - begin
}

interface Kills {
  dataDir: string
  customers: Customers
  before: number
  restarts: number[]
  returns: number[]
  isAlive: boolean
}

async function judgeKills({ dataDir, customers, before, restarts, returns, isAlive }: Kills): Promise<Verdict[]> {
  const sql = await connectTo(dataDir)
  const { lost, doubled } = await compare(sql, customers.log, before)
  const broken = await brokenInvariants(sql)
  await sql.end()
  const slowest = Math.max(...restarts)
  const slowestReturn = Math.max(...returns)
  const kills = `${PROCESS_KILLS} SIGKILL of the shop, ${DATABASE_KILLS} of PostgreSQL, under ${CLIENTS} clients`
  const unanswered = customers.sent.filter(({ status }) => status !== 201).length
  return [
    {
      claim: 'no acknowledged order is lost, none is doubled',
      tried: kills,
      held: lost === 0 && doubled === 0 && customers.unexpected.length === 0 && customers.log.length > 0,
      figure: `${customers.acknowledged} acknowledged, ${unanswered} sent again, ${lost} lost, ${doubled} doubled${describeUnexpected(customers.unexpected)}`,
    },
    {
      claim: 'every invariant holds after the crashes',
      tried: kills,
      held: broken.length === 0,
      figure: broken.length === 0 ? `${INVARIANT_COUNT} of ${INVARIANT_COUNT}` : `broken: ${broken.join('; ')}`,
    },
    {
      claim: 'ready within 3 s of being started again',
      tried: `${restarts.length} starts after SIGKILL`,
      held: slowest <= BACK_WITHIN_MS,
      figure: `slowest ${seconds(slowest)}, median ${seconds(medianOf(restarts))}`,
    },
    {
      claim: 'the database comes back within 3 s, the process stays',
      tried: `${returns.length} SIGKILL of PostgreSQL`,
      held: slowestReturn <= BACK_WITHIN_MS && isAlive,
      figure: `slowest ${seconds(slowestReturn)}, median ${seconds(medianOf(returns))}`,
    },
  ]
}

const describeUnexpected = (strange: readonly string[]): string =>
  strange.length === 0 ? '' : `, ${strange.length} strange, such as: ${strange[0]}`

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

interface Stop {
  inFlight: number
  failed: number
  /** Requests after the signal that got a 503. */
  turnedAway: number
  /** Asked after the signal, on an open connection, and cut without a word. */
  cut: number
  /** A description of the first failure. */
  failure: string
  milliseconds: number
  code: number | null
}

/** Stops it politely again and again. */
async function testStops(first: OpenShop, dataDir: string, products: readonly SoldProduct[]): Promise<Verdict> {
  const stops: Stop[] = []
  let shop = first
  for (let nth = 0; nth < STOPS; nth++) {
    if (nth > 0) shop = await openShop(dataDir, shop.port)
    stops.push(await stopAtWork(shop, products))
  }
  const sum = (of: (stop: Stop) => number) => stops.reduce((total, stop) => total + of(stop), 0)
  const inFlight = sum((stop) => stop.inFlight)
  const failed = sum((stop) => stop.failed)
  const cut = sum((stop) => stop.cut)
  const slowest = Math.max(...stops.map(({ milliseconds }) => milliseconds))
  return {
    claim: 'SIGTERM: what was begun is answered whole, and the process ends within 10 s',
    tried: `${STOPS} times under ${CONNECTIONS} connections at work, ${HALFWAY} of them halfway through a request`,
    held:
      inFlight >= STOPS * HALFWAY &&
      failed === 0 &&
      cut === 0 &&
      slowest <= STOP_WITHIN_MS &&
      stops.every(({ code }) => code === 0),
    figure: `${inFlight} in flight, ${failed} failed${stops.map(({ failure }) => failure).join('')}; later ones: ${sum((stop) => stop.turnedAway)} told to come back, ${cut} cut; slowest end ${seconds(slowest)}`,
  }
}

async function stopAtWork({ child, port }: OpenShop, products: readonly SoldProduct[]): Promise<Stop> {
  const ids = await customersOf(port, 4)
  let stopped = Number.POSITIVE_INFINITY
  const stop: Stop = { inFlight: 0, failed: 0, turnedAway: 0, cut: 0, failure: '', milliseconds: 0, code: null }
  let isOpen = true
  const note = (begin: number, end: number, status: number, expected: number, text: string) => {
    if (begin < stopped && status !== expected)
      stop.failure ||= ` (${status} ${text.slice(0, 80)}, ${(end - begin).toFixed(0)} ms after it began, ${(stopped - begin).toFixed(0)} ms before the signal)`
    if (begin < stopped && end >= stopped) {
      stop.inFlight++
      if (status !== expected) stop.failed++
    } else if (begin >= stopped) {
      if (status === 503) stop.turnedAway++
      // A refused connection informs its client; a cut one does not.
      else if (status !== expected && !/ECONNREFUSED/.test(text)) stop.cut++
      if (status !== expected) isOpen = false
    } else if (status !== expected) stop.failed++
  }
  const atWork = Array.from({ length: CONNECTIONS - HALFWAY }, async (_, client) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let nth = 0; isOpen; nth++) {
      const isOrder = client % 2 === 0
      const body = bodyOf([products[(client + nth) % products.length]!], ids[client % ids.length]!)
      const begin = performance.now()
      const reply = isOrder
        ? await ask(port, 'POST', '/api/orders/create', { agent, body, key: `stop-${port}-${client}-${begin}` })
        : await ask(port, 'GET', nth % 2 === 0 ? `/Boutique?_routes=${nth}` : '/api/cosmetique', { agent })
      note(begin, performance.now(), reply.status, isOrder ? 201 : 200, reply.text)
      if (reply.status !== (isOrder ? 201 : 200)) break
    }
    agent.destroy()
  })
  await sleep(700)
  let goOn!: () => void
  const until = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const halfway = Array.from({ length: HALFWAY }, async (_, nth) => {
    const begin = performance.now()
    const body = bodyOf([products[nth]!], ids[0]!)
    const reply = await ask(port, 'POST', '/api/orders/create', { body, key: `halfway-${port}-${nth}-${begin}`, until })
    note(begin, performance.now(), reply.status, 201, reply.text)
  })
  await sleep(300)
  stopped = performance.now()
  const ended = child.end('SIGTERM')
  setTimeout(goOn, 400)
  await Promise.all([...atWork, ...halfway])
  stop.code = await ended
  stop.milliseconds = performance.now() - stopped
  return stop
}
