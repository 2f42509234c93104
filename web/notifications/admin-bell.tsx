import { lazy, Suspense } from 'react'
import { useSession } from '#web/session/session.ts'

/** Fetched by admins alone: the others' pages stay as light as they were. */
const NotificationBell = lazy(async () => {
  const { NotificationBell } = await import('./notification-bell.tsx')
  return { default: NotificationBell }
})

/** The admin's bell on public pages. Its room is kept from the first paint. */
export function AdminBell({ className }: { className: string }) {
  const isAdmin = useSession()?.role === 'admin'
  return (
    <div className={className}>
      <Suspense>{isAdmin && <NotificationBell />}</Suspense>
    </div>
  )
}
