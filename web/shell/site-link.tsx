import { NavLink, type NavLinkProps, useLocation } from 'react-router'
import { addresses } from '#web/addresses.ts'

/** The dashboards have a policy of their own for styles, which only a new document brings. */
const DASHBOARDS: ReadonlySet<string> = new Set([
  addresses.dashboard,
  addresses.buyer,
  ...Object.values(addresses.admin),
])

type SiteLinkProps = Omit<NavLinkProps, 'to' | 'end'> & { to: string }

/** A link of the shop's own navigation: marks the current page, and loads a document to and from the dashboards. */
export function SiteLink({ to, ...rest }: SiteLinkProps) {
  const { pathname } = useLocation()
  const isElsewhere = DASHBOARDS.has(to) !== DASHBOARDS.has(pathname)
  return <NavLink to={to} end reloadDocument={isElsewhere} prefetch={isElsewhere ? 'none' : 'intent'} {...rest} />
}
