import type { CartLine } from '#features/orders/contract.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'

// The browser's storage is a wire too: other versions of the shop wrote to it and will read it. These functions do by
// hand what `cartLine` of the orders' contract does, and a test compares the two: every public page counts the pieces in
// the cart, and none should load a validator for that.

/** A line under the `cart` key. Prices in dirhams. */
interface StoredLine {
  productID: ProductId
  productName: string
  productImage: string
  productPrice: number
  priceGain: number
  quantity: number
}

export const encodeLine = (line: CartLine): StoredLine => ({
  productID: line.productId,
  productName: line.name,
  productImage: line.image,
  productPrice: line.price / 100,
  priceGain: line.userPrice / 100,
  quantity: line.quantity,
})

/** Decodes a stored line; null when it is damaged, or no line at all. */
export function decodeLine(stored: unknown): CartLine | null {
  if (typeof stored !== 'object' || stored === null) return null
  const line = stored as Partial<Record<keyof StoredLine, unknown>>
  const { productID, productName, productImage, productPrice, priceGain, quantity } = line
  if (!isCount(productID) || !isCount(quantity) || !isPrice(productPrice) || !isPrice(priceGain)) return null
  if (typeof productName !== 'string' || typeof productImage !== 'string') return null
  return {
    productId: productID as ProductId,
    name: productName,
    image: productImage,
    price: dh(productPrice),
    userPrice: dh(priceGain),
    quantity,
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1

const isPrice = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && Number.isSafeInteger(Math.round(value * 100))
