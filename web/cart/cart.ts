import { useCallback } from 'react'
import type { Product } from '#features/catalogue/model.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { readSession } from '#web/session/stored-session.ts'
import { useBrowserValue } from '../browser-value.ts'
import { type CartLines, piecesIn, without, withoutOrdered, withProduct, withQuantity } from './lines.ts'
import { readCart, watchCart, writeCart } from './stored-cart.ts'

const NONE: CartLines = []

/** The lines of this browser's cart, whichever tab changed them; none on the server and during hydration. */
export const useCart = (): CartLines => useBrowserValue(watchCart, readCart, NONE)

const readCount = (): number => piecesIn(readCart())

/** The number of pieces in the cart. */
export const useCartCount = (): number => useBrowserValue(watchCart, readCount, 0)

/** The pieces of a product in the cart; none on the server and during hydration. */
export function useQuantityInCart(id: ProductId): number {
  // A number, so that of all the cards of a page only those are drawn again whose number changes.
  const read = useCallback(() => readCart().find(({ productId }) => productId === id)?.quantity ?? 0, [id])
  return useBrowserValue(watchCart, read, 0)
}

/** Puts a product in the cart, or returns a title and a sentence that say why not. */
export function addToCart(
  product: Product,
  quantity: number,
): { ok: true } | { ok: false; title: string; text: string } {
  const isSupplier = readSession()?.role === 'supplier'
  const added = withProduct(readCart(), product, quantity, isSupplier)
  if (!added.ok) return added
  writeCart(added.lines)
  // Pages are the same for everybody: a supplier's price may not have arrived yet.
  if (isSupplier && product.distributorPrice === undefined)
    import('./refresh/refresh.ts').then(({ refreshCart }) => refreshCart()).catch(() => undefined)
  return { ok: true }
}

/** Ignores a quantity that is no whole number from 1 up. */
export const setQuantity = (productId: ProductId, quantity: number): void =>
  writeCart(withQuantity(readCart(), productId, quantity))

export const remove = (productId: ProductId): void => writeCart(without(readCart(), productId))

/** Takes out what was ordered: what another tab put in meanwhile stays. */
export const takeOut = (ordered: CartLines): void => writeCart(withoutOrdered(readCart(), ordered))
