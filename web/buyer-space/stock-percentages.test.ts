import { expect, test } from 'vitest'
import { stockOf } from '#features/buyers/rules.ts'
import { dh } from '#platform/kernel/money.ts'
import { stockPercentages } from './stock-percentages.ts'

test.each([
  [0, 0, { sold: 0, left: 0 }],
  [5000, 0, { sold: 0, left: 100 }],
  [5000, 0.01, { sold: 1, left: 99 }],
  [15_000, 11_625.5, { sold: 78, left: 22 }],
  [5000, 4999.99, { sold: 99, left: 1 }],
  [5000, 5000, { sold: 100, left: 0 }],
])('of %d DH, %d sold', (total, sold, shares) => {
  expect(stockPercentages(stockOf(dh(total), dh(sold)))).toEqual(shares)
})
