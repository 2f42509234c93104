import { expect, test } from 'vitest'
import { ORDERS_REACHED, ROWS_REACHED } from '#features/dashboards/names.ts'
import { type OrderFilterValues, reachOf } from './order-admin-query.ts'

const NONE: OrderFilterValues = { status: '', days: '', search: '', payment: '', city: '', supplier: '', flagged: '' }

test('what tallies count is listed to its end', () => {
  expect(reachOf({ ...NONE, status: 'livré', days: '7', supplier: 'F-1001' }, '-created_at')).toBe(null)
})

test('a search says how many it lists', () => {
  expect(reachOf({ ...NONE, search: 'nadia' }, 'created_at')).toEqual({
    most: ROWS_REACHED,
    said: 'Les 100 premières commandes sont listées\u00A0: précisez la recherche pour voir les autres.',
  })
  expect(reachOf({ ...NONE, search: 'nadia', city: 'Rabat' }, 'Amount')).toEqual({
    most: ROWS_REACHED,
    said: 'Les 100 commandes les plus récentes sont triées\u00A0: précisez la recherche pour voir les autres.',
  })
})

test('a filter that is counted says the same, its thousand grouped', () => {
  expect(reachOf({ ...NONE, city: 'Rabat' }, '-created_at')).toEqual({
    most: ORDERS_REACHED,
    said: 'Les 1\u00A0000 premières commandes sont listées\u00A0: précisez les filtres pour voir les autres.',
  })
})
