import { NavLink, type NavLinkProps } from 'react-router'

type SiteLinkProps = Omit<NavLinkProps, 'to' | 'end'> & { to: string }

/** A link of the shop's navigation: it marks the current page, and loads the next one once the pointer or focus is on it. */
export const SiteLink = (props: SiteLinkProps) => <NavLink end prefetch="intent" {...props} />
