import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SoldProduct } from '../../bench/load/order-mix.ts'
import { restockProducts } from '../../bench/load/shop-orders.ts'
import { Balancer } from '../balancer.ts'
import { Customers, compare } from '../customers.ts'
import { ask, brokenInvariants, countOf, customersOf, freePort, openShop, seconds } from '../shop.ts'
import type { Verdict } from '../verdict.ts'
import { Pair } from './pair.ts'
import { PER_SECOND, SteadyOrders } from './steady-orders.ts'

const CALM_MS = 4_000
/** As long as a frozen server stays so: beyond every time-out of the shop. */
const FROZEN_MS = 12_000

type Event = [name: string, happens: (pair: Pair) => Promise<void>]

/** Each ends with a leader that takes orders; `rejoin` comes after it. */
const EVENTS: readonly Event[] = [
  [
    'the leader is killed',
    async (pair) => {
      const heir = pair.standby
      await pair.leader.kill()
      await pair.untilLeads(heir)
    },
  ],
  [
    'the leader freezes, is replaced, and thaws',
    async (pair) => {
      const [old, heir] = [pair.leader, pair.standby]
      old.freeze()
      await pair.untilLeads(heir)
      await sleep(FROZEN_MS)
      old.thaw()
    },
  ],
  ['the two are switched over', (pair) => pair.switchOver()],
  [
    'the standby freezes and thaws, and the leader goes on alone',
    async (pair) => {
      pair.standby.freeze()
      await sleep(FROZEN_MS)
      pair.standby.thaw()
    },
  ],
  [
    'the standby freezes, orders stand still (strict), and the leader dies when it has thawed',
    async (pair) => {
      const heir = pair.standby
      pair.strict = true
      heir.freeze()
      await sleep(FROZEN_MS)
      heir.thaw()
      await sleep(CALM_MS)
      await pair.leader.kill()
      await pair.untilLeads(heir)
      pair.strict = false
    },
  ],
]

/** Two copies of the shop on a leader and its standby while these change hands: behind HAProxy, and with both in DATABASE_URL. */
export async function testFailover(folder: string): Promise<Verdict[]> {
  if (process.platform !== 'linux' || spawnSync('haproxy', ['-v']).status !== 0) {
    const claim = 'orders that were said yes to stay when PostgreSQL changes hands, none is made twice'
    return [{ claim, tried: 'nothing', held: null, figure: 'needs Linux and haproxy: apt-get install haproxy' }]
  }
  const open = new AsyncDisposableStack()
  try {
    const pair = await Pair.open(join(folder, 'pair'), open)
    const ports = [await freePort(), await freePort()]
    const haproxy = await openHaproxy(folder, pair, ports)
    open.defer(haproxy.close)
    const rows: Verdict[] = []
    for (const way of WAYS) rows.push(...(await tryWay(way, { folder, pair, ports, haproxy })))
    return rows
  } finally {
    await open.disposeAsync()
  }
}

const WAYS = ['through HAProxy', 'both hosts in DATABASE_URL, no HAProxy'] as const

interface Stage {
  folder: string
  pair: Pair
  ports: readonly number[]
  haproxy: Haproxy
}

async function tryWay(way: (typeof WAYS)[number], { folder, pair, ports, haproxy }: Stage): Promise<Verdict[]> {
  const isBehind = way === 'through HAProxy'
  const hosts = [pair.leader, pair.standby].map(({ port }) => `127.0.0.1:${port}`)
  const url = isBehind
    ? `postgres://shop@127.0.0.1:${haproxy.database}/shop`
    : `postgres://shop@${hosts}/shop?target_session_attrs=read-write`
  const settings = { DATABASE_URL: url, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'silent' }
  const open = new AsyncDisposableStack()
  try {
    for (const port of ports) {
      const { child } = await openShop(join(folder, `copy-${port}`), port, settings)
      open.defer(() => child.stop())
    }
    const balancer = new Balancer(ports)
    const port = isBehind ? haproxy.shop : await balancer.open()
    open.defer(() => balancer.close())
    const sql = await pair.leader.connect()
    const products = await restockProducts(sql)
    await sql.end()
    const ids = await customersOf(ports[0]!, 4)
    const rows: Verdict[] = []
    for (const event of EVENTS) rows.push(await tryEvent(event, { pair, port, products, ids, way }))
    return rows
  } finally {
    await open.disposeAsync()
  }
}

interface Scene {
  pair: Pair
  port: number
  products: readonly SoldProduct[]
  ids: readonly number[]
  way: string
}

async function tryEvent([name, happens]: Event, { pair, port, products, ids, way }: Scene): Promise<Verdict> {
  const beforehand = await pair.leader.connect()
  const before = await countOf(beforehand, 'select count(*) from orders')
  await beforehand.end()
  const customers = new Customers(port, products, ids)
  const orders = new SteadyOrders(customers, products, ids)
  const running = orders.run()
  await sleep(CALM_MS)
  const begin = performance.now()
  await happens(pair)
  await sleep(CALM_MS)
  await orders.end(running)
  const gap = longestGap(orders.answered, begin)
  const sql = await pair.leader.connect()
  const { lost, doubled } = await compare(sql, customers.log, before)
  const broken = await brokenInvariants(sql)
  await sql.end()
  await pair.rejoin()
  const { acknowledged, log, sent, unexpected } = customers
  return {
    claim: `${name}: every order that was said yes to is there, none twice`,
    tried: `${way}, two copies, ${PER_SECOND} orders a second`,
    held: lost === 0 && doubled === 0 && broken.length + unexpected.length === 0 && acknowledged === log.length,
    figure: `${acknowledged} of ${log.length} orders acknowledged, sent ${sent.length} times; ${lost} lost, ${doubled} doubled, ${broken.length} invariants broken, ${unexpected.length} unexpected answers${unexpected[0] ? ` (${unexpected[0].slice(0, 80)})` : ''}; longest without an order ${seconds(gap)}`,
  }
}

/** The longest time without an order that was said yes to, from a moment on. */
const longestGap = (answered: readonly number[], from: number): number =>
  Math.max(...answered.map((at, nth) => (at < from ? 0 : at - Math.max(from, answered[nth - 1] ?? from))))

interface Haproxy {
  /** The ports of the shop and of the database that writes. */
  shop: number
  database: number
  close: () => Promise<void>
}

/** HAProxy as operators have it, `ops/haproxy.cfg`, with the addresses of this trial. */
async function openHaproxy(folder: string, pair: Pair, copies: readonly number[]): Promise<Haproxy> {
  const [shop, database, metrics] = [await freePort(), await freePort(), await freePort()]
  const ops = join(import.meta.dirname, '..', '..', '..', 'ops')
  const nodes = [pair.leader, pair.standby]
  const changes: [string, string][] = [
    ['  user haproxy\n  group haproxy\n', ''],
    ['127.0.0.1:8080', `127.0.0.1:${shop}`],
    ['127.0.0.1:5000', `127.0.0.1:${database}`],
    ['127.0.0.1:8405', `127.0.0.1:${metrics}`],
    ['check port 8008', 'check'],
    ['/etc/haproxy/', `${ops}/`],
    ...copies.map((port, nth): [string, string] => [`10.0.0.1${nth + 1}:3000`, `127.0.0.1:${port}`]),
    ...nodes.map((node, nth): [string, string] => [
      `10.0.0.2${nth + 1}:5432`,
      `127.0.0.1:${node.port} port ${pair.checkPorts.get(node)}`,
    ]),
  ]
  let text = readFileSync(join(ops, 'haproxy.cfg'), 'utf8').replace(/^#.*\n/gm, '')
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`ops/haproxy.cfg no longer has ${from}`)
    text = text.replaceAll(from, to)
  }
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, text)
  const child = spawn('haproxy', ['-f', file, '-db'], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  // Without a copy it answers with the page of operators.
  for (const begin = performance.now(); (await ask(shop, 'GET', '/')).status !== 503; await sleep(50))
    if (performance.now() - begin > 10_000) throw new Error('HAProxy did not open')
  const close = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { shop, database, close }
}
