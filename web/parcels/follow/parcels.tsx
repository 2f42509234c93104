import { lazy, Suspense } from 'react'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'

export const handle: AdminPage = { title: 'Suivi des colis', isForAgents: true }

export const meta = () => adminMeta(handle)

// Loaded with its own address alone: every public page carries the list of addresses with their files.
const ParcelList = lazy(() => import('./parcel-list.tsx'))

/** Parcels on their way, and what is to be done about each. */
export default function Parcels() {
  return (
    <Suspense>
      <ParcelList />
    </Suspense>
  )
}
