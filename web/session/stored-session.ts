import type { Role } from '#features/accounts/model.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { forgetStored, readStored, writeStored } from '#web/browser-storage.ts'
import { writePublicPrices } from '#web/cart/stored-cart.ts'

/** The person logged in, as this browser stores it. It decides what is shown; the server alone decides what is allowed. */
export interface Session {
  id: AccountId
  name: string
  role: Role
}

export const SESSION_KEYS = ['user', 'authToken', 'id', 'isAdmin', 'isActive', 'role'] as const

/** Set once the server has ended the session, until the next log-in. A log-out does not set it. */
export const ENDED_KEY = 'session-ended'

/** Reads a session from the stored values; null when they are missing or contradict each other. */
export function sessionFrom(stored: (key: string) => string | null): Session | null {
  if (!stored('authToken')) return null
  const user = parsed(stored('user'))
  const id = Number(stored('id') ?? user.id)
  const role = stored('isAdmin') === '1' ? 'admin' : stored('role')
  if (!Number.isSafeInteger(id) || id < 1) return null
  if (role !== 'supplier' && role !== 'buyer' && role !== 'agent' && role !== 'admin') return null
  return { id: id as AccountId, name: typeof user.name === 'string' ? user.name : '', role }
}

function parsed(json: string | null): { id?: unknown; name?: unknown } {
  try {
    return JSON.parse(json ?? '') ?? {}
  } catch {
    return {}
  }
}

let lastRaw: string | undefined
let current: Session | null = null

export function readSession(): Session | null {
  const raw = SESSION_KEYS.map(readStored).join('\n')
  if (raw !== lastRaw) {
    lastRaw = raw
    current = sessionFrom(readStored)
  }
  return current
}

/** The bearer of every call, or null for a visitor. */
export const readToken = (): string | null => (readSession() ? readStored('authToken') : null)

/**
 * True for what this person left in the browser, or a visitor. What another account left is not shown: its session may have
 * ended by itself, and the browser be somebody else's now.
 */
export const mayRead = (accountId: unknown): boolean => !accountId || accountId === readSession()?.id

/**
 * Ends a session whose token the server no longer accepts. The cart stays, at public prices; so does what was typed, for the
 * same person.
 */
export function endSession(): void {
  // First: whoever sees the session gone, here or in another tab, must see why.
  writeStored(ENDED_KEY, '1')
  forgetStored(SESSION_KEYS)
  writePublicPrices()
  showRole()
}

/**
 * True when `endSession` ended the last session of this browser and nobody logged in since. The refused call and the guard
 * of the page both leave for the log-in page, in any order, and both must tell the reason.
 */
export const sessionHasEnded = (): boolean => readSession() === null && readStored(ENDED_KEY) !== null

/** Writes the role on `<html>`, like `roleScript` before the first paint: CSS shows the links of this role. */
export function showRole(): void {
  document.documentElement.dataset.role = readSession()?.role ?? 'visitor'
}

/** The key of the announcements that this person has not closed, as they were loaded last. */
export const ANNOUNCEMENTS_KEY = 'announcements'

/** The key of the announcements that were closed in this browser. It survives a log-out. */
export const CLOSED_ANNOUNCEMENTS_KEY = 'announcements-closed'

/** How long the pages of lists are, as the person chose. */
export const ROWS_KEY = 'rows-per-page'

/** Set in a browser that turned single keys off. */
export const KEYS_OFF_KEY = 'keys-off'

/** Writes on `<html>` that there are announcements, like `roleScript`: CSS then reserves the banner's room. */
export function showBanner(): void {
  document.documentElement.dataset.banner = readStored(ANNOUNCEMENTS_KEY) ? '1' : ''
}
