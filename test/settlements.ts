import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { CourierId, OrderId, ProductId } from '#platform/kernel/ids.ts'
import { type Fields, sendForm } from './multipart-form.ts'
import type { Call, TestAnswer, TestShop } from './test-app.ts'

/** A line of a courier's list: its number, what was collected, its fee. */
interface ListedLine {
  tracking?: string | undefined
  number?: string | number | undefined
  collected?: string | number | undefined
  fee?: string | number | undefined
}

/** An order that a courier had. Amounts are in dirhams. */
export interface TestParcel {
  id: OrderId
  tracking: string
  amount: number
  /** Its line as it should be. */
  line: (change?: ListedLine) => ListedLine
}

let nextNumber = 1

/** Fees of the couriers in tests, in dirhams. */
const FEES = { delivered: 30, refused: 10, returned: 15 }

/** What an admin does with statements, and orders to do it with, at a courier of its own. */
export class Statements {
  readonly shop: TestShop
  readonly courier: CourierId
  readonly #goods: ProductId

  constructor(shop: TestShop, courier: CourierId, goods: ProductId) {
    this.shop = shop
    this.courier = courier
    this.#goods = goods
  }

  asAdmin(method: string, path: string, body?: object, more: Call = {}): Promise<TestAnswer> {
    return this.shop.call(method, path, { token: this.shop.tokens.admin, body, ...more })
  }

  /** An order of Sara's that the courier has. Its Amount is 334 DH, its gain 79. */
  async parcel(): Promise<TestParcel> {
    const token = this.shop.tokens.sara
    const customer_id = await this.shop.addCustomer({}, { token })
    const body = { product_ids: [this.#goods], prices: [110], quantities: [2], priceGain: [149.5], customer_id }
    const { order } = (await this.shop.call('POST', '/api/orders/create', { token, body })).json
    const id: OrderId = order.OrderID
    await this.move(id, 'en transit')
    const tracking = `OZ-${nextNumber++}`
    await this.shop.db.execute(sql`
      update parcels set courier_id = ${this.courier}, tracking = ${tracking}, fee_delivered = ${FEES.delivered * 100},
        fee_refused = ${FEES.refused * 100}, fee_returned = ${FEES.returned * 100}
      where order_id = ${id}`)
    const { rows } = await this.shop.db.execute<{ amount: number }>(
      sql`select (collected / 100.0)::float as amount from orders where id = ${id}`,
    )
    const amount = rows[0]!.amount
    return {
      id,
      tracking,
      amount,
      line: (change) => ({ tracking, collected: amount, fee: FEES.delivered, ...change }),
    }
  }

  async delivered(): Promise<TestParcel> {
    const parcel = await this.parcel()
    await this.move(parcel.id, 'livré')
    return parcel
  }

  async move(id: OrderId, CurrentStatus: string): Promise<void> {
    const { status, text } = await this.asAdmin('PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus })
    expect([status, status < 300 ? '' : text]).toEqual([200, ''])
  }

  settle = (id: OrderId, PaymentStatus: 'payé' | 'annulé') =>
    this.asAdmin('PUT', `/api/admin/orders/${id}/payment-status`, { PaymentStatus })

  async paymentOf(id: OrderId): Promise<string> {
    const { rows } = await this.shop.db.execute<{ payment: string }>(sql`select payment from orders where id = ${id}`)
    return rows[0]!.payment
  }

  /** A courier's list, as it is pasted. */
  list(lines: readonly ListedLine[]): string {
    const rows = lines.map(({ tracking = '', number = '', collected = '', fee = '' }) =>
      [tracking, number, collected, fee].join('\t'),
    )
    return ['Suivi\tN°\tMontant\tFrais', ...rows].join('\n')
  }

  send(list: string | Uint8Array<ArrayBuffer>, change: Fields = {}, query = '', headers = {}): Promise<TestAnswer> {
    const head = { courier_id: String(this.courier), reference: 'OZ-131', paid_on: '2026-11-14', received: '100' }
    const form = { ...head, file: new Blob([list]), ...change }
    return sendForm(this.shop, `/api/admin/statements${query}`, form, undefined, headers)
  }

  async preview(list: string, change: Fields = {}) {
    const answer = await this.send(list, change, '?preview=1')
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
    return answer.json
  }

  /** A stored statement. */
  async created(list: string, change: Fields = {}): Promise<number> {
    const { digest } = await this.preview(list, change)
    const { status, json, text } = await this.send(list, { ...change, digest })
    expect([status, status === 201 ? '' : text]).toEqual([201, ''])
    return json.id
  }

  read = async (id: number) => (await this.asAdmin('GET', `/api/admin/statements/${id}`)).json

  decide = (id: number, row: number, body: object) =>
    this.asAdmin('PUT', `/api/admin/statements/${id}/lines/${row}`, body)

  close = (id: number, body: object = {}) => this.asAdmin('POST', `/api/admin/statements/${id}/close`, body)

  /** What this courier has and owes, in dirhams. */
  async due(): Promise<{ orders: number; amount: number; ages: number[]; claimed: number }> {
    const { couriers } = (await this.asAdmin('GET', '/api/admin/settlements/due')).json
    return (
      couriers.find(({ courier }: { courier: { id: number } | null }) => courier?.id === this.courier) ?? {
        orders: 0,
        amount: 0,
        ages: [0, 0, 0, 0],
        claimed: 0,
      }
    )
  }
}

/** A courier of its own, with goods that are never out of stock. */
export async function settlementsOf(shop: TestShop): Promise<Statements> {
  const name = `Livreur ${nextNumber++}`
  const token = shop.tokens.admin
  const { json } = await shop.call('POST', '/api/admin/couriers', { token, body: { name, tolerance: 0 } })
  return new Statements(shop, json.courier.id, await shop.addProduct({ stock: 100_000 }))
}
