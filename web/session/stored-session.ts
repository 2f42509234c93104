import type { Role } from '#features/accounts/model.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { forgetStored, readStored } from '#web/browser-storage.ts'

/** Who is logged in, as this browser remembers it. It chooses what is shown; the server alone decides what is allowed. */
export interface Session {
  id: AccountId
  name: string
  role: Role
}

export const SESSION_KEYS = ['user', 'authToken', 'id', 'isAdmin', 'isActive', 'role'] as const

/** What the stored values say; null when they say nothing, or nothing that hangs together. */
export function sessionFrom(stored: (key: string) => string | null): Session | null {
  if (!stored('authToken')) return null
  const user = parsed(stored('user'))
  const id = Number(stored('id') ?? user.id)
  const role = stored('isAdmin') === '1' ? 'admin' : stored('role')
  if (!Number.isSafeInteger(id) || id < 1) return null
  if (role !== 'supplier' && role !== 'buyer' && role !== 'admin') return null
  return { id: id as AccountId, name: typeof user.name === 'string' ? user.name : '', role }
}

function parsed(json: string | null): { id?: unknown; name?: unknown } {
  try {
    const value: unknown = JSON.parse(json ?? '')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

let lastRaw: string | undefined
let current: Session | null = null
let hasEnded = false

export function readSession(): Session | null {
  const raw = SESSION_KEYS.map(readStored).join('\n')
  if (raw !== lastRaw) {
    lastRaw = raw
    current = sessionFrom(readStored)
    if (current) hasEnded = false
  }
  return current
}

/** The bearer of every call, or null for a visitor. */
export const readToken = (): string | null => (readSession() ? readStored('authToken') : null)

/** The server does not know the token any more: the session goes, what was typed and chosen stays. */
export function endSession(): void {
  hasEnded = true
  forgetStored(SESSION_KEYS)
  showRole()
}

/**
 * Whether the last session of this page ended so, and nobody logged in since. Whoever finds nobody logged in then says
 * why: the call that learnt of it and the guard of the page find it out in any order.
 */
export const sessionHasEnded = (): boolean => readSession() === null && hasEnded

/** As the script in the page's head does before the first paint: CSS shows the links of this role. */
export function showRole(): void {
  document.documentElement.dataset.role = readSession()?.role ?? 'visitor'
}

/** Where the announcements stand that this person has not closed, as they were known last. */
export const ANNOUNCEMENTS_KEY = 'announcements'

/** Which of them were closed in this browser. Outlives a log-out. */
export const CLOSED_ANNOUNCEMENTS_KEY = 'announcements-closed'

/** As that script does: CSS keeps the banner's room when there is something for it to say. */
export function showBanner(): void {
  document.documentElement.dataset.banner = readStored(ANNOUNCEMENTS_KEY) ? '1' : ''
}
