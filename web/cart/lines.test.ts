import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Product } from '#features/catalogue/model.ts'
import { type CartLine, cartLine } from '#features/orders/contract.ts'
import { MAX_LINES } from '#features/orders/model.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'
import { decodeLine, encodeLine } from './contract.ts'
import {
  atSupplierPrices,
  type CartLines,
  linesFrom,
  piecesIn,
  storedForm,
  without,
  withoutOrdered,
  withProduct,
  withQuantity,
} from './lines.ts'
import { changeSentence, reconcileCart } from './reconcile.ts'

const productId = (id: number) => id as ProductId

const serum: Product = {
  id: productId(1),
  name: 'Sérum éclat',
  description: '',
  userPrice: dh(149.5),
  stock: 5,
  category: 'cosmetic',
  image: 'products/serum.webp',
}

const line = (change: Partial<CartLine> = {}): CartLine => ({
  productId: serum.id,
  name: serum.name,
  image: serum.image,
  price: serum.userPrice,
  userPrice: serum.userPrice,
  quantity: 2,
  ...change,
})

const linesAfter = (added: ReturnType<typeof withProduct>): CartLines => {
  if (!added.ok) throw new Error(added.text)
  return added.lines
}

describe('the stored form', () => {
  test('has the names and dirhams that every version of the shop reads', () => {
    expect(JSON.parse(storedForm([line()]))).toEqual([
      {
        productID: 1,
        productName: 'Sérum éclat',
        productImage: 'products/serum.webp',
        productPrice: 149.5,
        priceGain: 149.5,
        quantity: 2,
      },
    ])
  })

  test('is the contract’s, there and back', () => {
    const lines = [line({ price: dh(0.1) }), line({ price: dh(999_999.99), quantity: 1000 })]
    for (const each of lines) {
      expect(encodeLine(each)).toEqual(z.encode(cartLine, each))
      expect(decodeLine(encodeLine(each))).toEqual(z.decode(cartLine, encodeLine(each)))
    }
  })

  test('comes back as it was', () => {
    const lines = [line({ price: dh(110) }), line({ productId: productId(2), quantity: 1 })]
    expect(linesFrom(storedForm(lines))).toEqual(lines)
  })

  test('that is damaged is an empty cart', () => {
    for (const stored of [null, '', 'null', '{', '{"productID":1}', '"cart"', '42'])
      expect(linesFrom(stored)).toEqual([])
  })

  test('loses its damaged lines and keeps the others', () => {
    const good = JSON.parse(storedForm([line()]))[0]
    const damaged = [null, 7, {}, { ...good, quantity: 0 }, { ...good, quantity: 1.5 }, { ...good, productPrice: -1 }]
    expect(linesFrom(JSON.stringify([...damaged, good, { ...good, productID: 'x' }]))).toEqual([line()])
  })

  test('names a product once', () => {
    const good = JSON.parse(storedForm([line()]))[0]
    expect(linesFrom(JSON.stringify([good, { ...good, quantity: 9 }]))).toEqual([line()])
  })
})

describe('adding', () => {
  test('a new product makes a line at the public price', () => {
    expect(withProduct([], serum, 2, false)).toEqual({ ok: true, lines: [line()] })
  })

  test('a product that is there increases its quantity', () => {
    expect(linesAfter(withProduct([line({ quantity: 2 })], serum, 3, false))).toEqual([line({ quantity: 5 })])
  })

  test('a supplier pays its own price and the client the public one', () => {
    const lines = linesAfter(withProduct([], { ...serum, distributorPrice: dh(110) }, 1, true))
    expect(lines).toEqual([line({ price: dh(110), quantity: 1 })])
  })

  test('an admin sees the distributor price and pays the public one', () => {
    const lines = linesAfter(withProduct([], { ...serum, distributorPrice: dh(110) }, 1, false))
    expect(lines[0]?.price).toBe(dh(149.5))
  })

  test('an empty shelf is said to be empty', () => {
    expect(withProduct([], { ...serum, stock: 0 }, 1, false)).toMatchObject({ ok: false, title: 'Stock épuisé!' })
  })

  test('more than there are is refused, what is in the cart counted', () => {
    expect(withProduct([line({ quantity: 4 })], serum, 2, false)).toEqual({
      ok: false,
      title: 'Quantité insuffisante!',
      text: 'Il ne reste que 5 unités en stock.',
    })
  })

  test('a full cart takes no other product, and more of one that it has', () => {
    const full = Array.from({ length: MAX_LINES }, (_, index) => line({ productId: productId(index + 1), quantity: 1 }))
    expect(withProduct(full, { ...serum, id: productId(99) }, 1, false).ok).toBe(false)
    expect(withProduct(full, serum, 1, false).ok).toBe(true)
  })

  test('a quantity that is no number counts as one', () => {
    expect(linesAfter(withProduct([], serum, Number.NaN, false))[0]?.quantity).toBe(1)
  })
})

describe('changing', () => {
  test('sets a quantity, and ignores one below 1 or in pieces', () => {
    expect(withQuantity([line()], serum.id, 4)[0]?.quantity).toBe(4)
    for (const ignored of [0, -1, 1.5, Number.NaN]) expect(withQuantity([line()], serum.id, ignored)).toEqual([line()])
  })

  test('takes a line out', () => {
    expect(without([line(), line({ productId: productId(2) })], serum.id)).toEqual([line({ productId: productId(2) })])
  })

  test('counts pieces, not lines', () => {
    expect(piecesIn([line({ quantity: 2 }), line({ productId: productId(2), quantity: 3 })])).toBe(5)
  })
})

describe('reconciling', () => {
  const today = (product: Product | null) => new Map([[serum.id, product]])

  test('says nothing when nothing changed', () => {
    expect(reconcileCart([line()], today(serum), false)).toEqual({ lines: [line()], changes: [] })
  })

  test('takes a new price and says what it was', () => {
    const { lines, changes } = reconcileCart([line()], today({ ...serum, userPrice: dh(159) }), false)
    expect(lines).toEqual([line({ price: dh(159), userPrice: dh(159) })])
    expect(changes.map(changeSentence)).toEqual([
      'Le prix de Sérum éclat a changé. Ancien prix\u00A0: 149,50\u00A0DH, nouveau prix\u00A0: 159,00\u00A0DH.',
    ])
  })

  test('gives a supplier its price at log-in, and the public one back at log-out', () => {
    const seen = today({ ...serum, distributorPrice: dh(110) })
    const { lines: asSupplier, changes } = reconcileCart([line()], seen, true)
    expect(asSupplier).toEqual([line({ price: dh(110) })])
    // Its own price was never another one.
    expect(changes).toEqual([])
    expect(reconcileCart(asSupplier, today(serum), false).lines).toEqual([line()])
  })

  test('tells a supplier when only the client’s price moved', () => {
    const { changes } = reconcileCart(
      [line({ price: dh(110) })],
      today({ ...serum, userPrice: dh(160), distributorPrice: dh(110) }),
      true,
    )
    expect(changes.map(changeSentence)[0]).toMatch(/^Le prix client de Sérum éclat a changé\./)
  })

  test('takes out what is no longer sold and says so', () => {
    const { lines, changes } = reconcileCart([line()], today(null), false)
    expect(lines).toEqual([])
    expect(changes.map(changeSentence)).toEqual(['Sérum éclat n’est plus en vente et a été retiré de votre panier.'])
  })

  test('says how many are left, and leaves the choice to the person', () => {
    const { lines, changes } = reconcileCart([line({ quantity: 4 })], today({ ...serum, stock: 3 }), false)
    expect(lines[0]?.quantity).toBe(4)
    expect(changes.map(changeSentence)).toEqual(['Sérum éclat\u00A0: Il ne reste que 3 unités en stock.'])
  })

  test('leaves a line alone whose product could not be asked about', () => {
    expect(reconcileCart([line()], new Map(), false)).toEqual({ lines: [line()], changes: [] })
  })
})

describe('a supplier’s prices that arrive after the page', () => {
  const other = line({ productId: productId(2), price: dh(80) })

  test('replace the public one of what was put in before, and nothing else', () => {
    expect(atSupplierPrices([line(), other], new Map([[serum.id, dh(110)]]))).toEqual([line({ price: dh(110) }), other])
  })

  test('leave a newer one, which the checkout asked for', () => {
    const lines = [line({ price: dh(117) })]
    expect(atSupplierPrices(lines, new Map([[serum.id, dh(110)]]))).toBe(lines)
  })

  test('leave a cart as it is that has them already', () => {
    const lines = [line({ price: dh(110) }), other]
    expect(atSupplierPrices(lines, new Map([[serum.id, dh(110)]]))).toBe(lines)
  })
})

test('an order takes its own pieces out of the cart, and leaves what came meanwhile', () => {
  const other = line({ productId: productId(2) })
  const more = line({ productId: productId(3), quantity: 3 })
  const ordered = [line(), line({ productId: productId(3), quantity: 2 })]
  expect(withoutOrdered([line(), other, more], ordered)).toEqual([other, { ...more, quantity: 1 }])
})
