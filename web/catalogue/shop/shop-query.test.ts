import { describe, expect, test } from 'vitest'
import type { Product } from '#features/catalogue/model.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'
import { categoryOf, forCards, orderOf, pageOf, shopAddress, slugOf, sortOf } from './shop-query.ts'

const milk: Product = {
  id: 1 as ProductId,
  name: 'Lait hydratant',
  description: 'À l’amande douce',
  userPrice: dh(99),
  stock: 3,
  category: 'cosmetic',
  image: 'products/a.webp',
}

describe('the addresses of categories', () => {
  test('name what the tabs name, in lower case', () => {
    expect(slugOf('supplement')).toBe('alimentaire')
    expect(categoryOf('Alimentaire')).toBe('supplement')
  })

  test('a word that names none is no category', () => {
    expect(categoryOf('toys')).toBeNull()
    expect(categoryOf(null)).toBeNull()
  })
})

describe('the address of a part of the shop', () => {
  test('is one for each, whatever is told of what it has not', () => {
    expect(shopAddress({})).toBe('/Boutique')
    expect(shopAddress({ category: null, sort: '', search: '', page: 1 })).toBe('/Boutique')
    expect(shopAddress({ page: 2, search: 'crème & rose', sort: 'nom', category: 'pack' })).toBe(
      '/Boutique?categorie=packs&q=cr%C3%A8me+%26+rose&tri=nom&page=2',
    )
  })

  test('says the page as a plain number; anything else is the first', () => {
    expect(['2', '40', '9999999'].map(pageOf)).toEqual([2, 40, 9_999_999])
    for (const text of [null, '', '0', '-1', '1', '01', '2.5', '1e3', '٢', ' 2', '99999999'])
      expect(pageOf(text)).toBe(1)
  })
})

test('an unknown order is the shop’s own', () => {
  expect(orderOf(sortOf('constructor'))).toBe('first')
  expect(orderOf(sortOf('prix-decroissant'))).toBe('-price')
})

test('cards carry no description', () => {
  expect(forCards([milk])).toEqual([{ ...milk, description: '' }])
})
