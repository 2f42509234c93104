import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ProductId } from '#platform/kernel/ids.ts'
import { centimes } from '#platform/kernel/money.ts'
import { isRefusal } from '#platform/kernel/refusal.ts'
import { CATEGORIES, CATEGORY_NAMES, TAB_NAMES } from './model.ts'
import {
  type FullProduct,
  findCategory,
  MAX_PRICE,
  mustBeValidPrices,
  PRINTED_COLUMNS,
  printedShares,
  visibleTo,
} from './rules.ts'

const full: FullProduct = {
  id: 1 as ProductId,
  name: 'Crème',
  description: 'Douce',
  userPrice: centimes(14_950),
  distributorPrice: centimes(11_000),
  stock: 3,
  category: 'cosmetic',
  image: 'products/a.webp',
}

test.each([
  ['supplier', true],
  ['admin', true],
  ['buyer', false],
  [null, false],
  ['Supplier', false],
  ['', false],
])('the role %s sees the distributor price: %s', (role, sees) => {
  expect('distributorPrice' in visibleTo(role, full)).toBe(sees)
  expect(visibleTo(role, full)).toMatchObject({ id: 1, userPrice: 14_950, stock: 3 })
})

test('taking the distributor price out for one reader leaves it there for the next', () => {
  visibleTo(null, full)
  expect(full.distributorPrice).toBe(11_000)
})

function fieldsOf(userPrice: number, distributorPrice: number): string[] {
  try {
    mustBeValidPrices(centimes(userPrice), centimes(distributorPrice))
    return []
  } catch (error) {
    if (!isRefusal(error)) throw error
    return Object.keys(error.fields ?? {})
  }
}

test.each([
  [1, 1, []],
  [MAX_PRICE, MAX_PRICE, []],
  [14_950, 11_000, []],
  [0, 1, ['user_price']],
  [MAX_PRICE + 1, 1, ['user_price']],
  [100, 0, ['distributeur_price']],
  [100, 101, ['distributeur_price']],
  [-5, -5, ['user_price']],
])('of a public price of %d and a distributor price of %d centimes, wrong is %j', (user, distributor, wrong) => {
  expect(fieldsOf(user, distributor)).toEqual(wrong)
})

test('prices are good if and only if 1 ≤ distributor ≤ public ≤ the maximum', () => {
  const price = fc.oneof(
    fc.integer({ min: -2, max: 3 }),
    fc.integer({ min: MAX_PRICE - 2, max: MAX_PRICE + 2 }),
    fc.integer({ min: 1, max: MAX_PRICE }),
  )
  fc.assert(
    fc.property(price, price, (user, distributor) => {
      const good = distributor >= 1 && distributor <= user && user <= MAX_PRICE
      expect(fieldsOf(user, distributor).length === 0).toBe(good)
    }),
  )
})

test('a category is found by its own name and by its tab’s, and by no other', () => {
  for (const each of CATEGORIES) {
    expect(findCategory(CATEGORY_NAMES[each])).toBe(each)
    expect(findCategory(TAB_NAMES[each])).toBe(each)
  }
  for (const name of ['', 'packs', 'supplement', 'Cosmétique', 'constructor']) expect(findCategory(name)).toBeNull()
})

describe('what of each category is printed', () => {
  const counts = (supplement: number, cosmetic: number, pack: number) => ({ supplement, cosmetic, pack })

  test('is all of it while there is room', () => {
    for (const inShop of [counts(0, 0, 0), counts(100, 100, 100), counts(360, 0, 0), counts(5, 350, 5)])
      expect(printedShares(inShop, 360)).toEqual(inShop)
  })

  test('is a fair share when there are too many, and what the small ones leave goes to the large', () => {
    expect(printedShares(counts(10_000, 10_000, 10_000), 360)).toEqual(counts(118, 121, 121))
    expect(printedShares(counts(10, 20_000, 40), 360)).toEqual(counts(10, 310, 40))
  })

  test('is never more than there is or than is asked for, and leaves room in the last row where something is left out', () => {
    const size = fc.integer({ min: 0, max: 40_000 })
    fc.assert(
      fc.property(size, size, size, fc.integer({ min: 9, max: 500 }), (supplement, cosmetic, pack, most) => {
        const inShop = counts(supplement, cosmetic, pack)
        const shares = printedShares(inShop, most)
        expect(shares.supplement + shares.cosmetic + shares.pack).toBeLessThanOrEqual(most)
        for (const category of CATEGORIES) {
          expect(shares[category]).toBeLessThanOrEqual(inShop[category])
          if (shares[category] < inShop[category]) expect(shares[category] % PRINTED_COLUMNS).toBe(1)
        }
      }),
    )
  })
})
