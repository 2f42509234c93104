import type { Product } from '#features/catalogue/names.ts'
import type { CartLine } from '#features/orders/contract.ts'
import { MAX_LINES, MAX_QUANTITY } from '#features/orders/names.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { decodeLine, encodeLine } from './contract.ts'

// What happens to a cart, as pure functions: the store in cart.ts keeps what they return.

export type Lines = readonly CartLine[]

/** The lines that a stored text holds. A damaged line is left out, a damaged text is an empty cart. */
export function linesFrom(stored: string | null): Lines {
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

export const storedForm = (lines: Lines): string => JSON.stringify(lines.map(encodeLine))

/** What a person pays for a piece: suppliers their own price, once it is known to the page. */
export const priceFor = (product: Product, paysDistributorPrice: boolean): Centimes =>
  (paysDistributorPrice ? product.distributorPrice : undefined) ?? product.userPrice

export type Added = { ok: true; lines: Lines } | { ok: false; title: string; text: string }

/** One more product, or more of one that is there already: never more than there are. */
export function withProduct(lines: Lines, product: Product, quantity: number, paysDistributorPrice: boolean): Added {
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
export const withQuantity = (lines: Lines, productId: ProductId, quantity: number): Lines =>
  Number.isSafeInteger(quantity) && quantity >= 1
    ? lines.map((line) =>
        line.productId === productId ? { ...line, quantity: Math.min(quantity, MAX_QUANTITY) } : line,
      )
    : lines

export const without = (lines: Lines, productId: ProductId): Lines =>
  lines.filter((line) => line.productId !== productId)

export const piecesIn = (lines: Lines): number => lines.reduce((sum, line) => sum + line.quantity, 0)

/** What the catalogue of today makes of a cart. */
export type CartChange = { name: string } & (
  | { kind: 'price' | 'client price'; before: Centimes; after: Centimes }
  | { kind: 'gone' }
  | { kind: 'stock'; left: number }
)

/** The product as it is now; null when it is no longer sold. */
export type Today = ReadonlyMap<ProductId, Product | null>

/**
 * Gives each line today's name, picture and prices, takes out what is no longer sold, and tells what the person would
 * want to know. A quantity above the stock stays as it was chosen. Lines that `today` does not speak of do not change.
 */
export function healed(lines: Lines, today: Today, paysDistributorPrice: boolean) {
  const changes: CartChange[] = []
  const healedLines = lines.flatMap((line): CartLine[] => {
    const product = today.get(line.productId)
    if (product === undefined) return [line]
    if (product === null) {
      changes.push({ kind: 'gone', name: line.name })
      return []
    }
    const { name, image, userPrice, stock } = product
    const price = priceFor(product, paysDistributorPrice)
    // A line that a supplier has at the public price was put in before its own was there: no price has changed.
    const isFirst = paysDistributorPrice && line.price === line.userPrice
    if (price !== line.price && !isFirst) changes.push({ kind: 'price', name, before: line.price, after: price })
    else if (userPrice !== line.userPrice)
      changes.push({ kind: 'client price', name, before: line.userPrice, after: userPrice })
    if (stock < line.quantity) changes.push({ kind: 'stock', name, left: stock })
    return [{ ...line, name, image, price, userPrice }]
  })
  return { lines: healedLines, changes }
}

export const stockSentence = (left: number): string =>
  left < 1 ? 'Stock épuisé\u00A0: retirez ce produit pour commander.' : `Il ne reste que ${left} unités en stock.`

export function changeSentence(change: CartChange): string {
  const { name } = change
  switch (change.kind) {
    case 'gone':
      return `${name} n’est plus en vente et a été retiré de votre panier.`
    case 'stock':
      return `${name}\u00A0: ${stockSentence(change.left)}`
    default: {
      const which = change.kind === 'price' ? 'Le prix' : 'Le prix client'
      const [before, after] = [formatDirhams(change.before), formatDirhams(change.after)]
      return `${which} de ${name} a changé. Ancien prix\u00A0: ${before}, nouveau prix\u00A0: ${after}.`
    }
  }
}
