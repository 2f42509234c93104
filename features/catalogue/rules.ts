import { type Centimes, dh } from '#platform/kernel/money.ts'
import { invalidField, Refusal } from '#platform/kernel/refusal.ts'
import { CATEGORY_NAMES, type Category, PRODUCT_FIELDS, type Product, TAB_NAMES } from './names.ts'

export const MIN_PRICE = dh(0.01)
export const MAX_PRICE = dh(999_999.99)
export const SIMILAR_PRODUCTS = 4

/** A product with both of its prices: what the shop itself works with. */
export type FullProduct = Product & { distributorPrice: Centimes }

/** Suppliers and admins see the distributor price; for everybody else it is taken out, not emptied. */
export function seenBy(role: string | null, product: FullProduct): Product {
  if (role === 'supplier' || role === 'admin') return product
  const { distributorPrice: _, ...visible } = product
  return visible
}

/** Refuses (422) prices out of bounds, and a distributor price above the public one. */
export function mustBePrices(userPrice: Centimes, distributorPrice: Centimes): void {
  for (const [field, price] of [
    [PRODUCT_FIELDS.userPrice, userPrice],
    [PRODUCT_FIELDS.distributorPrice, distributorPrice],
  ] as const)
    if (price < MIN_PRICE || price > MAX_PRICE)
      throw invalidField(field, 'Le prix doit être compris entre 0,01 et 999 999,99 DH.')
  if (distributorPrice > userPrice)
    throw invalidField(PRODUCT_FIELDS.distributorPrice, 'Le prix distributeur ne peut pas dépasser le prix client.')
}

/** The category a form means: its own name or the tab's. Null for anything else. */
export function findCategory(name: string): Category | null {
  const categories = Object.keys(CATEGORY_NAMES) as Category[]
  return categories.find((each) => CATEGORY_NAMES[each] === name || TAB_NAMES[each] === name) ?? null
}

export const unknownProduct = () => new Refusal('missing', 'Ce produit n’existe pas ou n’est plus en vente.')
