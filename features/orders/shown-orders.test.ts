import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop
let goods: ProductId
let courier: number

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  courier = (await asAdmin('POST', 'couriers', { name: 'Ozone' })).json.courier.id
})

afterAll(() => shop.close())

beforeEach(async () => {
  goods = await shop.addProduct({ stock: 5 })
})

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

const asAdmin = (method: string, path: string, body?: object) =>
  shop.call(method, `/api/admin/${path}`, { token: shop.tokens.admin, body })

async function placed(): Promise<OrderId> {
  const customer_id = await shop.addCustomer()
  const body = { product_ids: [goods], prices: [149.5], quantities: [1], priceGain: [149.5], customer_id }
  return (await shop.call('POST', '/api/orders/create', { body })).json.order.OrderID
}

/** Puts an order on a list, hands it over and enters its tracking number. */
async function handedOver(id: OrderId): Promise<void> {
  const list = (await asAdmin('POST', 'handovers', { courier_id: courier, ids: [id] })).json.id
  expect((await asAdmin('POST', `handovers/${list}/hand-over`)).json.results[0].ok).toBe(true)
  const { json } = await asAdmin('POST', 'parcels/tracking', { rows: [{ OrderID: id, tracking: `OZ-${id}` }] })
  expect(json.results[0].ok).toBe(true)
}

const stateOf = async (id: OrderId) => {
  const { rows } = await shop.db.execute(sql`
    select status, left_at is not null as left, tracking from orders left join parcels on order_id = orders.id
    where orders.id = ${id}`)
  return rows[0]
}

/** An order as a page shows it. */
const shownAs = (id: OrderId, CurrentStatus: string) => ({ OrderID: id, CurrentStatus })

const MOVED = 'Elle est passée à «\u00A0en transit\u00A0» entre-temps\u00A0: vérifiez-la, puis recommencez.'

describe('an order that was handed over since the page showed it', () => {
  test('stays with its courier when several are moved; the others go on', async () => {
    const [gone, waiting] = [await placed(), await placed()]
    await handedOver(gone)
    const shown = [shownAs(gone, 'en attente'), shownAs(waiting, 'en attente')]
    const body = { ids: [gone, waiting], CurrentStatus: 'attribué', shown }
    const { status, json } = await asAdmin('PUT', 'orders/tracking', body)
    expect([status, json.results]).toEqual([
      200,
      [
        { OrderID: gone, ok: false, status: 'en transit', message: MOVED },
        { OrderID: waiting, ok: true, status: 'attribué' },
      ],
    ])
    expect(await stateOf(gone)).toEqual({ status: 'in_transit', left: true, tracking: `OZ-${gone}` })
  })

  test('stays with its courier when it is moved alone', async () => {
    const id = await placed()
    await handedOver(id)
    const body = { CurrentStatus: 'en attente', shown: shownAs(id, 'attribué') }
    const { status, json } = await asAdmin('PUT', `orders/${id}/tracking`, body)
    expect([status, json.code, json.message]).toEqual([409, 'order_moved', MOVED])
    expect(await stateOf(id)).toMatchObject({ status: 'in_transit', tracking: `OZ-${id}` })
  })

  test('is taken back by a page that shows it with its courier, and by a caller who shows nothing', async () => {
    for (const shown of ['en transit', null]) {
      const id = await placed()
      await handedOver(id)
      const body = { CurrentStatus: 'attribué', ...(shown === null ? {} : { shown: shownAs(id, shown) }) }
      expect((await asAdmin('PUT', `orders/${id}/tracking`, body)).status).toBe(200)
      expect(await stateOf(id)).toEqual({ status: 'assigned', left: false, tracking: null })
    }
  })
})

test('a move that is sent again after its answer was lost is answered as the first time', async () => {
  const id = await placed()
  const body = { CurrentStatus: 'attribué', shown: shownAs(id, 'en attente') }
  for (const _ of ['first', 'again']) {
    const { status, json } = await asAdmin('PUT', `orders/${id}/tracking`, body)
    expect([status, json.order.status]).toEqual([200, 'attribué'])
  }
  const back = { CurrentStatus: 'en attente', shown: shownAs(id, 'attribué') }
  expect((await asAdmin('PUT', `orders/${id}/tracking`, back)).status).toBe(200)
})

test('an order that went back since the page showed it is not delivered and paid in one gesture', async () => {
  const id = await placed()
  const body = { ids: [id], PaymentStatus: 'payé', deliver: true, shown: [shownAs(id, 'en transit')] }
  const { json } = await asAdmin('PUT', 'orders/payment-status', body)
  expect(json.results).toMatchObject([{ ok: false, status: 'en attente' }])
  const again = { ...body, shown: [shownAs(id, 'en attente')] }
  expect((await asAdmin('PUT', 'orders/payment-status', again)).json.results).toMatchObject([{ ok: true }])
})
