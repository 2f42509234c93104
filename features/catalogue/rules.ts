import type { ProductId } from '#platform/kernel/ids.ts'
import { type Centimes, dh, formatDirhams, minus } from '#platform/kernel/money.ts'
import { invalidField, Refusal } from '#platform/kernel/refusal.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import {
  CATEGORIES,
  CATEGORY_NAMES,
  type CardProduct,
  type Category,
  PRODUCT_FIELDS,
  type Product,
  type ProductDetail,
  TAB_NAMES,
} from './model.ts'

/** The lowest price of a product: one centime, so that nothing is free. */
export const MIN_PRICE = dh(0.01)
/** The highest price of a product; the table's constraints say the same. */
export const MAX_PRICE = dh(999_999.99)
/** Pieces of one product in stock, at most. */
const MAX_STOCK = 1_000_000
/** Other products of the category on a product's page. */
export const SIMILAR_PRODUCTS = 4
/** Cards side by side in the catalogue to print. */
export const PRINTED_COLUMNS = 3

/** A product with both of its prices, for the program itself; `visibleTo` makes it fit to be sent. */
export type FullProduct = Product & { distributorPrice: Centimes }

/** The fields of a card, with both prices. */
export type FullCard = FullProduct & Omit<CardProduct, keyof Product>

/** A product as the back office has it. */
export type AdminProduct = FullProduct & ProductDetail & { isHidden: boolean }

/** A product as a role may read it: suppliers and admins get the distributor price, everybody else no such field at all. */
export function visibleTo<Of extends FullProduct>(
  role: string | null,
  product: Of,
): Omit<Of, 'distributorPrice'> & { distributorPrice?: Centimes } {
  if (role === 'supplier' || role === 'admin') return product
  const { distributorPrice: _, ...visible } = product
  return visible
}

export const PRODUCT_IN_PACK = 'Ce produit est dans un pack\u00A0: retirez-le de ce pack avant d’en faire un lui-même.'

/** True when what is in a pack would become a pack: packs hold none. */
export const becomesPackInPack = (
  { id, category }: Pick<Product, 'id' | 'category'>,
  after: Category | undefined,
  packed: ReadonlySet<ProductId>,
): boolean => after === 'pack' && category !== 'pack' && packed.has(id)

interface ProductProblem {
  field: (typeof PRODUCT_FIELDS)[keyof typeof PRODUCT_FIELDS]
  code: string
  message: string
}

/**
 * The fault of two prices in centimes: one out of bounds, or a distributor price above the public one. Null when there is
 * none.
 */
export function priceProblem(userPrice: Centimes, distributorPrice: Centimes): ProductProblem | null {
  for (const [field, price] of [
    [PRODUCT_FIELDS.userPrice, userPrice],
    [PRODUCT_FIELDS.distributorPrice, distributorPrice],
  ] as const)
    if (price < MIN_PRICE || price > MAX_PRICE)
      return { field, code: 'price_out_of_bounds', message: 'Le prix doit être compris entre 0,01 et 999 999,99 DH.' }
  if (distributorPrice > userPrice)
    return {
      field: PRODUCT_FIELDS.distributorPrice,
      code: 'distributor_price_above',
      message: 'Le prix distributeur ne peut pas dépasser le prix client.',
    }
  return null
}

/** Refuses (422) prices out of bounds, and a distributor price above the public one. */
export function mustBeValidPrices(userPrice: Centimes, distributorPrice: Centimes): void {
  const problem = priceProblem(userPrice, distributorPrice)
  if (problem) throw invalidField(problem.field, problem.code, problem.message)
}

/** The fault of a stock, as a sentence for whoever typed it; null when there is none. */
export const stockProblem = (pieces: number): string | null =>
  pieces > MAX_STOCK ? 'Le stock ne peut pas dépasser 1\u00A0000\u00A0000 unités.' : null

/** Refuses (422) a stock above `MAX_STOCK`. */
export function mustBeValidStock(pieces: number): void {
  const problem = stockProblem(pieces)
  if (problem) throw invalidField(PRODUCT_FIELDS.stock, 'stock_too_large', problem)
}

/**
 * The pieces that an edit adds to the stock, or takes when negative. They are counted from the stock that the form showed
 * (null: from today's), so that orders placed meanwhile lose nothing. Refuses (422) to take more than there is, and to add
 * beyond `MAX_STOCK`.
 */
export function stockEntry(today: number, typed: number, shown: number | null): number {
  const entry = typed - (shown ?? today)
  const stock = today + entry
  if (stock < 0)
    throw invalidField(
      PRODUCT_FIELDS.stock,
      'stock_taken',
      `Des commandes viennent de prendre des unités\u00A0: il en reste ${today}, on ne peut pas en retirer ${-entry}.`,
    )
  if (entry > 0) mustBeValidStock(stock)
  return entry
}

/** The name of an export in each of its rows. It begins with a word, so that no spreadsheet makes a date of it. */
export const exportNameAt = (moment: Date): string => `export ${moment.toISOString()}`

export const isExportName = (typed: string): boolean => /^export [\d:.TZ-]{24}$/.test(typed)

/** The stock that was typed in the row of an export. */
export interface ImportedStock {
  exportName: string
  typedStock: number
}

export const importedUnder = (id: ProductId, exportName: string): string => `${id} ${exportName}`

/** A figure of a product that is changed in its row. */
export type Figure = 'userPrice' | 'distributorPrice' | 'stock'

/** Refuses (409) to replace another price than the one that was shown. */
export function mustBePriceAsShown(today: Centimes, shown: Centimes): void {
  if (today === shown) return
  throw new Refusal(
    'conflict',
    'product_price_changed',
    `Ce prix vient de changer\u00A0: il est maintenant de ${formatDirhams(today)}.`,
  )
}

/** Products in the catalogue to print, at most: some sixty pages, a few megabytes. */
export const MAX_PRINTED = 360

/**
 * Shares the printed catalogue out among the categories. When all products are too many, each category has the same share and
 * those that need less leave the rest to the others; one that is cut short leaves room in its last row for the count of the
 * rest.
 */
export function printedShares(inShop: Record<Category, number>, most: number): Record<Category, number> {
  const bySize = CATEGORIES.toSorted((one, other) => inShop[one] - inShop[other])
  const shares = { ...inShop }
  let left = most
  for (const [nth, category] of bySize.entries()) {
    const share = Math.floor(left / (bySize.length - nth))
    if (inShop[category] > share) shares[category] = Math.max(1, share - ((share + 2) % PRINTED_COLUMNS))
    left -= shares[category]
  }
  return shares
}

/** A supplier's gain on one piece, in centimes: it sells at the public price and pays the distributor's. */
export const supplierGain = ({ userPrice, distributorPrice }: Pick<FullProduct, 'userPrice' | 'distributorPrice'>) =>
  minus(userPrice, distributorPrice)

/** The category of that name, or of the shop's tab of that name. Null for any other word. */
export function findCategory(name: string): Category | null {
  const categories = Object.keys(CATEGORY_NAMES) as Category[]
  return categories.find((each) => CATEGORY_NAMES[each] === name || TAB_NAMES[each] === name) ?? null
}

export const unknownProduct = () =>
  new Refusal('missing', 'unknown_product', 'Ce produit n’existe pas ou n’est plus en vente.')

/** The words of a text, normalised for search. */
export const wordsIn = (text: string): string[] => normaliseForSearch(text).match(/[\p{L}\p{N}]+/gu) ?? []
