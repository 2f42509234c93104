import { type ReactNode, useEffect, useState } from 'react'
import { Guard } from '#web/guard.tsx'
import { leaveFor } from '#web/leave-for.ts'
import { loginAddress } from '#web/return-path.ts'
import { useSession } from '#web/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useIsReady } from '#web/ui/use-is-ready.ts'

/** What a browser is told that is not an admin's. */
export const NOT_ADMIN = 'Unauthorized: You do not have admin access.'

/** Lets admins in, and tells the others why they are sent to log in. */
export function AdminGuard({ refusal = NOT_ADMIN, children }: { refusal?: string | undefined; children: ReactNode }) {
  const isReady = useIsReady()
  const isAdmin = useSession()?.role === 'admin'
  const [wasAdmitted, setAdmitted] = useState(false)
  if (isAdmin && !wasAdmitted) setAdmitted(true)

  if (wasAdmitted && !isAdmin) return <SessionEnded />
  return (
    <>
      {isReady && !isAdmin && (
        <Notice tone="danger" role="alert">
          {refusal}
        </Notice>
      )}
      <Guard flag="1">{children}</Guard>
    </>
  )
}

/** It ended while the page was open: here by a refusal of the server, or by logging out in another tab. */
function SessionEnded() {
  useEffect(() => {
    const { pathname, search } = window.location
    leaveFor(loginAddress(pathname + search, true), { replace: true })
  }, [])
  return <p role="status">Loading</p>
}
