import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atLeastZero, centimes, dh, formatDirhams, minus, percent, plus, times } from './money.ts'

const NBSP = '\u00A0'
const amount = (most = 1_000_000_000_000) => fc.integer({ min: 0, max: most }).map(centimes)

describe('an amount', () => {
  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53)])('is never %d centimes', (wrong) => {
    expect(() => centimes(wrong)).toThrow(RangeError)
  })

  test.each([
    [0, 0],
    [0.01, 1],
    [0.29, 29],
    [1.1, 110],
    [149.5, 14_950],
    [1234.56, 123_456],
    [999_999.99, 99_999_999],
  ])('%d dirhams are %d centimes', (dirhams, expected) => {
    expect(dh(dirhams)).toBe(expected)
  })

  test('survives the way to dirhams and back, whatever it is', () => {
    fc.assert(fc.property(amount(), (each) => dh(each / 100) === each))
  })

  test('adds up, takes away and multiplies without losing a centime', () => {
    fc.assert(
      fc.property(amount(), amount(), fc.integer({ min: 0, max: 1000 }), (one, other, many) => {
        expect(minus(plus(one, other), other)).toBe(one)
        expect(times(one, many)).toBe(one * many)
      }),
    )
    expect(plus()).toBe(0)
  })

  test('too large to be exact is refused rather than rounded', () => {
    expect(() => times(centimes(Number.MAX_SAFE_INTEGER), 2)).toThrow(RangeError)
    expect(() => plus(centimes(Number.MAX_SAFE_INTEGER), centimes(1))).toThrow(RangeError)
  })

  test('below nothing becomes nothing where nothing is the least', () => {
    expect(atLeastZero(centimes(-1))).toBe(0)
    expect(atLeastZero(centimes(0))).toBe(0)
    expect(atLeastZero(centimes(1))).toBe(1)
  })
})

describe('a percentage', () => {
  test.each([
    [39_800, 1990],
    [0, 0],
    [1, 0],
    [9, 0],
    [10, 1],
    [29, 1],
    [30, 2],
    [50, 3],
    [70, 4],
    [99_999_999, 5_000_000],
  ])('5 %% of %d centimes are %d: a half goes up', (of, expected) => {
    expect(percent(centimes(of), 5)).toBe(expected)
  })

  test('is the nearest centime, and the upper one of two that are equally near', () => {
    fc.assert(
      fc.property(amount(), fc.integer({ min: 0, max: 100 }), (of, rate) => {
        const exact = BigInt(of) * BigInt(rate)
        const rounded = BigInt(percent(of, rate)) * 100n
        expect(rounded - exact).toBeGreaterThan(-50n)
        expect(rounded - exact).toBeLessThanOrEqual(50n)
      }),
    )
  })
})

describe('a shown amount', () => {
  test.each([
    [0, '0,00'],
    [1, '0,01'],
    [10, '0,10'],
    [99, '0,99'],
    [100, '1,00'],
    [99_999, '999,99'],
    [100_000, `1${NBSP}000,00`],
    [123_450, `1${NBSP}234,50`],
    [123_456_789, `1${NBSP}234${NBSP}567,89`],
    [-1, '\u22120,01'],
    [-123_450, `\u22121${NBSP}234,50`],
  ])('%d centimes read « %s DH »', (shown, expected) => {
    expect(formatDirhams(centimes(shown))).toBe(`${expected}${NBSP}DH`)
  })

  test('never breaks over two lines and never loses a centime', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger().map(centimes), (shown) => {
        const text = formatDirhams(shown)
        expect(text).toMatch(/^\u2212?\d{1,3}(\u00A0\d{3})*,\d{2}\u00A0DH$/)
        const digits = text.replaceAll(/\D/g, '')
        expect(BigInt(digits) * (text.startsWith('\u2212') ? -1n : 1n)).toBe(BigInt(shown))
      }),
    )
  })
})
