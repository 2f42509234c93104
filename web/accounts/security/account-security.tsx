import { openSessions } from '#features/accounts/contract.ts'
import { useAnswer } from '#web/dashboard/use-answer.ts'
import style from './account-security.module.css'
import { ChangePassword } from './change-password.tsx'
import { SessionList } from './session-list.tsx'

interface AccountSecurityProps {
  email: string
  leastPassword: number
}

/** How a person keeps its account to itself: on the profile of suppliers and buyers, on the page of an admin's account. */
export function AccountSecurity({ email, leastPassword }: AccountSecurityProps) {
  const sessions = useAnswer('/api/sessions', openSessions)
  return (
    <div className={style.panels}>
      <ChangePassword email={email} leastPassword={leastPassword} onChanged={sessions.reload} />
      <SessionList sessions={sessions} />
    </div>
  )
}
