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

const asShown = (product: AdminProductRow) => {
  const { images, contents, isHidden } = product
  return { typed: typedOf(product), untyped: { images, contents, isHidden } }
}

test('the form of a new product sends every field of the call, `Price` among them', () => {
  const { typed, untyped } = asShown(PRODUCT)
  expect(Object.fromEntries(productBody(typed, untyped, null))).toEqual({
    Name: 'Gel',
    Description: 'Doux.',
    Price: '149.50',
    user_price: '149.50',
    distributeur_price: '110',
    StockQuantity: '50',
    Category: 'Complément',
    Benefit: '',
    Usage: 'Matin et soir.',
    Highlights: '',
    Precautions: '',
    Hidden: '0',
    images: '["products/a.webp","products/b.webp"]',
  })
})

test('the form of a product that exists sends what changed alone, and a changed stock with the one that it showed', () => {
  const { typed, untyped } = asShown(PRODUCT)
  const changed = (typing: Partial<typeof typed>, choosing: Partial<typeof untyped> = {}) =>
    Object.fromEntries(productBody({ ...typed, ...typing }, { ...untyped, ...choosing }, asShown(PRODUCT)))
  expect(changed({})).toEqual({})
  expect(changed({ description: 'Très doux.' })).toEqual({ Description: 'Très doux.' })
  expect(changed({ usage: '', benefit: '30 ml' })).toEqual({ Usage: '', Benefit: '30 ml' })
  expect(changed({ userPrice: '160' })).toEqual({ user_price: '160', Price: '160' })
  expect(changed({ stock: '55' })).toEqual({ StockQuantity: '55', SeenStock: '50' })
  expect(changed({}, { isHidden: true })).toEqual({ Hidden: '1' })
  expect(changed({}, { images: PRODUCT.images.toReversed() })).toEqual({
    images: '["products/b.webp","products/a.webp"]',
  })
  const bare = { ...PRODUCT, images: ['products/sans-image.webp'] }
  expect([...productBody(typed, { ...untyped, images: [] }, asShown(bare))]).toEqual([])
})

test('a pack sends what is in it; a product that is no pack any more sends no contents', () => {
  const contents = [{ id: 3 as AdminProductRow['id'], name: 'Sérum', pieces: 2 }]
  const untyped = { images: [], contents, isHidden: true }
  const pack = { ...typedOf(PRODUCT), category: 'pack' }
  const sent = productBody(pack, untyped, null)
  expect([sent.get('PackItems'), sent.get('Hidden')]).toEqual(['[{"ProductID":3,"Quantity":2}]', '1'])
  expect(productBody(typedOf(PRODUCT), untyped, null).has('PackItems')).toBe(false)
  const before = { typed: pack, untyped }
  const more = contents.map((item) => ({ ...item, pieces: 3 }))
  expect([...productBody(pack, { ...untyped, contents: more }, before).keys()]).toEqual(['PackItems'])
  expect([...productBody(pack, untyped, before).keys()]).toEqual([])
  expect([...productBody(pack, untyped, { ...before, typed: typedOf(PRODUCT) }).keys()]).toEqual([
    'Category',
    'PackItems',
  ])
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
