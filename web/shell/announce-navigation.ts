import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { announce } from '#web/ui/live-region.tsx'
import { CONTENT_ID } from './content-id.ts'

/** A page that comes without a new document is told like one: the focus goes to its start, its title is said. */
export function useAnnounceNavigation(): void {
  const { pathname } = useLocation()
  const known = useRef(pathname)
  useEffect(() => {
    if (known.current === pathname) return
    known.current = pathname
    document.getElementById(CONTENT_ID)?.focus({ preventScroll: true })
    announce(document.title)
  }, [pathname])
}
