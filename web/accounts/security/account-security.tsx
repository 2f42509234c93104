import type { ReactNode } from 'react'
import { openSessions } from '#features/accounts/contract.ts'
import { useApi } from '#web/forms/use-api.ts'
import style from './account-security.module.css'
import { ChangePassword } from './change-password.tsx'
import { SessionList } from './session-list.tsx'

interface AccountSecurityProps {
  email: string
  leastPassword: number
  /** Further panels, between the password and the sessions: they call back when they have ended some. */
  children?: (onSessionsEnded: () => void) => ReactNode
}

/** Password and sessions, on the profile of everybody else and on the page of an admin's account. */
export function AccountSecurity({ email, leastPassword, children }: AccountSecurityProps) {
  const sessions = useApi('/api/sessions', openSessions)
  return (
    <div className={style.panels}>
      <ChangePassword email={email} leastPassword={leastPassword} onChanged={sessions.reload} />
      {children?.(sessions.reload)}
      <SessionList sessions={sessions} />
    </div>
  )
}
