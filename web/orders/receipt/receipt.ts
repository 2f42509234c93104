import type { CartLine } from '#features/orders/contract.ts'
import type { PlacedOrder, Recipient } from '#features/orders/model.ts'
import { watchStored } from '#web/browser-storage.ts'
import { mayRead } from '#web/session/stored-session.ts'

const KEY = 'receipt'

/** The order just placed, stored for this visit and this tab. */
export interface Receipt {
  /** The account that ordered, if any: nobody else reads its customer. */
  accountId: number | null
  order: Pick<PlacedOrder, 'id' | 'discount' | 'delivery' | 'total' | 'collected' | 'gain' | 'tracking' | 'code'>
  recipient: Recipient
  lines: readonly CartLine[]
  /** By the browser's clock, in milliseconds. */
  placedAt: number
  /** True once its person has gone on to the whole shop. */
  isFolded?: boolean
}

// The page's own memory, for browsers that refuse the storage.
let latest: Receipt | null = null
let lastStored: string | null = null
/** A receipt that was stored and is no more was forgotten, by a log-out. */
let isStored = false
const listeners = new Set<() => void>()

export function saveReceipt(receipt: Receipt | null): void {
  latest = receipt
  lastStored = receipt && JSON.stringify(receipt)
  try {
    if (lastStored === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, lastStored)
    isStored = lastStored !== null
  } catch {
    // The memory lasts until the page is left.
  }
  for (const listener of listeners) listener()
}

export function readReceipt(): Receipt | null {
  try {
    const stored = sessionStorage.getItem(KEY)
    if (stored !== lastStored && (stored !== null || isStored)) {
      lastStored = stored
      latest = stored === null ? null : receiptFrom(stored)
      isStored = stored !== null
    }
  } catch {
    // The memory stands in for the storage.
  }
  return latest && mayRead(latest.accountId) ? latest : null
}

export function receiptFrom(stored: string): Receipt | null {
  try {
    const receipt = JSON.parse(stored) as Partial<Receipt>
    const { order, recipient, lines, placedAt } = receipt
    const isWhole =
      Number.isSafeInteger(order?.id) &&
      Number.isSafeInteger(order?.total) &&
      Number.isSafeInteger(placedAt) &&
      Array.isArray(lines) &&
      [recipient?.name, recipient?.phone, recipient?.city, recipient?.address].every((text) => typeof text === 'string')
    return isWhole ? (receipt as Receipt) : null
  } catch {
    return null
  }
}

/** Calls back after each change, and with the person: a receipt is not everybody's. */
export function watchReceipt(onChange: () => void): () => void {
  listeners.add(onChange)
  const stop = watchStored(['authToken'], onChange)
  return () => {
    listeners.delete(onChange)
    stop()
  }
}
