import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'

export const handle: AdminPage = { title: 'Livreurs' }

export const meta = () => adminMeta(handle)

// Loaded with their own addresses alone: every public page carries the list of addresses with their files.
const CourierList = lazy(() => import('./courier-list.tsx'))
const CourierPage = lazy(() => import('./courier-page.tsx'))

/** All couriers, or one of them. */
export default function Couriers() {
  const { id } = useParams()
  return <Suspense>{id === undefined ? <CourierList /> : <CourierPage key={id} id={Number(id)} />}</Suspense>
}
