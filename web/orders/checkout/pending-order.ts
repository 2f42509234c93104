import type { Recipient } from '#features/orders/model.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { freshKey } from '#web/api/idempotency-key.ts'
import { forgetStored, readStored, writeStored } from '#web/browser-storage.ts'
import type { CartLines } from '#web/cart/lines.ts'

// An order that may or may not have arrived is sent again under the same key, so that it is placed once. The key
// belongs to what is ordered: it outlives a reload, and another content has another key.

const KEY = 'checkout-attempt'
/** The shop answers to a key for a day; the hours off are for clocks and for who is slow. */
const ANSWERED_MS = 20 * 60 * 60 * 1000

export interface Attempt {
  key: string
  /** Of the content that the key stands for. */
  hash: string
  /** What the page showed, in centimes: sent again, an order says the same. */
  total: Centimes
  /** When it left unanswered; null once it was answered. */
  sentAt: number | null
}

export interface AttemptContent {
  accountId: number | null
  recipient: Recipient
  /** For the courier; empty without one. */
  note: string
  lines: CartLines
  promoCode: string | null
}

/** What is sent: under the key of the last attempt when it is about the same, at its total when that got no answer. */
export function attemptFor(
  content: AttemptContent,
  total: Centimes,
  last: Attempt | null,
  { now, freshKey }: { now: number; freshKey: () => string },
): Attempt {
  const hash = hashOf(content)
  if (!last || last.hash !== hash || isPast(last, now)) return { key: freshKey(), hash, total, sentAt: now }
  return last.sentAt === null ? { ...last, total, sentAt: now } : last
}

const isPast = ({ sentAt }: Attempt, now: number): boolean => sentAt !== null && now - sentAt > ANSWERED_MS

/** Keeps that an order leaves, before it does. */
export function beginAttempt(content: AttemptContent, total: Centimes): Attempt {
  const attempt = attemptFor(content, total, readAttempt(), { now: Date.now(), freshKey })
  keepAttempt(attempt)
  return attempt
}

/** The order was refused: it is not placed, and its key is free. */
export const attemptWasRefused = (attempt: Attempt): void => keepAttempt({ ...attempt, sentAt: null })

export const forgetAttempt = (): void => forgetStored([KEY])

/** Whether an order that left got no answer, and whether what would be sent now is the same. */
export function unansweredAttempt(content: AttemptContent): 'none' | 'same' | 'another' {
  const last = readAttempt()
  if (!last || last.sentAt === null) return 'none'
  return last.hash === hashOf(content) && !isPast(last, Date.now()) ? 'same' : 'another'
}

const readAttempt = () => attemptFrom(readStored(KEY))
const keepAttempt = (attempt: Attempt) => writeStored(KEY, JSON.stringify(attempt))

export function attemptFrom(stored: string | null): Attempt | null {
  try {
    const { key, hash, total, sentAt } = JSON.parse(stored ?? '') as Partial<Attempt>
    const isKey = typeof key === 'string' && /^[0-9a-f]{32}$/.test(key)
    if (!isKey || typeof hash !== 'string' || typeof total !== 'number') return null
    return { key, hash, total, sentAt: typeof sentAt === 'number' ? sentAt : null }
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
