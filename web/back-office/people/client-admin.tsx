import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { ListPage } from '#web/list-kit/list-page.tsx'
import { ListTabs } from '#web/list-kit/list-tabs.tsx'
import { useListAddress } from '#web/list-kit/use-list-address.ts'
import { ClientPeople } from './client-people.tsx'
import { ClientRecords } from './client-records.tsx'

export const handle: AdminPage = { title: 'Tableau de bord - Clients' }

export const meta = () => adminMeta(handle)

const RECORDS = 'fiches'

/** Customers: the people behind the phones of orders, and the records as they were made. */
export default function ClientAdmin() {
  const address = useListAddress()
  const isRecords = address.choice('vue', [RECORDS]) !== null
  return (
    <ListPage>
      <ListTabs
        label="Clients"
        tabs={[
          { label: 'Personnes', to: address.filterLink({ vue: null, sort: null }), isCurrent: !isRecords },
          { label: 'Fiches', to: address.filterLink({ vue: RECORDS }), isCurrent: isRecords },
        ]}
      />
      {isRecords ? <ClientRecords address={address} /> : <ClientPeople address={address} />}
    </ListPage>
  )
}
