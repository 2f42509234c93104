import { expect, test } from 'vitest'
import { chunkName, tableOf } from './backup-format.ts'

test('an entry says which table it is of', () => {
  expect(tableOf(chunkName('order_lines', 12))).toBe('order_lines')
  for (const entry of ['shop.json', 'storage/products/a.webp', 'tables/orders', '/etc/passwd'])
    expect(tableOf(entry)).toBeNull()
})
