import { expect, test } from 'vitest'
import type { FullProduct } from '#features/catalogue/rules.ts'
import { productBody, typedOf } from './product-fields.ts'

const PRODUCT = {
  id: 7,
  name: 'Gel',
  description: 'Doux.',
  userPrice: 14_950,
  distributorPrice: 11_000,
  stock: 50,
  category: 'supplement',
  image: 'products/a.webp',
} as FullProduct

test('the product form sends every field of the call, `Price` among them, and the stock that it showed', () => {
  const typed = typedOf(PRODUCT)
  expect(Object.fromEntries(productBody(typed, { image: null, shownStock: typed.stock }))).toEqual({
    Name: 'Gel',
    Description: 'Doux.',
    Price: '149.50',
    user_price: '149.50',
    distributeur_price: '110',
    StockQuantity: '50',
    SeenStock: '50',
    Category: 'Complément',
  })
  expect([...productBody(typed, { image: null, shownStock: null }).keys()]).not.toContain('SeenStock')
})
