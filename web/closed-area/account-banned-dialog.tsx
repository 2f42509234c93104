import { useEffect, useState } from 'react'
import { addresses } from '#web/addresses.ts'
import { leaveFor } from '#web/session/leave-for.ts'
import { forgetEverything } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

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
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      title="Erreur!"
      actions={
        <Button data-autofocus onClick={leave}>
          Fermer
        </Button>
      }
    >
      <p>Votre compte a été supprimé.</p>
    </Dialog>
  )
}
