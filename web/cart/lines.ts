import type { Product } from '#features/catalogue/model.ts'
import type { CartLine } from '#features/orders/contract.ts'
import { MAX_LINES, MAX_QUANTITY } from '#features/orders/model.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { decodeLine, encodeLine } from './contract.ts'

// What happens to a cart, as pure functions: the store in cart.ts keeps what they return.

export type CartLines = readonly CartLine[]

/** The lines that a stored text holds. A damaged line is left out, a damaged text is an empty cart. */
export function linesFrom(stored: string | null): CartLines {
  const kept = new Map<ProductId, CartLine>()
  for (const item of listFrom(stored)) {
    const line = decodeLine(item)
    if (line && kept.size < MAX_LINES && !kept.has(line.productId))
      kept.set(line.productId, { ...line, quantity: Math.min(line.quantity, MAX_QUANTITY) })
  }
  return [...kept.values()]
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

/** What a person pays for a piece: suppliers their own price, once it is known to the page. */
export const priceFor = (product: Product, paysDistributorPrice: boolean): Centimes =>
  (paysDistributorPrice ? product.distributorPrice : undefined) ?? product.userPrice

export type CartAddition = { ok: true; lines: CartLines } | { ok: false; title: string; text: string }

/** One more product, or more of one that is there already: never more than there are. */
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
  const line: CartLine = {
    productId: product.id,
    name: product.name,
    image: product.image,
    price: priceFor(product, paysDistributorPrice),
    userPrice: product.userPrice,
    quantity: wanted,
  }
  return { ok: true, lines: present ? lines.map((each) => (each === present ? line : each)) : [...lines, line] }
}

/** A quantity that is no whole number from 1 up is ignored. */
export const withQuantity = (lines: CartLines, productId: ProductId, quantity: number): CartLines =>
  Number.isSafeInteger(quantity) && quantity >= 1
    ? lines.map((line) =>
        line.productId === productId ? { ...line, quantity: Math.min(quantity, MAX_QUANTITY) } : line,
      )
    : lines

export const without = (lines: CartLines, productId: ProductId): CartLines =>
  lines.filter((line) => line.productId !== productId)

export const piecesIn = (lines: CartLines): number => lines.reduce((sum, line) => sum + line.quantity, 0)

export const stockSentence = (left: number): string =>
  left < 1 ? 'Stock épuisé\u00A0: retirez ce produit pour commander.' : `Il ne reste que ${left} unités en stock.`

/** The lines at a supplier's own prices, where these are known; the same array when that changes nothing. */
export function atSupplierPrices(lines: CartLines, prices: ReadonlyMap<ProductId, Centimes>): CartLines {
  const isOff = lines.some(({ productId, price }) => (prices.get(productId) ?? price) !== price)
  return isOff ? lines.map((line) => ({ ...line, price: prices.get(line.productId) ?? line.price })) : lines
}
