import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { OrderId } from '#platform/kernel/ids.ts'
import { addresses } from '#web/addresses.ts'

/** The place of this page that the address names; empty for none. */
export const placeInAddress = (): string => window.location.hash.slice(1)

interface OrderLinkProps {
  id: OrderId
  /** Names the link's place on the page. */
  place: string
}

/**
 * Links to an order. The address that is left names the place, and whoever comes back has it again: the router scrolls before
 * the page has its data, when it is too short to be scrolled.
 */
export function OrderLink({ id, place }: OrderLinkProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (placeInAddress() !== place) return
    link.current?.focus({ preventScroll: true })
    link.current?.scrollIntoView({ block: 'center' })
  }, [place])
  return (
    <Link
      ref={link}
      id={place}
      to={addresses.adminOrder(id)}
      onClick={() => window.history.replaceState(window.history.state, '', `#${place}`)}
    >
      Commande {id}
    </Link>
  )
}
