import type { Product } from '#features/catalogue/model.ts'
import type { CartLine } from '#features/orders/contract.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { type CartLines, priceFor, stockSentence } from './lines.ts'

// A file of its own, since pages load it only once they are there.

/** A difference between a cart and the catalogue of now. */
export type CartChange = { name: string } & (
  | { kind: 'price' | 'client price'; before: Centimes; after: Centimes }
  | { kind: 'gone' }
  | { kind: 'stock'; left: number }
)

/** What a cart needs of a product as it is now. */
export type CurrentProduct = Pick<Product, 'name' | 'image' | 'userPrice' | 'distributorPrice' | 'stock'>

/** null stands for a product that is no longer sold. */
export type CurrentProducts = ReadonlyMap<ProductId, CurrentProduct | null>

/**
 * Gives each line the current name, picture and prices, takes out products that are no longer sold, and lists the changes
 * for the person. A quantity above the stock stays as it was chosen, and a line without an entry in `current` as it is.
 */
export function reconcileCart(lines: CartLines, current: CurrentProducts, paysDistributorPrice: boolean) {
  const changes: CartChange[] = []
  const reconciled = lines.flatMap((line): CartLine[] => {
    const product = current.get(line.productId)
    if (product === undefined) return [line]
    if (product === null) {
      changes.push({ kind: 'gone', name: line.name })
      return []
    }
    const { name, image, userPrice, stock } = product
    const price = priceFor(product, paysDistributorPrice)
    // A supplier's line at the public price is older than its own prices on the page: no price has changed.
    const isFirst = paysDistributorPrice && line.price === line.userPrice
    if (price !== line.price && !isFirst) changes.push({ kind: 'price', name, before: line.price, after: price })
    else if (userPrice !== line.userPrice)
      changes.push({ kind: 'client price', name, before: line.userPrice, after: userPrice })
    if (stock < line.quantity) changes.push({ kind: 'stock', name, left: stock })
    return [{ ...line, name, image, price, userPrice }]
  })
  return { lines: reconciled, changes }
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
