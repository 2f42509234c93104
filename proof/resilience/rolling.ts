import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SoldProduct } from '../bench/load/order-mix.ts'
import { bodyOf } from '../bench/load/shop-orders.ts'
import { Balancer } from './balancer.ts'
import { type Attempt, compare } from './customers.ts'
import { openDatabaseBeside } from './database.ts'
import { ask, brokenInvariants, countOf, customersOf, freePort, type OpenShop, openShop, seconds } from './shop.ts'
import type { Verdict } from './verdict.ts'

const PER_SECOND = 200
/** One request of so many is an order. */
const ORDER_EVERY = 5
const BEFORE_AND_AFTER_MS = 2_000
/** The least share of that rate: below it, the machine was too busy for the trial. */
const LEAST_SHARE = 0.9

const READ = ['/', '/Boutique', '/api/cosmetique', '/api/packs']

interface RollingResult {
  status: number
  milliseconds: number
  text: string
}

/** Two shops on one database behind a balancer, each replaced in turn while customers come. */
export async function testRollingRestart(folder: string): Promise<Verdict[]> {
  const database = await openDatabaseBeside(join(folder, 'database'))
  const settings = { DATABASE_URL: database.url }
  const dataDir = join(folder, 'files')
  const ports = [await freePort(), await freePort()]
  const shops: OpenShop[] = []
  for (const port of ports) shops.push(await openShop(dataDir, port, settings))
  const products = await database.fillShelves()
  const ids = await customersOf(ports[0]!, 8)
  const before = await countOf(database.sql, 'select count(*) from orders')
  const balancer = new Balancer(ports)
  const traffic = new Traffic(await balancer.open(), products, ids)
  traffic.begin()
  await sleep(BEFORE_AND_AFTER_MS)
  const codes: (number | null)[] = []
  for (const [nth, port] of ports.entries()) {
    codes.push(await shops[nth]!.child.end('SIGTERM'))
    shops[nth] = await openShop(dataDir, port, settings)
    await balancer.untilIn(port)
    await sleep(BEFORE_AND_AFTER_MS)
  }
  const { outcomes, lastedMs } = await traffic.end()
  await balancer.close()
  const { lost, doubled } = await compare(database.sql, traffic.log, before)
  const broken = await brokenInvariants(database.sql)
  for (const { child } of shops) await child.stop()
  await database.close()

  const failed = outcomes.filter(({ status }) => status !== 200 && status !== 201)
  const slowest = Math.max(...outcomes.map(({ milliseconds }) => milliseconds))
  const rate = (outcomes.length / lastedMs) * 1000
  return [
    {
      claim: 'a rolling restart of two processes shows no error, loses and doubles nothing',
      tried: `each replaced once behind a balancer, ${PER_SECOND} requests a second, one of ${ORDER_EVERY} an order`,
      held:
        rate >= LEAST_SHARE * PER_SECOND &&
        failed.length === 0 &&
        lost === 0 &&
        doubled === 0 &&
        broken.length === 0 &&
        codes.every((code) => code === 0),
      figure: `${outcomes.length} requests (${rate.toFixed(0)}/s), ${failed.length} failed${failed[0] ? ` (${failed[0].status} ${failed[0].text.slice(0, 80)})` : ''}, ${balancer.repeated} repeated by the balancer, slowest ${seconds(slowest)}; ${traffic.log.length} orders, ${lost} lost, ${doubled} doubled, ${broken.length} invariants broken`,
    },
  ]
}

/** Requests at a steady rate, whatever the answers take. */
class Traffic {
  readonly log: Attempt[] = []
  readonly #port: number
  readonly #products: readonly SoldProduct[]
  readonly #ids: readonly number[]
  readonly #agent = new Agent({ keepAlive: true })
  #isOpen = true
  #running: Promise<{ outcomes: RollingResult[]; lastedMs: number }> | undefined

  constructor(port: number, products: readonly SoldProduct[], ids: readonly number[]) {
    this.#port = port
    this.#products = products
    this.#ids = ids
  }

  begin(): void {
    this.#running = this.#run()
  }

  async end(): Promise<{ outcomes: RollingResult[]; lastedMs: number }> {
    this.#isOpen = false
    const done = await this.#running!
    this.#agent.destroy()
    return done
  }

  async #run(): Promise<{ outcomes: RollingResult[]; lastedMs: number }> {
    const begin = performance.now()
    const all: Promise<RollingResult>[] = []
    for (let nth = 0; this.#isOpen; nth++) {
      const due = begin + (nth * 1000) / PER_SECOND
      if (due > performance.now()) await sleep(due - performance.now())
      all.push(this.#send(nth))
    }
    return { outcomes: await Promise.all(all), lastedMs: performance.now() - begin }
  }

  async #send(nth: number): Promise<RollingResult> {
    const begin = performance.now()
    const { status, text } = nth % ORDER_EVERY === 0 ? await this.#order(nth) : await this.#read(nth)
    return { status, milliseconds: performance.now() - begin, text }
  }

  #read(nth: number) {
    const path = READ[nth % READ.length]!
    return ask(this.#port, 'GET', path, { agent: this.#agent })
  }

  async #order(nth: number) {
    const body = bodyOf([this.#products[nth % this.#products.length]!], this.#ids[nth % this.#ids.length]!)
    const attempt: Attempt = { key: randomUUID(), body, acknowledged: null }
    this.log.push(attempt)
    const reply = await ask(this.#port, 'POST', '/api/orders/create', { agent: this.#agent, body, key: attempt.key })
    if (reply.status === 201) attempt.acknowledged = JSON.parse(reply.text).order.OrderID
    return reply
  }
}
