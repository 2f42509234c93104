import type { Person, Role } from '#features/accounts/model.ts'
import { addresses } from '#web/addresses.ts'
import { forgetStored, writeStored } from '#web/browser-storage.ts'
import { withinAMoment } from '#web/session/session.ts'
import { ENDED_KEY, showRole } from '#web/session/stored-session.ts'

const ARRIVALS: Readonly<Record<Role, string>> = {
  admin: addresses.admin.dashboard,
  agent: addresses.admin.confirmation,
  buyer: addresses.buyer,
  supplier: addresses.home,
}

const ADMIN_PAGES: readonly string[] = Object.values(addresses.admin)
const OF_AGENTS: readonly string[] = [
  addresses.admin.confirmation,
  addresses.admin.callFigures,
  addresses.admin.parcels,
]

/** Pages that would only send this role to log in again. */
const CLOSED: Readonly<Record<Role, readonly string[]>> = {
  admin: [addresses.dashboard, addresses.profile, addresses.buyer, addresses.announcements],
  supplier: [...ADMIN_PAGES, addresses.buyer],
  buyer: [...ADMIN_PAGES, addresses.dashboard],
  agent: [...ADMIN_PAGES.filter((page) => !OF_AGENTS.includes(page)), addresses.dashboard, addresses.buyer],
}

/** Address that follows the log-in: the one that the person came from, unless it is closed to its role. */
export function arrivalOf(role: Role, cameFrom: string | null): string {
  const [path = ''] = cameFrom?.split(/[?#]/) ?? []
  return cameFrom === null || isClosed(role, path) ? ARRIVALS[role] : cameFrom
}

/** A page, or one below it: an order of the list of orders. */
const isClosed = (role: Role, path: string): boolean =>
  CLOSED[role].some((page) => path === page || path.startsWith(`${page}/`))

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
  // Not before it: the tabs where something is typed would take it for a log-out.
  forgetStored([ENDED_KEY])
  showRole()
  return withinAMoment([repriceCart(), storeAnnouncements()])
}

/** Suppliers pay other prices. */
const repriceCart = () => import('#web/cart/refresh/refresh.ts').then(({ refreshCart }) => refreshCart())

const storeAnnouncements = () =>
  import('#web/announcements/stored-announcements.ts').then(({ storeLatest }) => storeLatest())
