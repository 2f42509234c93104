import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { readStored, watchStored } from '#web/browser-storage.ts'
import { Loading } from '#web/ui/loading.tsx'
import { leaveFor } from './leave-for.ts'
import { loginAddress } from './login-address.ts'
import type { Session } from './session.ts'
import { readSession, sessionHasEnded } from './stored-session.ts'

const FLAG = 'isAdmin'
const NO_ADMIN = '0'

/**
 * Shows a page only to a browser in which somebody other than an admin is stored, and sends the others to log in. It spares
 * people a page that is not theirs; the server refuses them the page's data in any case.
 */
export function Guard({ children }: { children: ReactNode }) {
  const stored = useSyncExternalStore(
    (onChange) => watchStored([FLAG], onChange),
    () => readStored(FLAG),
    () => undefined,
  )
  const isRefused = stored !== undefined && stored !== NO_ADMIN

  useEffect(() => {
    if (!isRefused) return
    const { pathname, search } = window.location
    leaveFor(loginAddress(pathname + search, sessionHasEnded()), { replace: true })
  }, [isRefused])

  return stored === NO_ADMIN ? children : <Loading />
}

/** Loads the page anew where the browser's back button brings it as it was left, with the data of somebody who left since. */
export function useReloadForAnother(admitted: Session | null): void {
  useEffect(() => {
    if (!admitted) return
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted && readSession()?.id !== admitted.id) window.location.reload()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [admitted])
}
