import fc from 'fast-check'
import { expect, test } from 'vitest'
import { code128Of } from './code128.ts'

/** Bars as ones, gaps as zeros. */
const modulesOf = (number: number): string =>
  code128Of(number)
    .map((width, nth) => (nth % 2 === 0 ? '1' : '0').repeat(width))
    .join('')

test.each([
  // As JsBarcode 3.12.3 draws them.
  [7, '1101001000011101101110111010011001100011101011'],
  [42, '1101001110010110111000100011011101100011101011'],
  [1042, '110100111001100100010010110111000101111000101100011101011'],
  [88121, '1101001000011101001100101110111101001011110011011100100100010001101100011101011'],
  [2147483647, '110100111001101110010010001110110111011101101011000100010001110110110011101001100011101011'],
])('the number %i has the bars that another program draws', (number, bars) => {
  expect(modulesOf(number)).toBe(bars)
})

test('each symbol is eleven modules wide, the stop thirteen, and no two numbers look the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.integer({ min: 1, max: 2 ** 31 - 1 }), (one, other) => {
      expect((modulesOf(one).length - 13) % 11).toBe(0)
      expect(modulesOf(one) === modulesOf(other)).toBe(one === other)
    }),
  )
})
