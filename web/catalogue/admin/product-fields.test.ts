import { expect, test } from 'vitest'
import type { AdminProductRow } from '#features/catalogue/contract.ts'
import { copyOf, productBody, typedOf } from './product-fields.ts'
import { daysInWords } from './stock-pace.ts'

const PRODUCT = {
  id: 7,
  name: 'Gel',
  description: 'Doux.',
  userPrice: 14_950,
  distributorPrice: 11_000,
  stock: 50,
  category: 'supplement',
  image: 'products/a.webp',
  benefit: null,
  usage: 'Matin et soir.',
  highlights: null,
  precautions: null,
  images: ['products/a.webp', 'products/b.webp'],
  isHidden: false,
  contents: [],
} as unknown as AdminProductRow

test('the product form sends every field of the call, `Price` among them, and the stock that it showed', () => {
  const typed = typedOf(PRODUCT)
  const untyped = { images: PRODUCT.images, contents: [], isHidden: false }
  expect(Object.fromEntries(productBody(typed, { ...untyped, shownStock: typed.stock }))).toEqual({
    Name: 'Gel',
    Description: 'Doux.',
    Price: '149.50',
    user_price: '149.50',
    distributeur_price: '110',
    StockQuantity: '50',
    SeenStock: '50',
    Category: 'Complément',
    Benefit: '',
    Usage: 'Matin et soir.',
    Highlights: '',
    Precautions: '',
    Hidden: '0',
    images: '["products/a.webp","products/b.webp"]',
  })
  expect([...productBody(typed, { ...untyped, shownStock: null }).keys()]).not.toContain('SeenStock')
})

test('a pack sends what is in it; a product that is no pack any more sends no contents', () => {
  const contents = [{ id: 3 as AdminProductRow['id'], name: 'Sérum', pieces: 2 }]
  const untyped = { images: [], contents, isHidden: true, shownStock: null }
  const pack = productBody({ ...typedOf(PRODUCT), category: 'pack' }, untyped)
  expect([pack.get('PackItems'), pack.get('Hidden')]).toEqual(['[{"ProductID":3,"Quantity":2}]', '1'])
  expect(productBody(typedOf(PRODUCT), untyped).has('PackItems')).toBe(false)
})

test('a copy is a draft without stock, whose name says so and is not too long', () => {
  const copy = copyOf({ ...PRODUCT, name: 'x'.repeat(150) })
  expect([copy.isHidden, copy.stock, copy.name.length]).toEqual([true, 0, 150])
  expect(copy.name).toMatch(/^x+ \(copie\)$/)
})

test.each([
  [10, 25, '~12\u00A0jours'],
  [1, 30, '~1\u00A0jour'],
  [1, 60, 'moins d’un jour'],
  [1000, 1, 'plus d’un an'],
  [0, 30, null],
  [12, 0, null],
])('%i pieces of which %i were ordered in thirty days last: %s', (stock, pieces, words) => {
  expect(daysInWords(stock, pieces)).toBe(words)
})
