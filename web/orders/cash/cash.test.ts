import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { centimes, dh } from '#platform/kernel/money.ts'
import { cashFor, DENOMINATIONS, isNote } from './cash.ts'

/** `2×20 + 5`, in dirhams. */
const inWords = (amount: number) => {
  const { pieces, given, change } = cashFor(dh(amount))
  const sum = pieces.map(({ value, count }) => `${count > 1 ? `${count}×` : ''}${value / 100}`).join(' + ')
  return [sum, given / 100, change / 100]
}

test.each([
  // A few pieces make it up exactly.
  [200, '200', 200, 0],
  [145, '100 + 2×20 + 5', 145, 0],
  [170, '100 + 50 + 20', 170, 0],
  [110.5, '100 + 10 + 0.5', 110.5, 0],
  [20.3, '20 + 0.2 + 0.1', 20.3, 0],
  [0.1, '0.1', 0.1, 0],
  // More pieces: with change from the next 10 DH …
  [318.1, '200 + 100 + 20', 320, 1.9],
  [106.9, '100 + 10', 110, 3.1],
  [27.9, '20 + 10', 30, 2.1],
  // … or from the next 20 DH, where that takes fewer.
  [184.5, '200', 200, 15.5],
  [113.5, '100 + 20', 120, 6.5],
  [1190, '6×200', 1200, 10],
  // What no rounding makes shorter stays exact.
  [1180, '5×200 + 100 + 50 + 20 + 10', 1180, 0],
  // No coin is smaller than 10 centimes.
  [141.55, '100 + 50', 150, 8.45],
  [8923.88, '44×200 + 100 + 20 + 10', 8930, 6.12],
  [0, '', 0, 0],
])('%d DH: %s', (amount, sum, given, change) => {
  expect(inWords(amount)).toEqual([sum, given, change])
})

test('the pieces are Moroccan, make up what is given, and never leave 20 DH of change or more', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5_000_00 }), (amount) => {
      const { pieces, given, change, back } = cashFor(centimes(amount))
      expect(pieces.reduce((sum, { value, count }) => sum + value * count, 0)).toBe(given)
      for (const { value, count } of pieces) expect(DENOMINATIONS.includes(value) && count > 0).toBe(true)
      expect(given - amount).toBe(change)
      expect(change >= 0 && change < 2_000).toBe(true)
      const returned = back.reduce((sum, { value, count }) => sum + value * count, 0)
      expect(returned).toBe(change % 10 === 0 ? change : 0)
      expect(back.some(({ value }) => isNote(value))).toBe(false)
    }),
  )
})
