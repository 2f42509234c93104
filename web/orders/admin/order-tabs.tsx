import { type OrderStatus, STATUS_NAMES } from '#features/orders/model.ts'
import { ListTabs } from '#web/list-kit/list-tabs.tsx'
import type { ListAddress } from '#web/list-kit/use-list-address.ts'
import type { OrderFilterValues } from './order-query.ts'

const TABS: readonly { label: string; status: OrderStatus | null }[] = [
  { label: 'À confirmer', status: 'pending' },
  { label: 'À remettre', status: 'assigned' },
  { label: 'En route', status: 'in_transit' },
  { label: 'Annulées', status: 'cancelled' },
  { label: 'Toutes', status: null },
]

export function OrderTabs({ address, filters }: { address: ListAddress; filters: OrderFilterValues }) {
  return (
    <ListTabs
      label="Étapes des commandes"
      tabs={TABS.map(({ label, status }) => {
        const name = status === null ? '' : STATUS_NAMES[status]
        return { label, to: address.filterLink({ status: name }), isCurrent: filters.status === name }
      })}
    />
  )
}
