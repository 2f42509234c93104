import { type ReactNode, useEffect, useState } from 'react'
import { addresses } from '#web/addresses.ts'
import { leaveFor } from '#web/session/leave-for.ts'
import { loginAddress, type RefusalName } from '#web/session/login-address.ts'
import { readSession, sessionHasEnded } from '#web/session/stored-session.ts'
import { unsaved } from '#web/session/unsaved.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Loading } from '#web/ui/loading.tsx'

interface UntilSessionEndsProps {
  /** False once the session that was admitted has ended. */
  isTheirs: boolean
  children: ReactNode
}

/**
 * A closed page until its session ends, here or in another tab. Where the server ended it and something is typed, the page stays
 * and asks to log in beside it.
 */
export function UntilSessionEnds({ isTheirs, children }: UntilSessionEndsProps) {
  const [isRead, setRead] = useState(false)
  const [isGivenUp, setGivenUp] = useState(false)
  const isKept = !isTheirs && sessionHasEnded() && unsaved.forms > 0 && !isGivenUp
  if (isTheirs && isRead) setRead(false)
  if (!isTheirs && !isKept) return <SessionEnded />
  return (
    <>
      {children}
      <Dialog
        isOpen={isKept && !isRead}
        onClose={() => setRead(true)}
        title="Votre session est terminée"
        actions={
          <>
            {/* The page goes first: a form of it that asks before it is left would stay, its question behind this one. */}
            <Button look="secondary" onClick={() => setGivenUp(true)}>
              Quitter sans enregistrer
            </Button>
            <ButtonLink to={addresses.login} target="_blank" data-autofocus>
              Se connecter
            </ButtonLink>
          </>
        }
      >
        <p>
          Ce que vous avez saisi reste ici. Connectez-vous dans un nouvel onglet, puis revenez à celui-ci pour
          enregistrer.
        </p>
      </Dialog>
    </>
  )
}

function SessionEnded() {
  useEffect(() => {
    // Another tab logged in with another account: its page is loaded anew.
    if (readSession()) window.location.reload()
    else leave()
  }, [])
  return <Loading />
}

/** Leads to log in whoever the page is not for. */
export function ToLogin({ refusal }: { refusal?: RefusalName }) {
  useEffect(() => toLogin(sessionHasEnded(), refusal), [refusal])
  return <Loading />
}

const leave = () => toLogin(true)

function toLogin(hasEnded: boolean, refusal?: RefusalName): void {
  const { pathname, search } = window.location
  leaveFor(loginAddress(pathname + search, hasEnded, refusal), { replace: true })
}
