import { expect, test } from 'vitest'
import { figuresOf, medianOf, type SettledOrder } from './rules.ts'

const order = (settled: Partial<SettledOrder>): SettledOrder => ({
  agentId: 1,
  nth: 1,
  outcome: 'confirmed',
  reason: null,
  status: 'pending',
  ...settled,
})

test.each([
  [[], null],
  [[7], 7],
  [[30, 2, 9], 9],
  [[10, 2, 30, 5], 8],
])('the median of %j is %j', (numbers, median) => expect(medianOf(numbers)).toBe(median))

test('of the confirmed ones those count as finished that were delivered, or cancelled afterwards', () => {
  const settled = [
    order({ status: 'delivered' }),
    order({ status: 'cancelled' }),
    order({ status: 'in_transit' }),
    order({ outcome: 'cancelled', reason: 'changed_mind', status: 'cancelled' }),
    order({ outcome: 'wrong_number', status: 'cancelled' }),
  ]
  expect(figuresOf(settled, [{ agentId: 1, nth: 1, minutes: 12 }], [{ agentId: 1, nth: 1 }])).toEqual({
    settled: 5,
    confirmed: 3,
    skipped: 1,
    firstCallMinutes: 12,
    finished: 2,
    delivered: 1,
    cancelled: { changed_mind: 1 },
  })
})
