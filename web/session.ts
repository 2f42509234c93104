import type { Person, Role } from '#features/accounts/names.ts'
import { addresses } from './addresses.ts'
import { forgetAllStored, forgetStored, watchStored, writeStored } from './browser-storage.ts'
import { useBrowserValue } from './browser-value.ts'
import {
  CLOSED_ANNOUNCEMENTS_KEY,
  readSession,
  readToken,
  SESSION_KEYS,
  type Session,
  showRole,
} from './stored-session.ts'

export type { Session } from './stored-session.ts'

const CART_KEY = 'cart'

/** Where an admin arrives after log-in. */
export const ADMIN_ARRIVAL: string = addresses.admin.dashboard

const ARRIVALS: Readonly<Record<Role, string>> = {
  admin: ADMIN_ARRIVAL,
  buyer: addresses.buyer,
  supplier: addresses.home,
}

const ADMIN_PAGES: readonly string[] = Object.values(addresses.admin)

/** Pages that would only send this role to log in again. */
const CLOSED: Readonly<Record<Role, readonly string[]>> = {
  admin: [addresses.dashboard, addresses.profile, addresses.buyer, addresses.announcements],
  supplier: [...ADMIN_PAGES, addresses.buyer],
  buyer: [...ADMIN_PAGES, addresses.dashboard],
}

/** Where a role goes from the log-in page: back to where it came from, unless that page is closed to it. */
export function arrivalOf(role: Role, cameFrom: string | null): string {
  const [path = ''] = cameFrom?.split(/[?#]/) ?? []
  return cameFrom === null || isClosed(role, path) ? ARRIVALS[role] : cameFrom
}

/** A page, or one below it: an order of the list of orders. */
const isClosed = (role: Role, path: string): boolean =>
  CLOSED[role].some((page) => path === page || path.startsWith(`${page}/`))

/** The person logged in; null on the server and during hydration, as for a visitor. Follows the other tabs. */
export const useSession = (): Session | null => useBrowserValue(watchSession, readSession, null)

function watchSession(onChange: () => void): () => void {
  return watchStored(SESSION_KEYS, () => {
    showRole()
    onChange()
  })
}

/**
 * Resolves once the cart has this person's prices and the next page its announcements, or after a moment: nobody waits
 * for them longer.
 */
export function logIn({ token, user }: { token: string; user: Person }): Promise<void> {
  // Away first and back last: without it the others mean nothing, here and in the tabs that watch.
  forgetStored(['authToken'])
  writeStored('user', JSON.stringify({ id: user.id, name: user.name }))
  writeStored('id', String(user.id))
  writeStored('isAdmin', user.isAdmin ? '1' : '0')
  writeStored('isActive', user.isActive ? '1' : '0')
  writeStored('role', user.role)
  writeStored('authToken', token)
  showRole()
  return withinAMoment([repriceCart(), keepAnnouncements()])
}

/**
 * The browser forgets the session at once. Resolves when the server has been told and the cart has the public prices,
 * or after a moment.
 */
export function logOut(): Promise<void> {
  const token = readToken()
  forgetAllStored([CART_KEY, CLOSED_ANNOUNCEMENTS_KEY])
  showRole()
  const told = token
    ? fetch('/api/logout', { method: 'POST', keepalive: true, headers: { Authorization: `Bearer ${token}` } })
    : undefined
  return withinAMoment([told, repriceCart()])
}

/** The account is deleted: nothing of it stays in this browser. */
export function forgetEverything(): void {
  forgetAllStored()
  showRole()
}

const MOMENT_MS = 1500

/** A supplier pays other prices than a visitor. Loaded on demand: most pages never need it. */
const repriceCart = () => import('./cart/refresh.ts').then(({ refreshCart }) => refreshCart())

const keepAnnouncements = () => import('./announcements/kept-announcements.ts').then(({ keepLatest }) => keepLatest())

const withinAMoment = (works: readonly unknown[]): Promise<void> =>
  Promise.race([
    Promise.allSettled(works).then(() => undefined),
    new Promise<void>((resolve) => setTimeout(resolve, MOMENT_MS)),
  ])
