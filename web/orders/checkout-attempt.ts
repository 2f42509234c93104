import type { Recipient } from '#features/orders/names.ts'
import { forgetStored, readStored, writeStored } from '#web/browser-storage.ts'
import type { Lines } from '#web/cart/lines.ts'
import { freshKey } from '#web/idempotency-key.ts'

// An order that may or may not have arrived is sent again under the same key, so that it is placed once. The key
// belongs to what is ordered: it outlives a reload, and another content has another key.

const KEY = 'checkout-attempt'

export interface Attempt {
  key: string
  /** Of the content that the key stands for. */
  hash: string
}

export interface AttemptContent {
  accountId: number | null
  recipient: Recipient
  /** For the courier; empty without one. */
  note: string
  lines: Lines
  promoCode: string | null
}

/** The attempt for a content: the one that is kept when it is about the same, else a new one. */
export function attemptFor(content: AttemptContent, kept: Attempt | null, freshKey: () => string): Attempt {
  const hash = hashOf(content)
  return kept?.hash === hash ? kept : { key: freshKey(), hash }
}

export function keyFor(content: AttemptContent): string {
  const attempt = attemptFor(content, attemptFrom(readStored(KEY)), freshKey)
  writeStored(KEY, JSON.stringify(attempt))
  return attempt.key
}

export const forgetAttempt = (): void => forgetStored([KEY])

export function attemptFrom(stored: string | null): Attempt | null {
  try {
    const { key, hash } = JSON.parse(stored ?? '') as Partial<Attempt>
    return typeof key === 'string' && /^[0-9a-f]{32}$/.test(key) && typeof hash === 'string' ? { key, hash } : null
  } catch {
    return null
  }
}

/** 53 bits of cyrb53: it only tells a person's own attempts apart, and must not wait for `crypto.subtle`. */
export function hashOf(content: AttemptContent): string {
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
