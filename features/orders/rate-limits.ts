import { createHash } from 'node:crypto'
import type { Tx } from '#platform/db/database.ts'
import { countBeyond, type Limit, tooMany } from '#platform/http/limits.ts'
import { HOUR_MS } from '#platform/kernel/durations.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { countOrdersOfPhone, holdPhone } from './queries.ts'
import { FLAGGED_FROM_ORDER, type OrderFlag } from './rules.ts'

// Each network address has limits of its own. Beyond the limit of all addresses together, orders are flagged, never refused.

const ORDERS_OF_PHONE: Limit = { name: 'orders-phone', max: 20, seconds: 3600 }
const ORDERS_OF_ADDRESS: Limit = { name: 'orders-address', max: 500, seconds: 600 }
const SHARE_OF_PRODUCT: Limit = { name: 'orders-product-address', max: 30, seconds: 600 }
const ordersOfProduct = (max: number): Limit => ({ name: 'orders-product', max, seconds: 600 })

export interface CountedOrder {
  phone: string
  address: string
  productIds: readonly ProductId[]
  /** Orders of one product in ten minutes, beyond which orders are flagged. */
  perProduct: number
}

/**
 * Counts a visitor's order and returns the reasons for the admin to look at it. Refuses (429) an address that orders too often
 * with one phone, of one product or in all. Concurrent orders of one phone wait for each other here.
 */
export async function countOrder(tx: Tx, order: CountedOrder, now: Date): Promise<OrderFlag[]> {
  const { phone, address, productIds, perProduct } = order
  await holdPhone(tx, phone)
  const earlier = await countOrdersOfPhone(tx, phone, new Date(now.getTime() - HOUR_MS))
  const shares = [
    { limit: ORDERS_OF_PHONE, who: `${hashOf(phone)} ${address}` },
    { limit: ORDERS_OF_ADDRESS, who: address },
    ...productIds.map((id) => ({ limit: SHARE_OF_PRODUCT, who: `${id} ${address}` })),
  ]
  const products = productIds.map((id) => ({ limit: ordersOfProduct(perProduct), who: String(id) }))
  const beyond = await countBeyond(tx, now, [...shares, ...products])
  const refused = shares.find((share) => beyond.includes(share))
  if (refused) throw tooMany(refused, now)
  return [
    ...(earlier + 1 >= FLAGGED_FROM_ORDER ? ['phone' as const] : []),
    ...(beyond.length > 0 ? ['product' as const] : []),
  ]
}

/** Hides the phone in the name of its counter, which is stored for an hour or two. */
const hashOf = (phone: string): string => createHash('sha256').update(phone).digest('hex').slice(0, 16)
