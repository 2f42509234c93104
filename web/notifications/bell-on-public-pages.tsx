import { lazy, Suspense } from 'react'
import { useSession } from '#web/session/session.ts'

/** Loaded for admins alone, so that it adds nothing to the others' pages. */
const NotificationBell = lazy(async () => {
  const { NotificationBell } = await import('./notification-bell.tsx')
  return { default: NotificationBell }
})

/** The admin's bell on public pages. Its room is reserved from the first paint. */
export function AdminBell({ className }: { className: string }) {
  const isAdmin = useSession()?.role === 'admin'
  return (
    <div className={className}>
      {isAdmin && (
        <Suspense>
          <NotificationBell />
        </Suspense>
      )}
    </div>
  )
}
