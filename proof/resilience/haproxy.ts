import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply } from '#test/shop-process.ts'
import { Customers, compare } from './customers.ts'
import { openDatabaseBeside } from './database.ts'
import { DatabaseProxy, type Fault } from './proxy.ts'
import { ask, BACK_WITHIN_MS, brokenInvariants, countOf, customersOf, freePort, openShop, seconds } from './shop.ts'
import type { Verdict } from './verdict.ts'

const AWAY_MS = 20_000
const ASK_EVERY_MS = 100
const METRICS_TOKEN = 'what-a-reader-must-bring'
/** Pages that are cached before the database goes away. */
const PAGES = ['/', '/Boutique']
const CALLS = ['/api/cosmetique', '/api/packs', '/api/products/1']

/** HAProxy from the system’s own packages asks two copies on one PostgreSQL for `/readyz` while that goes away. */
export async function testBehindHaproxy(folder: string): Promise<Verdict[]> {
  if (spawnSync('haproxy', ['-v']).status !== 0) {
    const claim = 'behind HAProxy, while the database is away, pages are shown and calls get their 503'
    return [{ claim, tried: 'nothing', held: null, figure: 'no haproxy here: apt-get install haproxy' }]
  }
  const database = await openDatabaseBeside(join(folder, 'database'))
  const proxy = new DatabaseProxy(database.socket)
  await proxy.open()
  const url = new URL(database.url)
  url.search = ''
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  const settings = { DATABASE_URL: url.href, METRICS_TOKEN, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'silent' }
  const ports = [await freePort(), await freePort()]
  const shops = []
  for (const [nth, port] of ports.entries()) shops.push(await openShop(join(folder, `copy-${nth}`), port, settings))
  const products = await database.fillShelves()
  const balancer = await openHaproxy(folder, ports)
  const ids = await customersOf(balancer.port, 2)
  const rows: Verdict[] = []
  for (const [name, away, back] of [
    ['refuses', () => proxy.close(), () => proxy.open()],
    [
      'falls silent',
      async () => setFault(proxy, { kind: 'black hole' }),
      async () => setFault(proxy, { kind: 'none' }),
    ],
  ] as const) {
    const before = await countOf(database.sql, 'select count(*) from orders')
    const customers = new Customers(balancer.port, products, ids)
    const watch = new Watch(balancer, ports)
    for (const page of PAGES) await Promise.all(ports.map((port) => ask(port, 'GET', page)))
    customers.begin()
    await sleep(1_000)
    await away()
    const begin = performance.now()
    await watch.during(AWAY_MS)
    await back()
    const returned = performance.now()
    await customers.untilAnswered(customers.attempt([products[0]!], ids[0]!))
    const servedAfter = performance.now() - returned
    await customers.end()
    const { lost, doubled } = await compare(database.sql, customers.log, before)
    const broken = await brokenInvariants(database.sql)
    const orders = customers.sent.filter((sent) => sent.begin > begin && sent.begin + sent.milliseconds < returned)
    const wrongOrders = orders.filter(
      ({ status, hasRetryAfter }) => status !== 201 && !(status === 503 && hasRetryAfter),
    )
    const { wrong, pages, calls, slowest, figures } = watch
    rows.push({
      claim: `behind HAProxy, while the database ${name}: both copies stay in, cached pages are shown, calls and orders get a JSON 503 with Retry-After, database_up is 0`,
      tried: `HAProxy ${balancer.version} in front of two copies, ${AWAY_MS / 1000} s, ${PAGES.length + CALLS.length} addresses every ${ASK_EVERY_MS} ms, 2 customers`,
      held:
        wrong.length === 0 &&
        wrongOrders.length === 0 &&
        customers.unexpected.length === 0 &&
        pages > 0 &&
        calls > 0 &&
        figures > 0 &&
        lost + doubled + broken.length === 0 &&
        servedAfter <= BACK_WITHIN_MS,
      figure: `${pages} pages, slowest ${seconds(slowest)}, ${calls} calls, ${figures} looks at figures and states, ${wrong.length} wrong${wrong[0] ? ` (${wrong[0]})` : ''}; ${orders.length} orders sent meanwhile, ${wrongOrders.length} wrong${wrongOrders[0] ? ` (${wrongOrders[0].status} ${wrongOrders[0].text.slice(0, 60)})` : ''}; ${customers.log.length} in all, ${lost} lost, ${doubled} doubled, ${broken.length} invariants broken; served ${seconds(servedAfter)} after its return`,
    })
  }
  await balancer.close()
  for (const { child } of shops) await child.stop()
  await proxy.close()
  await database.close()
  return rows
}

const setFault = (proxy: DatabaseProxy, fault: Fault): void => {
  proxy.fault = fault
}

/** Asks everything again and again, and remembers what was not as promised. */
class Watch {
  readonly wrong: string[] = []
  pages = 0
  calls = 0
  slowest = 0
  figures = 0
  readonly #balancer: Haproxy
  readonly #ports: readonly number[]

  constructor(balancer: Haproxy, ports: readonly number[]) {
    this.#balancer = balancer
    this.#ports = ports
  }

  async during(milliseconds: number): Promise<void> {
    const requests: Promise<void>[] = []
    // Requests of the last moments might be answered after the database is back.
    const end = performance.now() + milliseconds - BACK_WITHIN_MS
    for (; performance.now() < end; await sleep(ASK_EVERY_MS)) {
      requests.push(...PAGES.map((path) => this.#page(path)), ...CALLS.map((path) => this.#call(path)))
      requests.push(...this.#ports.map((port) => this.#look(port)), this.#states())
    }
    await sleep(BACK_WITHIN_MS)
    await Promise.all(requests)
  }

  async #page(path: string): Promise<void> {
    const begin = performance.now()
    const { status, text } = await ask(this.#balancer.port, 'GET', path)
    this.slowest = Math.max(this.slowest, performance.now() - begin)
    this.pages++
    if (status !== 200 || !text.includes('</html>')) this.wrong.push(`${path}: ${status} ${text.slice(0, 60)}`)
  }

  async #call(path: string): Promise<void> {
    const reply = await ask(this.#balancer.port, 'GET', path, { token: randomUUID() })
    this.calls++
    if (!isOurs503(reply)) this.wrong.push(`${path}: ${reply.status} ${reply.text.slice(0, 60)}`)
  }

  async #look(port: number): Promise<void> {
    const ready = await ask(port, 'GET', '/readyz')
    const metrics = await ask(port, 'GET', '/metrics', { token: METRICS_TOKEN })
    this.figures++
    if (ready.status !== 200 || JSON.parse(ready.text).database !== 'away') this.wrong.push(`/readyz: ${ready.text}`)
    const isHonest = /^database_up 0$/m.test(metrics.text) && !/^(mail|audits)_\w+ /m.test(metrics.text)
    if (metrics.status !== 200 || !isHonest) this.wrong.push(`/metrics: ${metrics.status}`)
  }

  async #states(): Promise<void> {
    const states = await this.#balancer.states()
    if (states.length !== this.#ports.length || states.some((state) => state !== 'UP'))
      this.wrong.push(`states: ${states}`)
  }
}

const isOurs503 = ({ status, headers, text }: Reply): boolean =>
  status === 503 &&
  headers['retry-after'] !== undefined &&
  /^application\/json/.test(headers['content-type'] ?? '') &&
  JSON.parse(text).code === 'unavailable'

interface Haproxy {
  port: number
  version: string
  /** HAProxy's state of each copy. */
  states: () => Promise<string[]>
  close: () => Promise<void>
}

async function openHaproxy(folder: string, ports: readonly number[]): Promise<Haproxy> {
  const [port, stats] = [await freePort(), await freePort()]
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configuration(port, stats, ports))
  const child = spawn('haproxy', ['-f', file, '-db'], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const states = async () => {
    const { text } = await ask(stats, 'GET', '/;csv')
    const [head = '', ...lines] = text.split('\n').map((line) => line.split(','))
    const column = (head as string[]).indexOf('status')
    return lines
      .filter(([backend, server]) => backend === 'copies' && /^copy/.test(server ?? ''))
      .map((line) => line[column]!)
  }
  for (
    const begin = performance.now();
    (await states()).some((state) => state !== 'UP') || (await ask(port, 'GET', '/healthz')).status !== 200;
    await sleep(50)
  )
    if (performance.now() - begin > 10_000) throw new Error('HAProxy did not open')
  const version = /version (\S+)/.exec(spawnSync('haproxy', ['-v'], { encoding: 'utf8' }).stdout)?.[1] ?? ''
  const close = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { port, version, states, close }
}

const configuration = (port: number, stats: number, copies: readonly number[]): string => `
defaults
  mode http
  timeout connect 1s
  timeout client 30s
  timeout server 30s
  option redispatch
frontend shop
  bind 127.0.0.1:${port}
  default_backend copies
backend copies
  option httpchk GET /readyz
  http-check expect status 200
  default-server check inter 500ms fall 2 rise 1
${copies.map((copy, nth) => `  server copy${nth} 127.0.0.1:${copy}`).join('\n')}
frontend stats
  bind 127.0.0.1:${stats}
  stats enable
  stats uri /
`
