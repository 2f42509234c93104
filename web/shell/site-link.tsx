import { NavLink, type NavLinkProps } from 'react-router'
import { addresses } from '#web/addresses.ts'

/** The dashboards have a policy of their own for styles, which only a new document brings. */
const DASHBOARDS: ReadonlySet<string> = new Set([
  addresses.dashboard,
  addresses.buyer,
  ...Object.values(addresses.admin),
])

type SiteLinkProps = Omit<NavLinkProps, 'to' | 'end'> & { to: string }

/** A link of the shop's own navigation: marks the current page, and loads dashboards as documents. */
export function SiteLink({ to, ...rest }: SiteLinkProps) {
  const isDashboard = DASHBOARDS.has(to)
  return <NavLink to={to} end reloadDocument={isDashboard} prefetch={isDashboard ? 'none' : 'intent'} {...rest} />
}
