import { lazy, type ReactNode, Suspense, useState } from 'react'
import { KeyHelp } from '#web/keys/key-help.tsx'
import { type Key, useKeys } from '#web/keys/keys.ts'
import { useSession } from '#web/session/session.ts'
import { AdminHeader } from './admin-header.tsx'
import { AdminSide } from './admin-side.tsx'
import { DashboardFrame } from './dashboard-frame.tsx'

const NO_SCRIPT = 'L’administration a besoin de JavaScript\u00A0: activez-le dans votre navigateur.'

/** Loaded once somebody searches. */
const GoTo = lazy(() => import('./go-to/go-to.tsx'))

type Open = 'search' | 'keys' | null

/** The frame of the back office and of an agent's pages: its header, its navigation, its search and its keys. */
export function AdminShell({ onLogOut, children }: { onLogOut: () => void; children: ReactNode }) {
  const [open, setOpen] = useState<Open>(null)
  const [hasSearched, setSearched] = useState(false)
  const search = () => {
    setSearched(true)
    setOpen('search')
  }
  const close = () => setOpen(null)
  const isAgent = useSession()?.role === 'agent'
  useKeys('Partout', [
    ...(isAgent
      ? []
      : [{ key: 'k', withCtrl: true, does: 'Chercher, ou aller à une page', run: search } satisfies Key]),
    { key: '?', does: 'Afficher les raccourcis', run: () => setOpen('keys') },
  ])
  return (
    <DashboardFrame
      header={<AdminHeader onLogOut={onLogOut} onSearch={search} />}
      side={<AdminSide onKeys={() => setOpen('keys')} />}
      noScript={NO_SCRIPT}
    >
      {children}
      <KeyHelp isOpen={open === 'keys'} onClose={close} />
      {hasSearched && (
        <Suspense>
          <GoTo isOpen={open === 'search'} onClose={close} />
        </Suspense>
      )}
    </DashboardFrame>
  )
}
