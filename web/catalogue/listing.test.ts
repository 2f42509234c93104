import { describe, expect, test } from 'vitest'
import type { Category, Product } from '#features/catalogue/names.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'
import { categoryOf, forCards, matching, slugOf, sorted, sortOf } from './listing.ts'

const product = (id: number, name: string, price: number, category: Category, description = ''): Product => ({
  id: id as ProductId,
  name,
  description,
  userPrice: dh(price),
  stock: 3,
  category,
  image: 'products/a.webp',
})

const milk = product(1, 'Lait hydratant', 99, 'cosmetic', 'À l’amande douce')
const cream = product(2, 'Crème solaire', 149.5, 'cosmetic')
const omega = product(3, 'Oméga 3', 179, 'supplement', 'Huile de poisson')
const all = [milk, cream, omega]

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

describe('a search', () => {
  test('sees neither accents nor case', () => {
    expect(matching(all, 'CREME')).toEqual([cream])
  })

  test('wants every word, in the name, the description or the name of the category', () => {
    expect(matching(all, 'huile alimentaire')).toEqual([omega])
    expect(matching(all, 'huile solaire')).toEqual([])
  })

  test('of nothing finds everything', () => {
    expect(matching(all, '  ')).toEqual(all)
  })
})

describe('the order of the shop', () => {
  test('is by price or by name, and an unknown one keeps the shop’s own', () => {
    expect(sorted(all, 'prix-decroissant')).toEqual([omega, cream, milk])
    expect(sorted(all, 'nom')).toEqual([cream, milk, omega])
    expect(sorted(all, sortOf('constructor'))).toEqual(all)
  })
})

test('cards carry no description', () => {
  expect(forCards([milk])).toEqual([{ ...milk, description: '' }])
})
