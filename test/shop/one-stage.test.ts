import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  ORDER_STATUSES,
  type OrderStatus,
  PAYMENT_NAMES,
  type PaymentStatus,
  STATUS_NAMES,
  TRACKING_PATH,
} from '#features/orders/model.ts'
import { parcelWithCourier } from '#features/parcels/contract.ts'
import { PARCEL_STATES, type ParcelState } from '#features/parcels/model.ts'
import { supplierOrder } from '#features/supplier-space/contract.ts'
import { findTrackedOrder } from '#features/tracking/index.ts'
import { stageOf } from '#features/tracking/rules.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { stageInWords } from '#web/calls/stage-words.ts'
import { openTestShop, type TestShop } from '../test-app.ts'

let shop: TestShop
let orders: { id: OrderId; token: string; status: OrderStatus; payment: PaymentStatus }[]

/** Every status, and every payment of a delivered order. */
const ENDS: readonly (readonly [OrderStatus, PaymentStatus])[] = [
  ...ORDER_STATUSES.map((status) => [status, 'pending'] as const),
  ['delivered', 'paid'],
  ['delivered', 'void'],
]

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  const cream = await shop.addProduct()
  const sara = shop.tokens.sara
  orders = []
  for (const [status, payment] of ENDS) {
    const customer_id = await shop.addCustomer({}, { token: sara })
    const body = { product_ids: [cream], prices: [110], priceGain: [149.5], quantities: [1], customer_id }
    const { order } = (await shop.call('POST', '/api/orders/create', { token: sara, body })).json
    const move = { token: shop.tokens.admin, body: { CurrentStatus: STATUS_NAMES[status] } }
    await shop.call('PUT', `/api/admin/orders/${order.OrderID}/tracking`, move)
    if (payment !== 'pending') {
      const settle = { token: shop.tokens.admin, body: { PaymentStatus: PAYMENT_NAMES[payment] } }
      await shop.call('PUT', `/api/admin/orders/${order.OrderID}/payment-status`, settle)
    }
    orders.push({ id: order.OrderID, token: order.tracking.slice(TRACKING_PATH.length), status, payment })
  }
  await shop.db.execute(sql`insert into couriers (name, phone, tracking_address, created_at)
    values ('Livreur Canari', '0698765404', 'https://canari.example/{tracking}', now())`)
})

afterAll(() => shop.close())

/** Every order's parcel in this state, whatever the rooms would let happen. */
const setAll = (state: ParcelState) =>
  shop.db.execute(sql`
    insert into parcels (order_id, courier_id, tracking, state, state_at, last_event_at)
    select id, 1, 'CANARI-' || id, ${state}, now(), now() from orders
    on conflict (order_id) do update set state = excluded.state, courier_id = 1, tracking = excluded.tracking`)

test.each(PARCEL_STATES)(
  'a parcel that is « %s » has one stage for its customer, its supplier and staff',
  async (state) => {
    await setAll(state)
    const listed = await shop.call('GET', '/api/supplier/get-ordersAdmin?page=1&per_page=20', {
      token: shop.tokens.sara,
    })
    // The courier is none of the supplier's business.
    expect(listed.text).not.toMatch(/canari|0698765404/i)
    const rows = z.decode(z.array(supplierOrder), listed.json.orders)
    for (const { id, token, status, payment } of orders) {
      const row = rows.find((each) => each.id === id)!
      const stage = stageOf({ status, payment, confirmation: null, parcel: state }, shop.now)
      expect(stageOf({ ...row, parcel: row.parcel!.state }, shop.now), status).toEqual(stage)
      expect(stageInWords(row, shop.now)?.stage ?? stage, status).toEqual(stage)
      const tracked = (await findTrackedOrder(shop.db, token, shop.now))!
      expect(tracked.parcel?.stage, status).toEqual(stage)
      const { json } = await shop.call('GET', `/api/admin/orders/${id}`, { token: shop.tokens.admin })
      expect(z.decode(parcelWithCourier, json.parcel).state, status).toEqual(state)
      // Another day is offered only while somebody is on the way.
      expect(tracked.parcel!.days.length > 0, status).toEqual(
        status === 'in_transit' && ['handed', 'on_the_way', 'out', 'to_chase'].includes(stage) && !OVER.includes(state),
      )
    }
  },
)

/** States of a parcel that no courier brings any more, whatever its order says. */
const OVER: readonly ParcelState[] = ['prepared', 'delivered', 'back', 'lost']
