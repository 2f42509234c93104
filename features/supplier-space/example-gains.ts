import { listProducts } from '#features/catalogue/index.ts'
import { orderFigures } from '#features/orders/index.ts'
import type { DbOrTx } from '#platform/db/database.ts'
import { type Centimes, centimes, ZERO } from '#platform/kernel/money.ts'
import type { ExampleGains } from './model.ts'

const DIRHAM = 100

/** Whole dirhams, never more than what was reckoned. */
const floored = (amount: Centimes): Centimes => centimes(Math.floor(amount / DIRHAM) * DIRHAM)

/**
 * Gains of an order of one piece for whoever shares a code, over the products that can be bought now: the least, the most
 * and the median, in whole dirhams; null while no product brings a dirham. Distributor prices themselves stay here.
 */
export async function exampleGains(db: DbOrTx, discountPercent: number): Promise<ExampleGains | null> {
  const gains = (await listProducts(db))
    .filter(({ stock }) => stock > 0)
    .map((each) => orderFigures('promo', [{ ...each, quantity: 1 }], { delivery: ZERO, discountPercent }).gain)
    .map(floored)
    .filter((gain) => gain > 0)
    .toSorted((one, other) => one - other)
  if (gains.length === 0) return null
  return { least: gains[0]!, most: gains.at(-1)!, usual: gains[Math.floor((gains.length - 1) / 2)]! }
}
