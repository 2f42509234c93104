import { lazy, Suspense, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#web/session/session.ts'
import { showBanner } from '#web/session/stored-session.ts'
import style from './announcement-slot.module.css'

const AnnouncementBanner = lazy(() => import('./announcement-banner.tsx').catch(() => ({ default: Nothing })))

const Nothing = () => null

/**
 * Where announcements stand for whoever is logged in. Its room is kept before the first paint, by the script in the
 * page's head, and changes only with the page: what becomes known in between waits for the next one.
 */
export function AnnouncementSlot() {
  const isLoggedIn = useSession() !== null
  const { pathname } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have other announcements
  useLayoutEffect(showBanner, [pathname])

  return (
    <aside className={style.slot} aria-label="Annonces">
      {isLoggedIn && (
        <Suspense>
          <AnnouncementBanner />
        </Suspense>
      )}
    </aside>
  )
}
