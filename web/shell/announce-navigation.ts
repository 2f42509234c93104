import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { announce } from '#web/ui/live-region.tsx'
import { CONTENT_ID } from './content-id.ts'

/** Announces a page that came without a new document: the focus goes to its start, and screen readers get its title. */
export function useAnnounceNavigation(): void {
  const { pathname, state } = useLocation()
  const announced = useRef(pathname)
  // Before the page is painted: a key pressed as soon as it appears starts from there.
  useLayoutEffect(() => {
    if (announced.current === pathname) return
    announced.current = pathname
    // A part of the page changed, and knows itself where the focus goes.
    if (state?.focus === undefined) document.getElementById(CONTENT_ID)?.focus({ preventScroll: true })
    announce(document.title)
  }, [pathname, state])
}
