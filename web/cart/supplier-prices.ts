import type { ProductId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import type { CartLines } from './lines.ts'

/** The lines at a supplier's own prices, where these are known; the same array when that changes nothing. */
export function atOwnPrices(lines: CartLines, prices: ReadonlyMap<ProductId, Centimes>): CartLines {
  const isOff = lines.some(({ productId, price }) => (prices.get(productId) ?? price) !== price)
  return isOff ? lines.map((line) => ({ ...line, price: prices.get(line.productId) ?? line.price })) : lines
}
