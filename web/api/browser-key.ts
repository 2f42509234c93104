import { readStored, writeStored } from '#web/browser-storage.ts'
import { freshKey } from './idempotency-key.ts'

export const BROWSER_KEY = 'browser-key'

/**
 * This browser's own random word, said at log-in: once it has logged in, what others at its address try does not count
 * against it. It opens nothing, and stays when the person leaves.
 */
export function browserKey(): string {
  const stored = readStored(BROWSER_KEY)
  if (stored !== null && /^[0-9a-f]{32}$/.test(stored)) return stored
  const fresh = freshKey()
  writeStored(BROWSER_KEY, fresh)
  return fresh
}
