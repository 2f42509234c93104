import { expect, test } from 'vitest'
import { lastPageOf, rangeOf } from './range-of.ts'

const NB = '\u00A0'
const page = (current_page: number, rows: number, total: number) =>
  rangeOf({ data: Array.from({ length: rows }), current_page, per_page: 10, last_page: 1, total })

test('a page says which rows of how many it shows', () => {
  expect(page(3, 10, 212)).toBe('21–30 sur 212')
  expect(page(22, 2, 212)).toBe('211–212 sur 212')
  expect(page(1_000, 10, 10_000)).toBe(`9${NB}991–10${NB}000 sur 10${NB}000`)
})

test('beyond ten thousand rows nobody counts them', () => {
  expect(page(1, 10, 10_001)).toBe(`1–10 sur plus de 10${NB}000`)
})

test.each([
  ['of a list that is counted', { rows: 10, current_page: 3, last_page: 9, total: 90 }, 9],
  ['where more rows come than are counted', { rows: 10, current_page: 1001, last_page: 1001, total: 10_001 }, 1002],
  ['beyond what is counted', { rows: 10, current_page: 5000, last_page: 1001, total: 10_001 }, 5001],
  ['on the very last page', { rows: 4, current_page: 5000, last_page: 1001, total: 10_001 }, 5000],
  ['after it', { rows: 0, current_page: 5001, last_page: 1001, total: 10_001 }, 1001],
])('the last page %s', (_, { rows, ...page }, last) => {
  expect(lastPageOf({ data: Array.from({ length: rows }), per_page: 10, ...page })).toBe(last)
})
