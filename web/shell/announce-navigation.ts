import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { CONTENT } from './content-id.ts'
import { announce } from '#web/ui/live-region.tsx'

/** A page that comes without a new document is told like one: the focus goes to its start, its title is said. */
export function useArrivals(): void {
  const { pathname } = useLocation()
  const known = useRef(pathname)
  useEffect(() => {
    if (known.current === pathname) return
    known.current = pathname
    document.getElementById(CONTENT)?.focus({ preventScroll: true })
    announce(document.title)
  }, [pathname])
}
