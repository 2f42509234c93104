import { type ReactNode, useState } from 'react'
import type { Role } from '#features/accounts/model.ts'
import { addresses } from '#web/addresses.ts'
import { Guard, useReloadForAnother } from '#web/session/guard.tsx'
import { leaveFor } from '#web/session/leave-for.ts'
import { forgetEverything, type Session, useSession } from '#web/session/session.ts'
import { MessageDialog } from '#web/ui/dialog.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { useIsReady } from '#web/ui/use-is-ready.ts'
import { ToLogin, UntilSessionEnds } from './until-session-ends.tsx'

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
  if (admitted) return <UntilSessionEnds isTheirs={session?.id === admitted.id}>{children}</UntilSessionEnds>
  if (role === 'buyer') return <ToLogin />
  return (
    <Guard>
      <NotSupplier />
    </Guard>
  )
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
