import { product } from '#features/catalogue/contract.ts'
import type { Product } from '#features/catalogue/model.ts'
import { MAX_QUANTITY } from '#features/orders/model.ts'
import type { TrackedOrder } from '#features/tracking/model.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { ApiError, callApi } from '#web/api/api.ts'
import { addToCart } from '#web/cart/cart.ts'
import { type CartLines, stockSentence } from '#web/cart/lines.ts'
import { readCart } from '#web/cart/stored-cart.ts'

// A file of its own, since the page loads it only once somebody orders again.

type OrderLines = readonly Omit<TrackedOrder['lines'][number], 'image'>[]

/** Products for the cart, and sentences about those that cannot be put in. */
interface Reorder {
  additions: readonly { product: Product; quantity: number }[]
  missing: readonly string[]
}

/**
 * Puts the products of an order into the cart, at today's prices. Returns sentences about those that are gone. Throws as
 * `callApi` does, and then nothing was put in.
 */
export async function orderAgain(lines: OrderLines): Promise<{ missing: readonly string[]; isAnyThere: boolean }> {
  const found = await Promise.all(
    lines.map(async ({ productId }) => [productId, await fetchProduct(productId)] as const),
  )
  const today = new Map(found)
  const { additions, missing } = reorderOf(lines, today, readCart())
  for (const { product, quantity } of additions) addToCart(product, quantity)
  return { missing, isAnyThere: lines.some(({ productId }) => (today.get(productId)?.stock ?? 0) > 0) }
}

/** Compares an order with today's catalogue and with the cart, in which pieces of an earlier tap already are. */
export function reorderOf(lines: OrderLines, today: ReadonlyMap<ProductId, Product | null>, cart: CartLines): Reorder {
  const additions: { product: Product; quantity: number }[] = []
  const missing: string[] = []
  for (const { productId, name, quantity: wanted } of lines) {
    const product = today.get(productId) ?? null
    const available = Math.min(product?.stock ?? 0, MAX_QUANTITY)
    if (product === null) missing.push(`${name} n’est plus en vente.`)
    else if (available < 1) missing.push(`${name} est épuisé pour le moment.`)
    else if (available < wanted) missing.push(`${name}\u00A0: ${stockSentence(available)}`)
    const present = cart.find((line) => line.productId === productId)?.quantity ?? 0
    const quantity = Math.min(wanted, available) - present
    if (product !== null && quantity > 0) additions.push({ product, quantity })
  }
  return { additions, missing }
}

async function fetchProduct(id: ProductId): Promise<Product | null> {
  try {
    return await callApi(`/api/products/${id}`, { answer: product })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
