import { expect, test } from 'vitest'
import { stockOf } from '#features/buyers/rules.ts'
import type { HistoryEntry } from '#features/dashboards/contract.ts'
import { dh } from '#platform/kernel/money.ts'
import { balanceOf, sharesOf } from './figures.ts'

test.each([
  [0, 0, { sold: 0, left: 0 }],
  [5000, 0, { sold: 0, left: 100 }],
  [5000, 0.01, { sold: 1, left: 99 }],
  [15_000, 11_625.5, { sold: 78, left: 22 }],
  [5000, 4999.99, { sold: 99, left: 1 }],
  [5000, 5000, { sold: 100, left: 0 }],
])('of %d DH, %d sold', (total, sold, shares) => {
  expect(sharesOf(stockOf(dh(total), dh(sold)))).toEqual(shares)
})

const entry = (kind: HistoryEntry['kind'], amount: number, status: HistoryEntry['status'] = null): HistoryEntry => ({
  ...{ kind, id: 1, amount: dh(amount), status, reason: null, reference: null },
  at: new Date(0),
})

test('what was sold can be withdrawn, except what was asked for and not refused', () => {
  const history = [
    entry('purchase', 10_000, 'approved'),
    entry('purchase', 5000, 'pending'),
    entry('purchase', 20_000, 'refused'),
    entry('sale', 3000.5),
    entry('sale', 1000),
    entry('withdrawal', 500, 'approved'),
    entry('withdrawal', 400, 'pending'),
    entry('withdrawal', 4000, 'refused'),
  ]
  expect(balanceOf(history)).toEqual({
    sold: dh(4000.5),
    due: dh(3100.5),
    pending: { purchases: dh(5000), withdrawals: dh(400) },
  })
  expect(balanceOf([])).toEqual({ sold: 0, due: 0, pending: { purchases: 0, withdrawals: 0 } })
})
