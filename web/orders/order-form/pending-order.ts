import type { Recipient } from '#features/orders/model.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { readStored } from '#web/browser-storage.ts'
import type { CartLines } from '#web/cart/lines.ts'

// An order that may or may not have arrived is sent again under the same key, so that it is placed once. The key
// belongs to the content of the order: it outlives a reload, and another content has another key.

export const PENDING_ORDER_KEY = 'checkout-attempt'
/** Four hours less than the day in which the shop answers to a key: clocks differ, and sending takes time. */
const KEY_LIFETIME_MS = 20 * 60 * 60 * 1000

export interface PendingOrder {
  key: string
  /** The hash of the content that the key stands for. */
  hash: string
  /** The total that the page showed, in centimes: an order that is sent again repeats it. */
  total: Centimes
  /** The time of sending, as long as no answer came; null once the order was refused. */
  sentAt: number | null
}

export interface OrderContent {
  accountId: number | null
  recipient: Recipient
  /** The note to the courier; empty without one. */
  note: string
  lines: CartLines
  promoCode: string | null
}

export const hasExpired = ({ sentAt }: PendingOrder, now: number): boolean =>
  sentAt !== null && now - sentAt > KEY_LIFETIME_MS

/** Says whether the last order is unanswered, and whether sending this content would repeat it or place another one. */
export function unansweredOrder(content: OrderContent): 'none' | 'same' | 'another' {
  const last = readPendingOrder()
  if (!last || last.sentAt === null) return 'none'
  return last.hash === hashOf(content) && !hasExpired(last, Date.now()) ? 'same' : 'another'
}

export const readPendingOrder = () => pendingOrderFrom(readStored(PENDING_ORDER_KEY))

export function pendingOrderFrom(stored: string | null): PendingOrder | null {
  try {
    const { key, hash, total, sentAt } = JSON.parse(stored ?? '') as Partial<PendingOrder>
    const isKey = typeof key === 'string' && /^[0-9a-f]{32}$/.test(key)
    if (!isKey || typeof hash !== 'string' || typeof total !== 'number') return null
    return { key, hash, total, sentAt: typeof sentAt === 'number' ? sentAt : null }
  } catch {
    return null
  }
}

/** Hashes the content with the 53 bits of cyrb53: enough to tell one person's orders apart, and no wait for `crypto.subtle`. */
export function hashOf(content: OrderContent): string {
  const { accountId, recipient, note, promoCode } = content
  const lines = content.lines.map((line) => [line.productId, line.quantity, line.price, line.userPrice])
  const text = JSON.stringify([
    accountId,
    recipient.name,
    recipient.phone,
    recipient.city,
    recipient.address,
    note,
    lines,
    promoCode,
  ])
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}
