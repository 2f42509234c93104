import { type ReactNode, useEffect, useState } from 'react'
import type { Role } from '#features/accounts/model.ts'
import { addresses } from '#web/addresses.ts'
import { Guard, useReloadForAnother } from '#web/session/guard.tsx'
import { leaveFor } from '#web/session/leave-for.ts'
import { loginAddress } from '#web/session/login-address.ts'
import { forgetEverything, type Session, useSession } from '#web/session/session.ts'
import { readSession, sessionHasEnded } from '#web/session/stored-session.ts'
import { MessageDialog } from '#web/ui/dialog.tsx'
import { useIsReady } from '#web/ui/use-is-ready.ts'

export type AccountRole = Extract<Role, 'supplier' | 'buyer'>

interface AccountGuardProps {
  role: AccountRole
  children: ReactNode
}

/** Lets one role in, until its session ends. Suppliers' pages explain why they stay closed; buyers' only lead to log in. */
export function AccountGuard({ role, children }: AccountGuardProps) {
  const isReady = useIsReady()
  const session = useSession()
  const [admitted, setAdmitted] = useState<Session | null>(null)
  const isTheirs = session?.role === role
  if (isTheirs && admitted === null) setAdmitted(session)

  useReloadForAnother(admitted)

  if (!isReady) return <Loading />
  if (admitted) return session?.id === admitted.id ? children : <SessionEnded />
  if (role === 'buyer') return <ToLogin />
  return (
    <Guard flag="0">
      <NotSupplier />
    </Guard>
  )
}

const Loading = () => <p role="status">Loading</p>

const hereAndNow = () => window.location.pathname + window.location.search

function ToLogin() {
  useEffect(() => leaveFor(loginAddress(hereAndNow(), sessionHasEnded()), { replace: true }), [])
  return <Loading />
}

/** Leaves once the session has ended on an open page: by a refusal of the server, by a log-out, or in another tab. */
function SessionEnded() {
  useEffect(() => {
    // Another tab logged in with another account: its page is loaded anew.
    if (readSession()) window.location.reload()
    else leaveFor(loginAddress(hereAndNow(), true), { replace: true })
  }, [])
  return <Loading />
}

/** Tells a person who is no supplier, or no longer one, to log in as one. */
export function NotSupplier() {
  const leave = () => leaveFor(addresses.login, { replace: true })
  return (
    <MessageDialog isOpen onClose={leave} title="Non autorisé" close="Se connecter">
      <p>Vous devez être connecté en tant que fournisseur pour accéder à cette page.</p>
    </MessageDialog>
  )
}

/** Tells a supplier that the account is deleted, and removes it from this browser: the guard then leads to log in. */
export function AccountDeleted() {
  return (
    <MessageDialog isOpen onClose={forgetEverything} title="Erreur!" close="Fermer">
      <p>Votre compte a été supprimé.</p>
    </MessageDialog>
  )
}
