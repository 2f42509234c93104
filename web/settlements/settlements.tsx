import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { toast } from '#web/ui/toast.tsx'
import { NewStatement } from './new-statement.tsx'
import { SettlementList } from './settlement-list.tsx'
import { StatementPage } from './statement-page.tsx'

export const handle: AdminPage = { title: 'Versements' }

export const meta = () => adminMeta(handle)

/** Money that couriers have and their statements, or one of these. */
export default function Settlements() {
  const { id } = useParams()
  const goTelling = useGoTelling()
  if (id === undefined) return <SettlementList />
  if (id === 'nouveau')
    return <NewStatement onStored={(stored, words) => goTelling(`${addresses.admin.settlements}/${stored}`, words)} />
  return <StatementPage key={id} id={Number(id)} onRemoved={(words) => goTelling(addresses.admin.settlements, words)} />
}

/** Goes to another page, and tells there what was done: a navigation closes the toast of the page before. */
function useGoTelling() {
  const navigate = useNavigate()
  const { key } = useLocation()
  const title = useRef<string>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what shows it
  useEffect(() => {
    if (title.current !== null) toast({ title: title.current })
    title.current = null
  }, [key])

  return (to: string, words: string) => {
    title.current = words
    navigate(to)
  }
}
