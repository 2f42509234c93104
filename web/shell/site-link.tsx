import { NavLink, type NavLinkProps } from 'react-router'

type SiteLinkProps = Omit<NavLinkProps, 'to' | 'end'> & { to: string }

/** A link of the shop's own navigation: marks the current page, and fetches the next one as soon as it is aimed at. */
export const SiteLink = (props: SiteLinkProps) => <NavLink end prefetch="intent" {...props} />
