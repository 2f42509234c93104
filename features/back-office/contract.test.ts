import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { CONTACTS } from '#features/calls/model.ts'
import { PARCEL_STATES } from '#features/parcels/model.ts'
import { MAX_ID } from '#platform/kernel/ids.ts'
import { adminOrder, adminOrderPage, allOrders } from './contract.ts'

const id = fc.integer({ min: 1, max: MAX_ID })
const amount = fc.integer({ min: 0, max: 5_000_000_000_000 })
const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
const status = fc.constantFrom('pending', 'assigned', 'in_transit', 'delivered', 'cancelled')
const payment = fc.constantFrom('pending', 'paid', 'void')
const text = fc.string()

const row = fc.record({
  id,
  supplier: fc.option(fc.record({ id, customId: text, name: text, phone: text })),
  recipient: fc.record({ name: text, phone: text, address: text, city: text }),
  payment,
  collected: amount,
  paidAt: fc.option(moment),
  lines: fc.array(fc.record({ id, quantity: fc.integer({ min: 1, max: 1000 }), name: text }), { maxLength: 3 }),
  gain: amount,
  createdAt: moment,
  updatedAt: moment,
  status,
  refusals: fc.nat(),
  parcel: fc.option(fc.record({ state: fc.constantFrom(...PARCEL_STATES), since: moment })),
  confirmation: fc.option(
    fc.record({
      contact: fc.constantFrom(...CONTACTS),
      dueAt: fc.option(moment),
      lastAt: fc.option(moment),
      calls: fc.nat(),
    }),
  ),
})

const travelled = (wire: unknown) => JSON.parse(JSON.stringify(wire))

test('an order of the admin’s list comes back from the wire as it was', () => {
  fc.assert(
    fc.property(row, (order) => {
      expect(z.decode(adminOrder, travelled(z.encode(adminOrder, order as never)))).toEqual(order)
    }),
  )
})

test('so does a page of them', () => {
  const page = fc.record({
    data: fc.array(row, { maxLength: 3 }),
    current_page: id,
    last_page: id,
    per_page: id,
    total: id,
  })
  fc.assert(
    fc.property(page, (rows) => {
      expect(z.decode(adminOrderPage, travelled(z.encode(adminOrderPage, rows as never)))).toEqual(rows)
    }),
  )
})

test('and every order of the dashboard', () => {
  const orders = fc.array(fc.record({ id, status, payment, createdAt: moment, collected: amount }))
  fc.assert(
    fc.property(orders, (all) => {
      expect(z.decode(allOrders, travelled(z.encode(allOrders, all as never)))).toEqual(all)
    }),
  )
})
