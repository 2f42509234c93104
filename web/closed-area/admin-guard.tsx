import { type ReactNode, useEffect, useState } from 'react'
import { Guard } from '#web/session/guard.tsx'
import { leaveFor } from '#web/session/leave-for.ts'
import { loginAddress, REFUSALS, type RefusalName } from '#web/session/login-address.ts'
import { useSession } from '#web/session/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useIsReady } from '#web/ui/use-is-ready.ts'

interface AdminGuardProps {
  refusal?: RefusalName | undefined
  isForAgents?: boolean | undefined
  children: ReactNode
}

/**
 * Lets admins in, and agents where they work, and tells the others why they are sent to log in: here for a moment, and then on
 * the log-in page.
 */
export function AdminGuard({ refusal = 'admin', isForAgents = false, children }: AdminGuardProps) {
  const isReady = useIsReady()
  const role = useSession()?.role
  const isAgent = isForAgents && role === 'agent'
  const isTheirs = role === 'admin' || isAgent
  const [wasAdmitted, setAdmitted] = useState(false)
  if (isTheirs && !wasAdmitted) setAdmitted(true)

  if (wasAdmitted && !isTheirs) return <SessionEnded />
  // An agent has no admin's flag: the guard below would send one away before the role is read.
  if (isForAgents && !isReady) return <p role="status">Loading</p>
  if (isAgent) return children
  return (
    <>
      {isReady && !isTheirs && (
        <Notice tone="danger" role="alert">
          {REFUSALS[refusal]}
        </Notice>
      )}
      <Guard flag="1" refusal={refusal}>
        {children}
      </Guard>
    </>
  )
}

/** Leaves once the session has ended on an open page: by a refusal of the server, or by a log-out in another tab. */
function SessionEnded() {
  useEffect(() => {
    const { pathname, search } = window.location
    leaveFor(loginAddress(pathname + search, true), { replace: true })
  }, [])
  return <p role="status">Loading</p>
}
