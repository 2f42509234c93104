import { expect, test } from 'vitest'
import { fileName, fileOf, partName, tableOf } from './contents.ts'

test('an entry says which table or file it is of', () => {
  expect(tableOf(partName('order_lines', 12))).toBe('order_lines')
  expect(fileOf(fileName('products/crème solaire-480.avif'))).toBe('products/crème solaire-480.avif')
  expect(tableOf(fileName('products/a.webp'))).toBeNull()
})

test.each([
  'storage/../shop.lock',
  'storage/a/../../b',
  'storage//etc/passwd',
  'storage/.hidden',
  'storage/a\\b',
  '/etc/passwd',
])('no entry leads out of the folder of pictures: %s', (entry) => expect(fileOf(entry)).toBeNull())
