import type { CustomerId, OrderId, ProductId } from '#platform/kernel/ids.ts'
import type { OrderRequest } from './names.ts'
import type { SeenForOrder } from './order-statements.ts'
import type { Customer } from './queries.ts'
import type { CurrentProduct } from './rules.ts'

/** Of products and of customers. */
const MOST_REMEMBERED = 1_000
const CUSTOMER_LIFE_MS = 60_000
/** Later, numbers would no longer follow time. */
const NUMBER_LIFE_MS = 1_000

interface Dated<Value> {
  value: Value
  until: number
}

/**
 * What this process saw for earlier orders of visitors. While it is busy, the next order is worked out from that instead
 * of being looked up: storing it makes sure that all of it still holds.
 */
export class OrderMemory {
  readonly #products = new Map<ProductId, CurrentProduct>()
  readonly #customers = new Map<CustomerId, Dated<Customer>>()
  #trackingKey: Buffer | null = null
  #numbers: Dated<OrderId>[] = []
  #underWay = 0

  /** Counts the order among those that are under way until it is placed or refused. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#underWay++
    try {
      return await work()
    } finally {
      this.#underWay--
    }
  }

  /** Whether one more number should be drawn ahead: a quiet shop skips none. An order that took one replaces it. */
  wantsNumber(isRecalled: boolean): boolean {
    return isRecalled || (this.#underWay > 1 && this.#numbers.length < this.#underWay)
  }

  keepNumber(id: OrderId): void {
    this.#numbers.push(lasting(id, NUMBER_LIFE_MS))
  }

  keepCustomer(customer: Customer): void {
    keep(this.#customers, customer.id, lasting(customer, CUSTOMER_LIFE_MS))
  }

  keepSeen({ lines }: OrderRequest, { customer, products, trackingKey }: SeenForOrder): void {
    this.#trackingKey = trackingKey
    if (customer !== null) this.keepCustomer(customer)
    for (const { productId } of lines) this.#products.delete(productId)
    for (const product of products) keep(this.#products, product.id, product)
  }

  /** What would be seen for a first order, without a code, of a customer that a visitor made; null when part of it is not known. */
  recall({ lines, customerId }: OrderRequest): SeenForOrder | null {
    const customer = this.#customers.get(customerId)
    const products = lines.flatMap(({ productId }) => this.#products.get(productId) ?? [])
    if (this.#trackingKey === null || !isFresh(customer) || products.length < lines.length) return null
    const id = this.#takeNumber()
    if (id === null) return null
    return {
      earlier: null,
      id,
      customer: customer.value,
      products,
      supplierId: null,
      ordersOfPhone: 0,
      tries: {},
      trackingKey: this.#trackingKey,
    }
  }

  #takeNumber(): OrderId | null {
    this.#numbers = this.#numbers.filter(isFresh)
    return this.#numbers.shift()?.value ?? null
  }
}

const lasting = <Value>(value: Value, ms: number): Dated<Value> => ({ value, until: performance.now() + ms })

const isFresh = <Value>(kept: Dated<Value> | undefined): kept is Dated<Value> =>
  kept !== undefined && performance.now() < kept.until

/** The longest there goes first. */
function keep<Key, Value>(kept: Map<Key, Value>, key: Key, value: Value): void {
  kept.delete(key)
  kept.set(key, value)
  if (kept.size > MOST_REMEMBERED) kept.delete(kept.keys().next().value!)
}
