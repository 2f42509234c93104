import { useState } from 'react'
import { KeyHelp } from '#web/keys/key-help.tsx'
import { useKeys } from '#web/keys/keys.ts'

/** The keys of the whole back office. */
export function AdminKeys() {
  const [isHelpOpen, setHelpOpen] = useState(false)
  useKeys('Partout', [{ key: '?', does: 'Afficher les raccourcis', run: () => setHelpOpen(true) }])
  return <KeyHelp isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
}
