import { useParams } from 'react-router'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { NewStatement } from './new-statement.tsx'
import { SettlementList } from './settlement-list.tsx'
import { StatementPage } from './statement-page.tsx'

export const handle: AdminPage = { title: 'Versements' }

export const meta = () => adminMeta(handle)

/** Money that couriers have and their statements, or one of these. */
export default function Settlements() {
  const { id } = useParams()
  if (id === undefined) return <SettlementList />
  return id === 'nouveau' ? <NewStatement /> : <StatementPage key={id} id={Number(id)} />
}
