import { describe, expect, test } from 'vitest'
import type { ProductId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'
import {
  type CorrectableLine,
  correctedLines,
  type MergeableOrder,
  mergedLines,
  mustBeCorrectable,
  mustBeMergeable,
  piecesBetween,
} from './rules.ts'

const line = (id: number, quantity: number, price = 100): CorrectableLine => ({
  productId: id as ProductId,
  name: `Produit ${id}`,
  quantity,
  userPrice: dh(price),
  distributorPrice: dh(price / 2),
})
const want = (id: number, quantity: number) => ({ productId: id as ProductId, quantity })
const today = (...stocks: [id: number, stock: number, price?: number][]) =>
  new Map(
    stocks.map(([id, stock, price = 100]) => {
      const { productId, quantity: _, ...product } = line(id, 0, price)
      return [productId, { ...product, id: productId, stock }]
    }),
  )

const problemsOf = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return Object.fromEntries(
      Object.entries((error as { fields: Record<string, { code: string }[]> }).fields).map(([field, [first]]) => [
        field,
        first!.code,
      ]),
    )
  }
}

describe('corrected lines', () => {
  test('that stay keep their prices, those that are new take today’s', () => {
    const lines = correctedLines([line(1, 2, 80)], [want(1, 3), want(2, 1)], today([1, 5, 120], [2, 5, 90]))
    expect(lines).toEqual([line(1, 3, 80), line(2, 1, 90)])
  })

  test('have the pieces of the order and of the shelf together, and none more', () => {
    const most = () => correctedLines([line(1, 2)], [want(1, 7)], today([1, 5]))
    expect(most()).toEqual([line(1, 7)])
    expect(problemsOf(() => correctedLines([line(1, 2)], [want(1, 8)], today([1, 5])))).toEqual({
      'lines.0.quantity': 'stock_short',
    })
  })

  test('of a product that is no longer sold may stay or shrink, not grow, and it is not added', () => {
    expect(correctedLines([line(1, 2)], [want(1, 1)], today())).toEqual([line(1, 1)])
    expect(problemsOf(() => correctedLines([line(1, 2)], [want(1, 3), want(9, 1)], today()))).toEqual({
      'lines.0.quantity': 'stock_short',
      'lines.1.ProductID': 'product_gone',
    })
  })

  test('name a product once, and there is one at least', () => {
    expect(problemsOf(() => correctedLines([line(1, 2)], [want(1, 1), want(1, 1)], today([1, 5])))).toEqual({
      'lines.1.ProductID': 'product_twice',
    })
    expect(problemsOf(() => correctedLines([line(1, 2)], [], today()))).toEqual({ lines: 'no_lines' })
  })
})

test('pieces between two orders are taken above zero and given back below, products without a change are left out', () => {
  const before = [want(1, 2), want(2, 1), want(3, 4)]
  expect(piecesBetween(before, [want(1, 5), want(3, 4), want(4, 1)])).toEqual([want(1, 3), want(4, 1), want(2, -1)])
})

test('only an order whose pieces are still here is corrected', () => {
  const at = (status: 'pending' | 'assigned' | 'in_transit' | 'delivered' | 'cancelled', leftAt: Date | null = null) =>
    mustBeCorrectable({ status, leftAt, piecesBackAt: null })
  expect(() => at('pending')).not.toThrow()
  expect(() => at('assigned')).not.toThrow()
  for (const status of ['in_transit', 'delivered', 'cancelled'] as const) expect(() => at(status)).toThrow('partie')
  expect(() => at('assigned', new Date())).toThrow('partie')
})

describe('two orders', () => {
  const order = (more: Partial<MergeableOrder> = {}): MergeableOrder => ({
    id: 1,
    status: 'pending',
    origin: 'promo',
    supplierId: 7,
    promoCode: 'SARA10',
    phone: '0612345678',
    createdAt: new Date('2026-11-20T10:00:00Z'),
    ...more,
  })

  test.each<[string, Partial<MergeableOrder>, string | null]>([
    ['of one hand are one', {}, null],
    ['of three days are one', { createdAt: new Date('2026-11-23T10:00:00Z') }, null],
    ['of three days and a second are not', { createdAt: new Date('2026-11-23T10:00:01Z') }, 'merge_too_far'],
    ['of two phones are not', { phone: '0612345679' }, 'merge_other_phone'],
    ['of which one moved are not', { status: 'assigned' }, 'merge_not_pending'],
    ['of two suppliers are not', { supplierId: 8 }, 'merge_other_origin'],
    ['of two codes are not', { promoCode: 'SARA11' }, 'merge_other_origin'],
    ['of two origins are not', { origin: 'direct' }, 'merge_other_origin'],
    ['that are the same are not two', { id: 1 }, 'merge_with_itself'],
  ])('%s', (_, more, code) => {
    const codeOf = () => {
      try {
        mustBeMergeable(order(), order({ id: 2, ...more }))
        return null
      } catch (error) {
        return (error as { code: string }).code
      }
    }
    expect(codeOf()).toBe(code)
  })

  test('have each product once, with the pieces of both at the prices of the older', () => {
    expect(mergedLines([line(1, 2, 80), line(2, 1)], [line(1, 1, 90), line(3, 1)])).toEqual([
      line(1, 3, 80),
      line(2, 1),
      line(3, 1),
    ])
  })
})
