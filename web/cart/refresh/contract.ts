import { amount, fields, optional, text, whole } from '../plain-answer.ts'
import type { CurrentProduct } from '../reconcile.ts'

type WireName = 'Name' | 'image' | 'user_price' | 'distributeur_price' | 'StockQuantity'

/** Reads a product of the catalogue as far as a cart needs it. */
export function currentProduct(answer: unknown): CurrentProduct {
  const product = fields<WireName>(answer)
  return {
    name: text(product.Name),
    image: text(product.image),
    userPrice: amount(product.user_price),
    distributorPrice: optional(amount)(product.distributeur_price),
    stock: whole(product.StockQuantity),
  }
}
