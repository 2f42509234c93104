import { lazy, Suspense, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#web/session/session.ts'
import { showBanner } from '#web/session/stored-session.ts'
import style from './announcement-slot.module.css'

const AnnouncementBanner = lazy(() => import('./announcement-banner.tsx').catch(() => ({ default: Nothing })))

const Nothing = () => null

/**
 * Place of the announcements for whoever is logged in. The script in the page's head reserves its room before the first
 * paint; the room changes only with the page: an announcement that comes in between waits for the next one.
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
