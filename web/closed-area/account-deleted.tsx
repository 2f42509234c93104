import { useEffect, useState } from 'react'
import { addresses } from '#web/addresses.ts'
import { leaveFor } from '#web/session/leave-for.ts'
import { forgetEverything } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Instead of a dashboard whose account was banned: says so, forgets everything, and leaves. */
export function AccountDeleted() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(true), [])
  const leave = () => {
    // Not before: without a session the page would leave by itself, and nobody would have read why.
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
