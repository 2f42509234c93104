import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { productsOfOrder, type SoldProduct } from '../bench/load/order-mix.ts'
import { bodyOf } from '../bench/load/shop-orders.ts'
import { ask, countOf } from './shop.ts'

const PAUSE_MS = 25
const LONGEST_ANSWER_MS = 30_000

/** One order that a customer wants: as often as it is sent, under the same key. */
export interface Attempt {
  key: string
  body: object
  /** The order’s id, once the shop has acknowledged it. */
  acknowledged: number | null
}

/** The result of sending it once. */
export interface SentOrder {
  begin: number
  milliseconds: number
  status: number
  hasRetryAfter: boolean
  text: string
}

/**
 * Customers who order without end, each as soon as the last order is answered, and send again what was not, under the
 * same key. They log the answers that they got.
 */
export class Customers {
  readonly log: Attempt[] = []
  readonly sent: SentOrder[] = []
  /** Answers under one key that name different orders, and answers that no customer can use. */
  readonly unexpected: string[] = []
  readonly #port: number
  readonly #products: readonly SoldProduct[]
  readonly #ids: readonly number[]
  #isBuying = false
  #buying: Promise<unknown> = Promise.resolve()

  constructor(port: number, products: readonly SoldProduct[], ids: readonly number[]) {
    this.#port = port
    this.#products = products
    this.#ids = ids
  }

  begin(): void {
    this.#isBuying = true
    this.#buying = Promise.all(this.#ids.map((id, client) => this.#buy(id, client)))
  }

  /** Until each has the answer to its last order. */
  async end(): Promise<void> {
    this.#isBuying = false
    await this.#buying
  }

  get acknowledged(): number {
    return this.log.filter(({ acknowledged }) => acknowledged !== null).length
  }

  async #buy(id: number, client: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let nth = 0; this.#isBuying; nth++) {
      const products = productsOfOrder('spread', this.#products, client, nth)
      await this.untilAnswered(this.attempt(products, id), agent)
    }
    agent.destroy()
  }

  attempt(products: readonly SoldProduct[], customerId: number): Attempt {
    const attempt = { key: randomUUID(), body: bodyOf(products, customerId), acknowledged: null }
    this.log.push(attempt)
    return attempt
  }

  async untilAnswered(attempt: Attempt, agent?: Agent): Promise<void> {
    while (!(await this.send(attempt, agent)).isOver) await sleep(PAUSE_MS)
  }

  /** Sends it once, whether or not it was answered before. */
  async send(attempt: Attempt, agent?: Agent): Promise<SentOrder & { isOver: boolean; replayed: boolean }> {
    const begin = performance.now()
    const asking = { body: attempt.body, key: attempt.key, within: LONGEST_ANSWER_MS, ...(agent ? { agent } : {}) }
    const { status, headers, text } = await ask(this.#port, 'POST', '/api/orders/create', asking)
    const milliseconds = performance.now() - begin
    const sent = { begin, milliseconds, status, hasRetryAfter: headers['retry-after'] !== undefined, text }
    this.sent.push(sent)
    // No answer, refused for now, or still running: it is sent again.
    const isOver = ![0, 409, 429, 503].includes(status)
    if (status === 201) this.#acknowledge(attempt, JSON.parse(text).order.OrderID)
    else if (isOver) this.unexpected.push(`${status} ${text}`)
    return { ...sent, isOver, replayed: headers['idempotent-replayed'] === 'true' }
  }

  #acknowledge(attempt: Attempt, id: number): void {
    if (attempt.acknowledged !== null && attempt.acknowledged !== id)
      this.unexpected.push(`The key ${attempt.key} was answered with order ${attempt.acknowledged}, then ${id}`)
    attempt.acknowledged = id
  }
}

export interface Comparison {
  lost: number
  doubled: number
}

/** The customers’ log beside the orders. `before`: how many there were when they came. */
export async function compare(sql: pg.Client, log: readonly Attempt[], before: number): Promise<Comparison> {
  const answered = log.filter(({ acknowledged }) => acknowledged !== null)
  const lost = await countOf(
    sql,
    `select count(*) from unnest($1::int[], $2::text[]) as answered (id, key)
     where not exists (select from orders where orders.id = answered.id)
       or not exists (
         select from idempotency_keys stored
         where stored.key = answered.key and (stored.answer::json -> 'order' ->> 'OrderID')::int = answered.id
       )`,
    [answered.map(({ acknowledged }) => acknowledged), answered.map(({ key }) => key)],
  )
  const orders = (await countOf(sql, 'select count(*) from orders')) - before
  return { lost, doubled: orders - log.length }
}
