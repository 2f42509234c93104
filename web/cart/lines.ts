import type { Product } from '#features/catalogue/model.ts'
import type { CartLine } from '#features/orders/contract.ts'
import { MAX_LINES, MAX_QUANTITY } from '#features/orders/model.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { decodeLine, encodeLine } from './contract.ts'

// Changes of a cart, as pure functions; cart.ts stores their results.

export type CartLines = readonly CartLine[]

/** Reads the lines from a stored text. A damaged line is left out, a damaged text is an empty cart. */
export function linesFrom(stored: string | null): CartLines {
  const lines = new Map<ProductId, CartLine>()
  for (const item of listFrom(stored)) {
    const line = decodeLine(item)
    if (line && lines.size < MAX_LINES && !lines.has(line.productId))
      lines.set(line.productId, { ...line, quantity: Math.min(line.quantity, MAX_QUANTITY) })
  }
  return [...lines.values()]
}

function listFrom(stored: string | null): unknown[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

export const storedForm = (lines: CartLines): string => JSON.stringify(lines.map(encodeLine))

/** The price of a piece: the distributor price for suppliers, once the page knows it, and the public one otherwise. */
export const priceFor = (
  product: Pick<Product, 'userPrice' | 'distributorPrice'>,
  paysDistributorPrice: boolean,
): Centimes => (paysDistributorPrice ? product.distributorPrice : undefined) ?? product.userPrice

/** The line of a product. */
export const lineOf = (product: Product, quantity: number, paysDistributorPrice: boolean): CartLine => ({
  productId: product.id,
  name: product.name,
  image: product.image,
  price: priceFor(product, paysDistributorPrice),
  userPrice: product.userPrice,
  quantity,
})

/** The id of the field with a line's quantity. */
export const quantityIdOf = (productId: ProductId): string => `checkout-quantity-${productId}`

export type CartAddition = { ok: true; lines: CartLines } | { ok: false; title: string; text: string }

/** Adds a product, or more pieces of it, and never more than are in stock. */
export function withProduct(
  lines: CartLines,
  product: Product,
  quantity: number,
  paysDistributorPrice: boolean,
): CartAddition {
  if (product.stock < 1)
    return { ok: false, title: 'Stock épuisé!', text: 'Ce produit n’est plus disponible pour le moment.' }
  const present = lines.find((line) => line.productId === product.id)
  const wanted = (present?.quantity ?? 0) + Math.max(1, Math.trunc(quantity) || 1)
  const available = Math.min(product.stock, MAX_QUANTITY)
  if (wanted > available) return { ok: false, title: 'Quantité insuffisante!', text: stockSentence(available) }
  if (!present && lines.length >= MAX_LINES)
    return { ok: false, title: 'Panier plein', text: `Un panier contient au plus ${MAX_LINES} produits différents.` }
  const line = lineOf(product, wanted, paysDistributorPrice)
  return { ok: true, lines: present ? lines.map((each) => (each === present ? line : each)) : [...lines, line] }
}

/** Sets a quantity, and ignores one that is no whole number from 1 up. */
export const withQuantity = (lines: CartLines, productId: ProductId, quantity: number): CartLines =>
  Number.isSafeInteger(quantity) && quantity >= 1
    ? lines.map((line) =>
        line.productId === productId ? { ...line, quantity: Math.min(quantity, MAX_QUANTITY) } : line,
      )
    : lines

export const without = (lines: CartLines, productId: ProductId): CartLines =>
  lines.filter((line) => line.productId !== productId)

/** Takes the pieces of an order out of the lines. */
export const withoutOrdered = (lines: CartLines, ordered: CartLines): CartLines =>
  lines.flatMap((line) => {
    const gone = ordered.find(({ productId }) => productId === line.productId)?.quantity ?? 0
    return line.quantity > gone ? [{ ...line, quantity: line.quantity - gone }] : []
  })

export const piecesIn = (lines: CartLines): number => lines.reduce((sum, line) => sum + line.quantity, 0)

export const stockSentence = (left: number): string =>
  left < 1 ? 'Stock épuisé\u00A0: retirez ce produit pour commander.' : `Il ne reste que ${left} unités en stock.`

/**
 * The lines at a supplier's own prices, as far as these are known, where a line still has the public one; the same array
 * when that changes nothing. A supplier's price in the cart may be newer than these: the checkout asks for it.
 */
export function atSupplierPrices(lines: CartLines, prices: ReadonlyMap<ProductId, Centimes>): CartLines {
  const ownPrice = ({ productId, price, userPrice }: CartLines[number]) =>
    price === userPrice ? (prices.get(productId) ?? price) : price
  const isOff = lines.some((line) => ownPrice(line) !== line.price)
  return isOff ? lines.map((line) => ({ ...line, price: ownPrice(line) })) : lines
}
