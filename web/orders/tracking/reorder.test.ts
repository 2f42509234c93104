import { expect, test } from 'vitest'
import type { Product } from '#features/catalogue/model.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'
import type { CartLines } from '#web/cart/lines.ts'
import { reorderOf } from './reorder.ts'

const SERUM = 3 as ProductId

const line = (quantity: number) => [{ productId: SERUM, name: 'Sérum', quantity }]
const today = (stock: number): ReadonlyMap<ProductId, Product> =>
  new Map([[SERUM, { id: SERUM, name: 'Sérum', stock, userPrice: dh(150) } as Product]])
const inCart = (quantity: number) => [{ productId: SERUM, quantity }] as unknown as CartLines

test.each([
  ['all of it is there', 2, today(9), [], [2], []],
  ['some of it is in the cart already', 3, today(9), inCart(1), [2], []],
  ['all of it is in the cart already', 2, today(9), inCart(2), [], []],
  ['there are fewer', 4, today(3), [], [3], ['Sérum\u00A0: Il ne reste que 3 unités en stock.']],
  ['there is none', 1, today(0), [], [], ['Sérum est épuisé pour le moment.']],
  ['it is sold no more', 1, new Map([[SERUM, null]]), [], [], ['Sérum n’est plus en vente.']],
] as const)('%s', (_, wanted, products, cart, quantities, sentences) => {
  const { additions, missing } = reorderOf(line(wanted), products, cart)
  expect(additions.map(({ quantity }) => quantity)).toEqual(quantities)
  expect(missing).toEqual(sentences)
})
