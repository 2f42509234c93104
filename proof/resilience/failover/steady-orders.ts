import { setTimeout as sleep } from 'node:timers/promises'
import type { SoldProduct } from '../../bench/load/order-mix.ts'
import type { Customers } from '../customers.ts'

/** A browser comes again when `Retry-After` says. */
const AGAIN_AFTER_MS = 1_000

/** New orders at a steady rate; each is sent again until it is answered. */
export class SteadyOrders {
  readonly answered: number[] = []
  readonly #customers: Customers
  readonly #products: readonly SoldProduct[]
  readonly #ids: readonly number[]
  readonly #perSecond: number
  #isOpen = true

  constructor(customers: Customers, products: readonly SoldProduct[], ids: readonly number[], perSecond: number) {
    this.#customers = customers
    this.#products = products
    this.#ids = ids
    this.#perSecond = perSecond
  }

  async run(): Promise<void> {
    const begin = performance.now()
    const orders: Promise<void>[] = []
    for (let nth = 0; this.#isOpen; nth++) {
      await sleep(Math.max(0, begin + (nth * 1000) / this.#perSecond - performance.now()))
      orders.push(this.#order(nth))
    }
    await Promise.all(orders)
  }

  async end(running: Promise<void>): Promise<void> {
    this.#isOpen = false
    await running
  }

  async #order(nth: number): Promise<void> {
    const product = this.#products[nth % this.#products.length]!
    const attempt = this.#customers.attempt([product], this.#ids[nth % this.#ids.length]!)
    while (!(await this.#customers.send(attempt)).isOver) await sleep(AGAIN_AFTER_MS)
    this.answered.push(performance.now())
  }
}
