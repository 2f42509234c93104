import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { SoldProduct } from '../bench/load/order-mix.ts'
import { Customers, compare } from './customers.ts'
import { type DatabaseBeside, openDatabaseBeside } from './database.ts'
import { DatabaseProxy } from './proxy.ts'
import {
  ask,
  BACK_WITHIN_MS,
  brokenInvariants,
  countOf,
  customersOf,
  freePort,
  isReady,
  logIn,
  type OpenShop,
  openShop,
  seconds,
} from './shop.ts'
import type { Verdict } from './verdict.ts'

const POOL = 10
/** The connection that asks whether the database is there. */
const LINES_BESIDE_POOL = 1
const CLIENTS = 4
const READERS = 2
const READ_PAUSE_MS = 50
const LONGEST_ANSWER_MS = 9_000
/** An answer that took so long met the fault. */
const FELT_MS = 400
const CALM_MS = 700
const AFTER_MS = 4_000
const PROBE_EVERY_MS = 100
const LOST_ANSWERS = 20

/** A shop that reaches its database through the proxy. */
interface House {
  shop: OpenShop
  database: DatabaseBeside
  proxy: DatabaseProxy
  products: SoldProduct[]
  customerIds: number[]
  token: string
}

interface Trouble {
  name: string
  tried: string
  lastsMs: number
  begin: (house: House) => Promise<void>
  end: (house: House) => Promise<void>
  /** Share of the orders that are stored meanwhile all the same; none unless given. */
  leastServed?: number
}

export async function testDatabaseFaults(folder: string): Promise<Verdict[]> {
  const database = await openDatabaseBeside(join(folder, 'database'))
  const proxy = new DatabaseProxy(database.socket)
  await proxy.open()
  const settings = { DATABASE_URL: `postgres://shop@127.0.0.1:${proxy.port}/shop`, DATABASE_POOL: String(POOL) }
  const shop = await openShop(join(folder, 'files'), await freePort(), settings)
  const products = await database.fillShelves()
  const customerIds = await customersOf(shop.port, CLIENTS)
  const house: House = { shop, database, proxy, products, customerIds, token: await logIn(shop.port) }
  const rows: Verdict[] = []
  for (const trouble of TROUBLES) rows.push(await endure(house, trouble))
  rows.push(await loseAnswers(house, 'cut after the statement', 'COMMIT\0', 'the answer to COMMIT is lost'))
  rows.push(
    await loseAnswers(
      house,
      'cut mid-statement',
      'insert into "orders"',
      'the line is cut in the middle of an order’s statement',
    ),
  )
  const broken = await brokenInvariants(database.sql)
  rows.push({
    claim: 'every invariant holds after the faults',
    tried: 'all faults of the database, one after another in one shop',
    held: broken.length === 0 && shop.child.isRunning,
    figure: `${broken.length} broken ${broken.join('; ')}`.trim(),
  })
  await shop.child.stop()
  await proxy.close()
  await database.close()
  return rows
}

let strangers: pg.Client[] = []

async function sendStrangersAway(): Promise<void> {
  await Promise.all(strangers.map((stranger) => stranger.end()))
  strangers = []
}

async function hold({ database }: House, statement: string): Promise<void> {
  const stranger = await database.connect()
  strangers.push(stranger)
  await stranger.query('BEGIN')
  await stranger.query(statement)
}

/** Takes every connection that the server has, those of the shop as well. */
async function takeAllConnections({ database, proxy }: House): Promise<void> {
  proxy.cutAll()
  // Connections that the shop opens in between are cut, until none is left for it.
  for (let refusals = 0; refusals < 20; ) {
    try {
      strangers.push(await database.connect())
    } catch {
      refusals++
      proxy.cutAll()
      await sleep(10)
    }
  }
}

const TROUBLES: readonly Trouble[] = [
  {
    name: 'each answer of the database comes 500 ms late',
    tried: 'delay of 500 ms for 4 s',
    lastsMs: 4_000,
    begin: async ({ proxy }) => {
      proxy.fault = { kind: 'delay', milliseconds: 500 }
    },
    end: async ({ proxy }) => {
      proxy.fault = { kind: 'none' }
    },
    leastServed: 0.9,
  },
  {
    name: 'the database refuses connections',
    tried: 'port closed and lines cut for 4 s',
    lastsMs: 4_000,
    begin: ({ proxy }) => proxy.close(),
    end: ({ proxy }) => proxy.open(),
  },
  {
    name: 'the database falls silent',
    tried: 'black hole for 12 s; lines of that time stay dead',
    lastsMs: 12_000,
    begin: async ({ proxy }) => {
      proxy.fault = { kind: 'black hole' }
    },
    end: async ({ proxy }) => {
      proxy.fault = { kind: 'none' }
    },
  },
  {
    name: 'the database falls silent for a moment',
    tried: 'black hole for 2 s; lines of that time stay dead',
    lastsMs: 2_000,
    begin: async ({ proxy }) => {
      proxy.fault = { kind: 'black hole' }
    },
    end: async ({ proxy }) => {
      proxy.fault = { kind: 'none' }
    },
  },
  {
    name: 'others hold all connections of the database',
    tried: 'max_connections used up for 4 s',
    lastsMs: 4_000,
    begin: takeAllConnections,
    end: sendStrangersAway,
  },
  {
    name: 'a stranger locks a product',
    tried: 'row lock for 10 s',
    lastsMs: 10_000,
    begin: (house) => hold(house, `SELECT FROM products WHERE id = ${house.products[0]!.id} FOR UPDATE`),
    end: sendStrangersAway,
  },
  {
    name: 'a stranger locks the products',
    tried: 'ACCESS EXCLUSIVE for 6 s',
    lastsMs: 6_000,
    begin: (house) => hold(house, 'LOCK TABLE products IN ACCESS EXCLUSIVE MODE'),
    end: sendStrangersAway,
  },
]

interface Read {
  begin: number
  status: number
  hasRetryAfter: boolean
  milliseconds: number
  path: string
}

/** Readers of uncached answers: pages that are rendered each time, and calls that query the database. */
class Readers {
  readonly reads: Read[] = []
  readonly #house: House
  #isOpen = true
  #nth = 0
  #reading: Promise<unknown> | undefined

  constructor(house: House) {
    this.#house = house
  }

  begin(): void {
    this.#reading = Promise.all(Array.from({ length: READERS }, () => this.#read()))
  }

  async end(): Promise<void> {
    this.#isOpen = false
    await this.#reading
  }

  async #read(): Promise<void> {
    const { shop, token } = this.#house
    for (; this.#isOpen; await sleep(READ_PAUSE_MS)) {
      const nth = this.#nth++
      const path = nth % 2 === 0 ? `/Boutique?_routes=${nth}` : '/api/admin/notifications/unread'
      const begin = performance.now()
      const { status, headers } = await ask(shop.port, 'GET', path, nth % 2 === 0 ? {} : { token })
      const milliseconds = performance.now() - begin
      this.reads.push({ begin, status, hasRetryAfter: headers['retry-after'] !== undefined, milliseconds, path })
      // The process itself must be healthy whatever the database does.
      const health = await ask(shop.port, 'GET', '/healthz', { within: 2_000 })
      this.reads.push({ begin, status: health.status, hasRetryAfter: true, milliseconds: 0, path: '/healthz' })
    }
  }
}

/** One fault while customers order and read, and what is left of it afterwards. */
async function endure(house: House, { name, tried, lastsMs, begin, end, leastServed = 0 }: Trouble): Promise<Verdict> {
  const { shop, database, products, customerIds } = house
  const before = await countOf(database.sql, 'select count(*) from orders')
  const customers = new Customers(shop.port, products, customerIds)
  const readers = new Readers(house)
  customers.begin()
  readers.begin()
  await sleep(CALM_MS)
  await begin(house)
  await sleep(lastsMs)
  await end(house)
  const ended = performance.now()
  const backAfter = await untilServed(house, customers, ended)
  await sleep(Math.max(0, AFTER_MS - (performance.now() - ended)))
  await customers.end()
  await readers.end()
  for (const attempt of customers.log) if (attempt.acknowledged === null) await customers.untilAnswered(attempt)

  const all: Read[] = [...customers.sent.map((sent) => ({ ...sent, path: 'order' })), ...readers.reads]
  const wrong = all.filter((each) => !isRight(each))
  const late = all.filter((each) => each.begin > ended + BACK_WITHIN_MS && each.status === 503)
  const slowest = Math.max(...all.map(({ milliseconds }) => milliseconds))
  const { lost, doubled } = await compare(database.sql, customers.log, before)
  const leak = await leakOf(house)
  const refused = all.filter(({ status }) => status === 503).length
  const orders = all.filter(({ path }) => path === 'order')
  const served = orders.filter(({ status }) => status === 201).length / orders.length
  const isFelt = refused > 0 || slowest >= FELT_MS
  const problems = [
    ...(isFelt ? [] : ['nobody felt it']),
    ...(wrong.length > 0 ? [`${wrong.length} wrong answers: ${wrong[0]!.path} ${wrong[0]!.status}`] : []),
    ...(served < leastServed ? [`only ${(served * 100).toFixed(0)} % of the orders stored`] : []),
    ...(late.length > 0 ? [`${late.length} still refused after 3 s`] : []),
    ...(lost + doubled !== 0 ? [`${lost} lost, ${doubled} doubled`] : []),
    ...(slowest > LONGEST_ANSWER_MS ? ['answers too slow'] : []),
    ...(backAfter > BACK_WITHIN_MS ? ['back too late'] : []),
    ...customers.unexpected.slice(0, 1),
    ...leak,
    ...(shop.child.isRunning ? [] : ['the process ended']),
  ]
  return {
    claim: `${name}: 503 or an answer, nothing lost or leaked, back within 3 s`,
    tried,
    held: problems.length === 0,
    figure: [
      `${all.length} answers, ${refused} of them 503, slowest ${seconds(slowest)}, served ${seconds(backAfter)} after it`,
      ...problems,
    ].join('; '),
  }
}

function isRight({ status, hasRetryAfter, path }: Read): boolean {
  if (path === '/healthz') return status === 200
  if (path !== 'order') return status === 200 || (status === 503 && hasRetryAfter)
  // Told that the same order is still under way, which is as good as 503.
  return status === 201 || ((status === 503 || status === 409) && hasRetryAfter)
}

/** Milliseconds after the end of the fault until a call that began after it is served: an order of what was in the way. */
async function untilServed(
  { shop, products, customerIds }: House,
  customers: Customers,
  ended: number,
): Promise<number> {
  let served: number | undefined
  const probes: Promise<unknown>[] = []
  while (served === undefined && performance.now() - ended < 30_000) {
    const probe = async () => {
      if (!(await isReady(shop.port))) return
      const { isOver, status } = await customers.send(customers.attempt([products[0]!], customerIds[0]!))
      if (isOver && status === 201) served ??= performance.now() - ended
    }
    probes.push(probe())
    await sleep(PROBE_EVERY_MS)
  }
  await Promise.all(probes)
  return served ?? Number.POSITIVE_INFINITY
}

/** Connections and locks that the shop has left although no request runs. */
async function leakOf({ shop, database, token }: House): Promise<string[]> {
  const crowd = Array.from({ length: 3 * POOL }, () =>
    ask(shop.port, 'GET', '/api/admin/notifications/unread', { token }),
  )
  const refused = (await Promise.all(crowd)).filter(({ status }) => status !== 200).length
  let lines: { state: string }[] = []
  // Its scheduled jobs take a connection for an instant now and then.
  for (let look = 0; look < 20; look++) {
    lines = (
      await database.sql.query<{ state: string }>(
        `select state from pg_stat_activity where application_name = 'shop' and backend_type = 'client backend'`,
      )
    ).rows
    if (lines.length <= POOL + LINES_BESIDE_POOL && lines.every(({ state }) => state === 'idle')) break
    await sleep(100)
  }
  const busy = lines.filter(({ state }) => state !== 'idle').length
  return [
    ...(refused > 0 ? [`${refused} of ${crowd.length} calls refused afterwards`] : []),
    ...(lines.length > POOL + LINES_BESIDE_POOL ? [`${lines.length} connections`] : []),
    ...(busy > 0 ? [`${busy} connections not idle`] : []),
  ]
}

/** Orders whose fate their customers cannot know: they ask again under the same key. */
async function loseAnswers(
  { shop, database, proxy, products, customerIds }: House,
  kind: 'cut after the statement' | 'cut mid-statement',
  text: string,
  name: string,
): Promise<Verdict> {
  const before = await countOf(database.sql, 'select count(*) from orders')
  const customers = new Customers(shop.port, products, customerIds)
  const statuses: number[] = []
  let replayed = 0
  let unsure = 0
  for (let nth = 0; nth < LOST_ANSWERS; nth++) {
    const attempt = customers.attempt([products[nth % products.length]!], customerIds[nth % CLIENTS]!)
    proxy.fault = { kind, text, times: 1 }
    const first = await customers.send(attempt)
    proxy.fault = { kind: 'none' }
    statuses.push(first.status)
    if (first.status === 503 && first.hasRetryAfter) unsure++
    for (let again = first; ; ) {
      again = await customers.send(attempt)
      if (again.replayed) replayed++
      if (again.isOver) break
      await sleep(50)
    }
  }
  const { lost, doubled } = await compare(database.sql, customers.log, before)
  const expected = kind === 'cut after the statement' ? LOST_ANSWERS : 0
  return {
    claim: `${name}: 503, and one order when it is sent again`,
    tried: `${LOST_ANSWERS} orders, each sent again under its key`,
    held:
      unsure === LOST_ANSWERS &&
      replayed === expected &&
      lost === 0 &&
      doubled === 0 &&
      customers.unexpected.length === 0 &&
      shop.child.isRunning,
    figure: `${unsure} × 503 with Retry-After${unsure === LOST_ANSWERS ? '' : ` (${[...new Set(statuses)]})`}, ${replayed} answered as before, ${lost} lost, ${doubled} doubled${customers.unexpected[0] ? `, ${customers.unexpected[0]}` : ''}`,
  }
}
