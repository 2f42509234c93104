import { useEffect, useState } from 'react'
import { addresses } from '#web/addresses.ts'
import { leaveFor } from '#web/session/leave-for.ts'
import { forgetEverything } from '#web/session/session.ts'
import { MessageDialog } from '#web/ui/dialog.tsx'

/** Stands in for the dashboard of a banned account: informs the person, forgets everything, and leaves. */
export function AccountBannedDialog() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(true), [])
  const leave = () => {
    // Only now: without a session the page would leave by itself, before anybody has read the reason.
    forgetEverything()
    leaveFor(addresses.login)
  }
  return (
    <MessageDialog isOpen={isOpen} onClose={leave} title="Erreur!" close="Fermer">
      <p>Votre compte a été supprimé.</p>
    </MessageDialog>
  )
}
