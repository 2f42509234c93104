import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { readStored, watchStored } from '#web/browser-storage.ts'
import { leaveFor } from './leave-for.ts'
import { loginAddress, type RefusalName } from './login-address.ts'
import type { Session } from './session.ts'
import { readSession, sessionHasEnded } from './stored-session.ts'

const FLAG = 'isAdmin'

interface GuardProps {
  /** The required admin flag: `1` for the back office, `0` for a supplier's or buyer's pages. */
  flag: '0' | '1'
  /** The sentence that the log-in page shows to a person who is sent there. */
  refusal?: RefusalName
  children: ReactNode
}

/**
 * Shows a page only to a browser with the right stored flag, and sends the others to log in. It spares people a page
 * that is not theirs; the server refuses them the page's data in any case.
 */
export function Guard({ flag, refusal, children }: GuardProps) {
  const stored = useSyncExternalStore(
    (onChange) => watchStored([FLAG], onChange),
    () => readStored(FLAG),
    () => undefined,
  )
  const isRefused = stored !== undefined && stored !== flag

  useEffect(() => {
    if (!isRefused) return
    const { pathname, search } = window.location
    leaveFor(loginAddress(pathname + search, sessionHasEnded(), refusal), { replace: true })
  }, [isRefused, refusal])

  return stored === flag ? children : <p role="status">Loading</p>
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
