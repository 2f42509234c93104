import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SoldProduct } from '../../bench/load/order-mix.ts'
import { restockProducts } from '../../bench/load/shop-orders.ts'
import { say } from '../../bench/shops/temporary-folder.ts'
import { Balancer } from '../balancer.ts'
import { Customers, compare } from '../customers.ts'
import { ask, brokenInvariants, countOf, customersOf, freePort, openShop, seconds } from '../shop.ts'
import type { Verdict } from '../verdict.ts'
import { CALM_MS, EVENTS, type Event, STANDBY_LAGS } from './events.ts'
import { HERE, mayMakeMachines, openMachines } from './machines.ts'
import { Pair } from './pair.ts'
import { SteadyOrders } from './steady-orders.ts'

/** Two copies of the shop on a leader and its standby while these change hands: behind HAProxy, and with both in DATABASE_URL. */
export async function testFailover(folder: string): Promise<Verdict[]> {
  if (process.platform !== 'linux' || spawnSync('haproxy', ['-v']).status !== 0) {
    const claim = 'orders that were said yes to stay when PostgreSQL changes hands, none is made twice'
    return [{ claim, tried: 'nothing', held: null, figure: 'needs Linux and haproxy: apt-get install haproxy' }]
  }
  const open = new AsyncDisposableStack()
  try {
    const hasCables = mayMakeMachines()
    const machines = hasCables ? openMachines(open) : ([HERE, HERE] as const)
    const pair = await Pair.open(join(folder, 'pair'), machines, open)
    const ports = [await freePort(), await freePort()]
    const haproxy = await openHaproxy(folder, pair, ports)
    open.defer(haproxy.close)
    const rows: Verdict[] = []
    for (const way of WAYS) rows.push(...(await tryWay(way, { folder, pair, ports, haproxy, hasCables })))
    return rows
  } finally {
    await open.disposeAsync()
  }
}

/** So many that nobody's orders wait for each other at the highest rate. */
const PEOPLE = 40

interface Way {
  name: string
  isBehindHaproxy: boolean
  perSecond: number
}

const WAYS: readonly Way[] = [
  { name: 'through HAProxy', isBehindHaproxy: true, perSecond: 40 },
  { name: 'both hosts in DATABASE_URL, no HAProxy', isBehindHaproxy: false, perSecond: 20 },
]

interface Stage {
  folder: string
  pair: Pair
  ports: readonly number[]
  haproxy: Haproxy
  hasCables: boolean
}

async function tryWay(way: Way, { folder, pair, ports, haproxy, hasCables }: Stage): Promise<Verdict[]> {
  const hosts = [pair.leader, pair.standby].map(({ host }) => host)
  const url = way.isBehindHaproxy
    ? `postgres://shop@127.0.0.1:${haproxy.database}/shop`
    : `postgres://shop@${hosts}/shop?target_session_attrs=read-write`
  const settings = { DATABASE_URL: url, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'silent' }
  const open = new AsyncDisposableStack()
  try {
    for (const port of ports) {
      const { child } = await openShop(join(folder, `copy-${port}`), port, settings)
      open.defer(() => child.stop())
    }
    // The first copy fills the shop, which on a busy machine lasts long enough to be taken for a failure.
    await pair.rejoin()
    const balancer = new Balancer(ports)
    const port = way.isBehindHaproxy ? haproxy.shop : await balancer.open()
    open.defer(() => balancer.close())
    const sql = await pair.leader.connect()
    const products = await restockProducts(sql)
    await sql.end()
    const ids = await customersOf(ports[0]!, PEOPLE)
    const scene: Scene = { pair, port, products, ids, way }
    const rows: Verdict[] = []
    const add = (row: Verdict) => {
      say(`  ${row.claim}: ${row.figure}`)
      rows.push(row)
    }
    if (hasCables) add(await tryWithoutSynchrony(scene))
    for (const event of EVENTS)
      add(event.needsCables && !hasCables ? notTried(event, scene) : await tryEvent(event, scene))
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
  way: Way
}

const claimOf = ({ name }: Event): string => `${name}: every order that was said yes to is there, none twice`
const setting = ({ name, perSecond }: Way): string => `${name}, two copies, ${perSecond} orders a second`

const notTried = (event: Event, { way }: Scene): Verdict => ({
  claim: claimOf(event),
  tried: setting(way),
  held: null,
  figure: 'needs network namespaces: root and iproute2',
})

async function tryEvent(event: Event, scene: Scene): Promise<Verdict> {
  const { lost, doubled, broken, gap, customers } = await orderDuring(event, scene)
  const { acknowledged, log, sent, unexpected } = customers
  return {
    claim: claimOf(event),
    tried: setting(scene.way),
    held: lost === 0 && doubled === 0 && broken.length + unexpected.length === 0 && acknowledged === log.length,
    figure: `${acknowledged} of ${log.length} orders acknowledged, sent ${sent.length} times; ${lost} lost, ${doubled} doubled, ${broken.length} invariants broken, ${unexpected.length} unexpected answers${unexpected[0] ? ` (${unexpected[0].slice(0, 80)})` : ''}; longest without an order ${seconds(gap)}`,
  }
}

/** The counter-proof: who leads says yes by itself, and the same count must find orders that are gone. */
async function tryWithoutSynchrony(scene: Scene): Promise<Verdict> {
  await scene.pair.leader.ask(`alter system set synchronous_commit = 'local'`)
  await scene.pair.leader.ask('select pg_reload_conf()')
  const { lost, customers } = await orderDuring(STANDBY_LAGS, scene)
  return {
    claim: `${STANDBY_LAGS.name}: without synchronous replication this trial finds lost orders`,
    tried: setting(scene.way),
    held: lost > 0,
    figure: `${lost} of ${customers.acknowledged} acknowledged orders lost`,
  }
}

interface Outcome {
  lost: number
  doubled: number
  broken: string[]
  /** Milliseconds. */
  gap: number
  customers: Customers
}

/** Orders come before, during and after the event, and are compared with what the new leader has. */
async function orderDuring(event: Event, { pair, port, products, ids, way }: Scene): Promise<Outcome> {
  const beforehand = await pair.leader.connect()
  const before = await countOf(beforehand, 'select count(*) from orders')
  await beforehand.end()
  const customers = new Customers(port, products, ids)
  const orders = new SteadyOrders(customers, products, ids, way.perSecond)
  const running = orders.run()
  await sleep(CALM_MS)
  const begin = performance.now()
  await event.happens(pair)
  await sleep(CALM_MS)
  await orders.end(running)
  const gap = longestGap(orders.answered, begin)
  const sql = await pair.leader.connect()
  const { lost, doubled } = await compare(sql, customers.log, before)
  const broken = await brokenInvariants(sql)
  await sql.end()
  await pair.rejoin()
  return { lost, doubled, broken, gap, customers }
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
      `${node.host} addr 127.0.0.1 port ${pair.checkPorts.get(node)}`,
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
  process.once('exit', () => child.kill('SIGKILL'))
  // Without a copy it answers with the page of operators.
  for (const begin = performance.now(); (await ask(shop, 'GET', '/')).status !== 503; await sleep(50))
    if (performance.now() - begin > 10_000) throw new Error('HAProxy did not open')
  const close = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { shop, database, close }
}
