import type { Product } from '#features/catalogue/model.ts'
import type { CartLine } from '#features/orders/contract.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { type CartLines, priceFor, stockSentence } from './lines.ts'

// In a file of its own: what a cart of yesterday needs is fetched once the page is there.

/** What the catalogue of today makes of a cart. */
export type CartChange = { name: string } & (
  | { kind: 'price' | 'client price'; before: Centimes; after: Centimes }
  | { kind: 'gone' }
  | { kind: 'stock'; left: number }
)

/** The product as it is now; null when it is no longer sold. */
export type CurrentProducts = ReadonlyMap<ProductId, Product | null>

/**
 * Gives each line today's name, picture and prices, takes out what is no longer sold, and tells what the person would
 * want to know. A quantity above the stock stays as it was chosen. Lines that `today` does not speak of do not change.
 */
export function reconcileCart(lines: CartLines, today: CurrentProducts, paysDistributorPrice: boolean) {
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
