import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { centimes, percent, plus } from '#platform/kernel/money.ts'
import { shareOut } from './share-out.ts'

describe('an amount split over parts', () => {
  test.each([
    ['one part has it all', 748, [14_950], [748]],
    ['the larger remainder takes the centime that is left', 1093, [14_950, 6900], [748, 345]],
    ['of equal remainders the earlier one', 1395, [14_950, 12_950], [748, 647]],
    ['of three equal parts the first two', 2, [5, 5, 5], [1, 1, 0]],
    ['nothing is nothing for each', 0, [9900, 0], [0, 0]],
    ['parts of nothing have nothing', 0, [0], [0]],
    ['no part is no share', 0, [], []],
  ])('%s', (_, amount, parts, shares) => {
    expect(shareOut(centimes(amount), parts.map(centimes))).toEqual(shares)
  })

  const part = fc.integer({ min: 1, max: 10_000_000 }).map(centimes)
  const rate = fc.integer({ min: 0, max: 100 })

  test('adds up to the percentage that was rounded once, on the sum', () => {
    fc.assert(
      fc.property(rate, fc.array(part, { minLength: 1 }), (off, parts) => {
        const discount = percent(plus(...parts), off)
        expect(plus(...shareOut(discount, parts))).toBe(discount)
      }),
    )
  })

  test('is less than a centime from the exact share of each part, which never falls below nothing', () => {
    fc.assert(
      fc.property(rate, fc.array(part, { minLength: 1 }), (off, parts) => {
        const sum = plus(...parts)
        const discount = percent(sum, off)
        shareOut(discount, parts).forEach((share, nth) => {
          expect(Math.abs(share * sum - discount * parts[nth]!)).toBeLessThan(sum)
          expect(share).toBeGreaterThanOrEqual(0)
          expect(share).toBeLessThanOrEqual(parts[nth]!)
        })
      }),
    )
  })

  test('gives an earlier part no less than a later one of the same size', () => {
    fc.assert(
      fc.property(rate, part, fc.integer({ min: 1, max: 30 }), (off, each, count) => {
        const parts = Array.from({ length: count }, () => each)
        const shares = shareOut(percent(plus(...parts), off), parts)
        expect(shares).toEqual([...shares].sort((one, other) => other - one))
      }),
    )
  })
})
