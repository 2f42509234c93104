import type { Centimes } from '#platform/kernel/money.ts'
import { freshKey } from '#web/api/idempotency-key.ts'
import { forgetStored, writeStored } from '#web/browser-storage.ts'
import {
  hasExpired,
  hashOf,
  type OrderContent,
  PENDING_ORDER_KEY,
  type PendingOrder,
  readPendingOrder,
} from './pending-order.ts'

/**
 * The key and the total to send. The same content is sent under the key of the last try, and at its total too where that
 * try got no answer.
 */
export function pendingOrderFor(
  content: OrderContent,
  total: Centimes,
  last: PendingOrder | null,
  { now, freshKey }: { now: number; freshKey: () => string },
): PendingOrder {
  const hash = hashOf(content)
  if (!last || last.hash !== hash || hasExpired(last, now)) return { key: freshKey(), hash, total, sentAt: now }
  return last.sentAt === null ? { ...last, total, sentAt: now } : last
}

/** Stores the order as unanswered before it is sent. */
export function beginOrder(content: OrderContent, total: Centimes): PendingOrder {
  const order = pendingOrderFor(content, total, readPendingOrder(), { now: Date.now(), freshKey })
  savePendingOrder(order)
  return order
}

/** Stores that the shop refused the order: it is not placed, and the same key may carry today's total. */
export const markOrderRefused = (order: PendingOrder): void => savePendingOrder({ ...order, sentAt: null })

export const forgetPendingOrder = (): void => forgetStored([PENDING_ORDER_KEY])

const savePendingOrder = (order: PendingOrder) => writeStored(PENDING_ORDER_KEY, JSON.stringify(order))
