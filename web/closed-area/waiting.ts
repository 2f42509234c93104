import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { ToDo } from '#features/back-office/contract.ts'
import { SOMETHING_CHANGED } from '#web/api/api.ts'
import { usePolled } from '#web/notifications/use-polled.ts'
import { useSession } from '#web/session/session.ts'

const EVERY_MS = 60_000

/** Loaded apart: the contracts of all lists come with it, and every dashboard loads this file. */
const loadAnswer = async () => (await import('#features/back-office/contract.ts')).toDo

/** Work that waits for the admin, read every minute, on every new page, and after each change that this page made. */
export function useWaiting(): ToDo | null {
  const isAdmin = useSession()?.role === 'admin'
  const { answered, refresh } = usePolled('/api/admin/to-do', loadAnswer, EVERY_MS, isAdmin)
  const { pathname } = useLocation()
  const seenAt = useRef(pathname)
  useEffect(() => {
    // On the first page the poll has begun by itself.
    if (seenAt.current !== pathname) refresh()
    seenAt.current = pathname
  }, [pathname, refresh])
  useEffect(() => {
    window.addEventListener(SOMETHING_CHANGED, refresh)
    return () => window.removeEventListener(SOMETHING_CHANGED, refresh)
  }, [refresh])
  return answered
}
