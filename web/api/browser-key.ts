import { readStored, writeStored } from '#web/browser-storage.ts'
import { freshKey } from './idempotency-key.ts'

export const BROWSER_KEY = 'browser-key'

/**
 * This browser's own random key, sent at log-in. Once the browser has logged in, failed tries of others at its IP address
 * do not count against it. The key opens nothing, and survives a log-out.
 */
export function browserKey(): string {
  const stored = readStored(BROWSER_KEY)
  if (stored !== null && /^[0-9a-f]{32}$/.test(stored)) return stored
  const fresh = freshKey()
  writeStored(BROWSER_KEY, fresh)
  return fresh
}
