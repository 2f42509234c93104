import { BROWSER_KEY } from '#web/api/browser-key.ts'
import { forgetAllStored, watchStored } from '#web/browser-storage.ts'
import { useBrowserValue } from '#web/browser-value.ts'
import { writePublicPrices } from '#web/cart/stored-cart.ts'
import {
  CLOSED_ANNOUNCEMENTS_KEY,
  KEYS_OFF_KEY,
  ROWS_KEY,
  readSession,
  readToken,
  SESSION_KEYS,
  type Session,
  showRole,
} from './stored-session.ts'

export type { Session } from './stored-session.ts'

const CART_KEY = 'cart'

/** The person logged in; null on the server and during hydration, as for a visitor. Follows the other tabs. */
export const useSession = (): Session | null => useBrowserValue(watchSession, readSession, null)

function watchSession(onChange: () => void): () => void {
  return watchStored(SESSION_KEYS, () => {
    showRole()
    onChange()
  })
}

/** Removes the session from the browser at once. Resolves when the server has ended it too, or after a moment. */
export function logOut(): Promise<void> {
  const token = readToken()
  forgetAllStored([CART_KEY, CLOSED_ANNOUNCEMENTS_KEY, ROWS_KEY, KEYS_OFF_KEY, BROWSER_KEY])
  writePublicPrices()
  showRole()
  const ended = token
    ? fetch('/api/logout', { method: 'POST', keepalive: true, headers: { Authorization: `Bearer ${token}` } })
    : undefined
  return withinAMoment([ended])
}

/** Removes everything from this browser, for a deleted account. */
export function forgetEverything(): void {
  forgetAllStored()
  showRole()
}

const MOMENT_MS = 1500

export const withinAMoment = (works: readonly unknown[]): Promise<void> =>
  Promise.race([
    Promise.allSettled(works).then(() => undefined),
    new Promise<void>((resolve) => setTimeout(resolve, MOMENT_MS)),
  ])
