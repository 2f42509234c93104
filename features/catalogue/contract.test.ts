import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { MAX_ID } from '#platform/kernel/ids.ts'
import { product } from './contract.ts'
import { CATEGORIES, pictureAt } from './model.ts'

const inside = fc.record(
  {
    id: fc.integer({ min: 1, max: MAX_ID }),
    name: fc.string(),
    description: fc.string(),
    userPrice: fc.integer({ min: 1, max: 99_999_999 }),
    distributorPrice: fc.integer({ min: 1, max: 99_999_999 }),
    stock: fc.integer({ min: 0, max: MAX_ID }),
    category: fc.constantFrom(...CATEGORIES),
    image: fc.string(),
  },
  {
    requiredKeys: ['id', 'name', 'description', 'userPrice', 'stock', 'category', 'image'],
    noNullPrototype: true,
  },
)

test('a product comes back from the wire as it was', () => {
  fc.assert(
    fc.property(inside, (each) => {
      const wire = JSON.parse(JSON.stringify(z.encode(product, each as never)))
      expect(z.decode(product, wire)).toEqual(each)
      expect('distributeur_price' in wire).toBe('distributorPrice' in each)
    }),
  )
})

test('on the wire a product has the names that clients know', () => {
  const wire = z.encode(product, {
    id: 3,
    name: 'Crème',
    description: 'Douce',
    userPrice: 14_950,
    distributorPrice: 11_000,
    stock: 2,
    category: 'supplement',
    image: 'products/a.webp',
  } as never)
  expect(wire).toEqual({
    ProductID: 3,
    Name: 'Crème',
    Description: 'Douce',
    user_price: 149.5,
    distributeur_price: 110,
    StockQuantity: 2,
    Category: 'Complément',
    image: 'products/a.webp',
  })
})

test('a picture’s other widths stand beside it', () => {
  expect(pictureAt('products/3f9c.webp', 320, 'avif')).toBe('/storage/products/3f9c-320.avif')
  expect(pictureAt('products/a.b-1.webp', 960, 'webp')).toBe('/storage/products/a.b-1-960.webp')
})
