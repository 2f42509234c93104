import { expect, test } from 'vitest'
import { CONTACTS } from '#features/calls/model.ts'
import { ORDER_STATUSES, PAYMENT_NAMES, type PaymentStatus } from '#features/orders/model.ts'
import { PARCEL_STATES, type ParcelState } from '#features/parcels/model.ts'
import type { Stage } from './model.ts'
import { stageOf } from './rules.ts'

const now = new Date('2026-11-23T10:00:00Z')
const soon = new Date(now.getTime() + 1)

/** The stages of a pending order, spelled out: by its contact, and by whether the hour of the next call has come. */
const PENDING: Readonly<Record<(typeof CONTACTS)[number], [hourToCome: Stage, hourHere: Stage]>> = {
  to_call: ['to_confirm', 'to_confirm'],
  retry: ['to_confirm', 'to_confirm'],
  postponed: ['postponed', 'to_confirm'],
  unreachable: ['unreachable', 'unreachable'],
  wrong_number: ['wrong_number', 'wrong_number'],
  confirmed: ['confirmed', 'confirmed'],
}

/** The stages of an order with a parcel, spelled out: on its way, and cancelled. */
const WITH_PARCEL: Readonly<Record<ParcelState, [inTransit: Stage, cancelled: Stage]>> = {
  prepared: ['handed', 'cancelled'],
  handed: ['handed', 'coming_back'],
  in_network: ['on_the_way', 'coming_back'],
  out: ['out', 'coming_back'],
  no_answer: ['to_chase', 'coming_back'],
  postponed: ['to_chase', 'coming_back'],
  wrong_number: ['to_chase', 'coming_back'],
  out_of_zone: ['to_chase', 'coming_back'],
  delivered: ['handed', 'cancelled'],
  refused: ['refused', 'coming_back'],
  returning: ['refused', 'coming_back'],
  back: ['handed', 'back'],
  lost: ['handed', 'lost'],
}

const CALLS = [
  null,
  ...CONTACTS.flatMap((contact) => [soon, now].map((dueAt, nth) => ({ contact, dueAt, nth: nth as 0 | 1 }))),
]

test('every combination of the axes has its stage', () => {
  for (const status of ORDER_STATUSES)
    for (const payment of Object.keys(PAYMENT_NAMES) as PaymentStatus[])
      for (const confirmation of CALLS)
        for (const parcel of [null, ...PARCEL_STATES]) {
          const expected: Record<typeof status, Stage> = {
            pending: confirmation === null ? 'to_confirm' : PENDING[confirmation.contact][confirmation.nth],
            assigned: 'to_ship',
            in_transit: parcel === null ? 'handed' : WITH_PARCEL[parcel][0],
            delivered: { pending: 'delivered' as const, paid: 'paid' as const, void: 'unpaid' as const }[payment],
            cancelled: parcel === null ? 'cancelled' : WITH_PARCEL[parcel][1],
          }
          const axes = { status, payment, confirmation, parcel }
          expect(stageOf(axes, now), JSON.stringify(axes)).toEqual(expected[status])
        }
})
