import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ORDER_STATUSES, PAYMENT_NAMES, type PaymentStatus } from '#features/orders/model.ts'
import { type Centimes, centimes, dh, plus, ZERO } from '#platform/kernel/money.ts'
import { DECISION_NAMES, type LineDecision } from './model.ts'
import {
  decisionsFor,
  differencesOf,
  firstDecision,
  isByTariff,
  judge,
  kindOf,
  type LineAmounts,
  type LineOrder,
  totalsOf,
} from './rules.ts'

const ORDER: LineOrder = {
  status: 'delivered',
  payment: 'pending',
  amount: dh(418),
  parcel: 'delivered',
  fees: { delivered: dh(30), refused: dh(10), returned: dh(15) },
  countedIn: null,
  isPaidByLine: false,
}
const NO_FEES = { delivered: null, refused: null, returned: null }
const LIST = { tolerance: ZERO, hasFees: true }
const line = (collected: number | null, fee: number | null = 30): LineAmounts => ({
  collected: collected === null ? null : dh(collected),
  fee: fee === null ? null : dh(fee),
})
const verdict = (written: LineAmounts, order: Partial<LineOrder> | null = {}, list = LIST, isTwice = false) =>
  judge(written, order && { ...ORDER, ...order }, isTwice, list)

describe('a line is', () => {
  test.each([
    ['right', line(418), {}],
    ['amount_gap', line(400), {}],
    ['amount_gap', line(418.5), {}],
    ['amount_gap', line(0, 10), {}],
    ['fee_gap', line(418, 35), {}],
    ['fee_gap', line(418, 25), {}],
    ['fee_gap', line(418, null), {}],
    ['not_delivered', line(418), { status: 'in_transit' }],
    ['not_delivered', line(418), { status: 'cancelled' }],
    ['already_paid', line(418), { countedIn: 'OZ-118' }],
    ['already_paid', line(418), { payment: 'paid' }],
    ['not_paid', line(418), { payment: 'void' }],
    ['return_fee', line(0, 10), { status: 'cancelled', parcel: 'refused' }],
    ['return_fee', line(0, 10), { payment: 'paid' }],
    ['return_fee', line(0, 10), { isPaidByLine: true }],
    ['already_paid', line(0, 10), { status: 'cancelled', countedIn: 'OZ-118' }],
    ['correction', line(-418), { payment: 'paid' }],
    ['correction', line(-418), { payment: 'void' }],
    ['unknown', line(-418), {}],
    ['unknown', line(418), null],
    ['unreadable', line(null), {}],
  ] as const)('%s: %j of an order %j', (expected, written, order) => {
    expect(verdict(written, order)).toBe(expected)
  })

  test('the second of its kind in a list, whatever the order', () => {
    expect(verdict(line(418), {}, LIST, true)).toBe('twice')
  })

  test('right within the tolerance, and where no fee is known', () => {
    expect(verdict(line(417.5), {}, { ...LIST, tolerance: centimes(50) })).toBe('right')
    expect(verdict(line(417.49), {}, { ...LIST, tolerance: centimes(50) })).toBe('amount_gap')
    expect(verdict(line(418, null), {}, { ...LIST, hasFees: false })).toBe('right')
    expect(verdict(line(418, 99), { fees: NO_FEES })).toBe('right')
  })
})

test('what is missing is asked for, what is too much is not', () => {
  expect(differencesOf(line(400, 35), ORDER, LIST)).toEqual([
    { kind: 'amount', due: dh(18) },
    { kind: 'fee', due: dh(5) },
  ])
  expect(differencesOf(line(450, 25), ORDER, LIST)).toEqual([])
  expect(differencesOf(line(0, 30), ORDER, LIST)).toEqual([{ kind: 'amount', due: dh(418) }])
  expect(differencesOf(line(0, 35), ORDER, LIST)).toEqual([
    { kind: 'amount', due: dh(418) },
    { kind: 'fee', due: dh(5) },
  ])
  const refused = { ...ORDER, status: 'cancelled', parcel: 'refused' } as const
  expect(differencesOf(line(0, 12), refused, LIST)).toEqual([{ kind: 'fee', due: dh(2) }])
  const paidElsewhere = { ...ORDER, isPaidByLine: true }
  expect(differencesOf(line(0, 16), paidElsewhere, LIST)).toEqual([{ kind: 'fee', due: dh(1) }])
})

test('a cancelled order is never paid, one on the way is marked delivered by a person', () => {
  expect(decisionsFor('not_delivered', 'cancelled', [])).toEqual(['dropped'])
  expect(decisionsFor('not_delivered', 'in_transit', [])).toEqual(['kept', 'dropped'])
  for (const verdict of ['unknown', 'unreadable', 'twice', 'already_paid', 'not_paid'] as const)
    expect(decisionsFor(verdict, 'delivered', [{ kind: 'fee', due: dh(5) }])).toEqual(['dropped'])
})

test('only what is right counts by itself; a row without a number or a phone, as a total at the foot, never does', () => {
  expect(firstDecision('right', true, true)).toBe('kept')
  expect(firstDecision('return_fee', true, true)).toBe('kept')
  expect(firstDecision('return_fee', true, false)).toBeNull()
  expect(firstDecision('amount_gap', true, true)).toBeNull()
  expect(firstDecision('unknown', true, true)).toBeNull()
  expect(firstDecision('unknown', false, true)).toBe('dropped')
})

test('where no tariff is known, no fee is by the tariff but none at all', () => {
  const neverLeft = { ...ORDER, status: 'pending', parcel: null, fees: NO_FEES } as const
  expect(isByTariff(line(0, 60), neverLeft, LIST)).toBe(false)
  expect(isByTariff(line(0, 0), neverLeft, LIST)).toBe(true)
  expect(isByTariff(line(0, 60), { ...neverLeft, fees: { ...NO_FEES, refused: dh(60) } }, LIST)).toBe(true)
  const refused = { ...ORDER, status: 'cancelled', parcel: 'refused' } as const
  expect([10, 0, null].map((fee) => isByTariff(line(0, fee), refused, LIST))).toEqual([true, false, false])
  expect(isByTariff(line(0, null), neverLeft, { ...LIST, hasFees: false })).toBe(true)
})

const amount = fc.option(fc.integer({ min: -10_000_00, max: 10_000_00 }).map(centimes))
const anyLine = fc.record({ collected: amount, fee: amount })
const anyOrder = fc.record({
  status: fc.constantFrom(...ORDER_STATUSES),
  payment: fc.constantFrom(...(Object.keys(PAYMENT_NAMES) as PaymentStatus[])),
  amount: fc.integer({ min: 1, max: 10_000_00 }).map(centimes),
  parcel: fc.constantFrom('delivered', 'refused', 'back', null),
  fees: fc.record({ delivered: amount, refused: amount, returned: amount }),
  countedIn: fc.option(fc.constant('OZ-118')),
  isPaidByLine: fc.boolean(),
})

test('an order is paid by a line only when it waits for its money and no other line counts', () => {
  fc.assert(
    fc.property(anyLine, anyOrder, fc.boolean(), (written, order, isTwice) => {
      const verdict = judge(written, order, isTwice, LIST)
      const may = decisionsFor(verdict, order.status, differencesOf(written, order, LIST))
      if (written.collected === null || kindOf(written.collected) !== 'payment' || may.length === 1) return
      expect([order.payment, order.countedIn, isTwice]).toEqual(['pending', null, false])
      expect(order.status).not.toBe('cancelled')
    }),
  )
})

test('the foot adds up: net = collected − fees, gap = net − received, dropped lines count nowhere', () => {
  const decided = fc.record({
    collected: amount,
    fee: amount,
    decision: fc.option(fc.constantFrom(...(Object.keys(DECISION_NAMES) as LineDecision[]))),
  })
  fc.assert(
    fc.property(fc.array(decided), fc.integer({ min: 0, max: 1_000_000 }).map(centimes), (lines, received) => {
      const totals = totalsOf(lines, received)
      const rest = lines.filter((each) => each.decision !== 'dropped')
      expect(totals).toEqual(totalsOf(rest, received))
      const nets = rest.map(({ collected, fee }) => (collected === null ? 0 : collected - (fee ?? 0)) as Centimes)
      expect(totals.net).toBe(plus(...nets))
      expect(plus(totals.received, totals.gap)).toBe(totals.net)
      expect(totals.collected - totals.fees).toBe(totals.net)
    }),
  )
})
