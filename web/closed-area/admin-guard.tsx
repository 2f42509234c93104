import { type ReactNode, useState } from 'react'
import { REFUSALS, type RefusalName } from '#web/session/login-address.ts'
import { useSession } from '#web/session/session.ts'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useIsReady } from '#web/ui/use-is-ready.ts'
import { ToLogin, UntilSessionEnds } from './until-session-ends.tsx'

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

  if (wasAdmitted) return <UntilSessionEnds isTheirs={isTheirs}>{children}</UntilSessionEnds>
  if (!isReady) return <Loading />
  return (
    <>
      <Notice tone="danger" role="alert">
        {REFUSALS[refusal]}
      </Notice>
      <ToLogin refusal={refusal} />
    </>
  )
}
