import type { OrderCounts } from '#features/back-office/contract.ts'
import { type OrderStatus, PAYMENT_NAMES, STATUS_NAMES } from '#features/orders/model.ts'
import { ListTabs } from '#web/list-kit/list-tabs.tsx'
import type { ListAddress } from '#web/list-kit/use-list-address.ts'
import type { OrderFilterValues } from './order-query.ts'

interface Step {
  label: string
  status?: OrderStatus
  payment?: 'pending'
  isSettled?: boolean
  /** What is counted where somebody works. */
  count?: keyof OrderCounts
}

const STEPS: readonly Step[] = [
  { label: 'À confirmer', status: 'pending', count: 'toConfirm' },
  { label: 'À remettre', status: 'assigned', count: 'toHandOver' },
  { label: 'En route', status: 'in_transit', count: 'onTheWay' },
  { label: 'À encaisser', status: 'delivered', payment: 'pending', count: 'toCollect' },
  { label: 'Terminées', status: 'delivered', isSettled: true },
  { label: 'Annulées', status: 'cancelled' },
  { label: 'Toutes' },
]

interface OrderTabsProps {
  address: ListAddress
  filters: OrderFilterValues
  /** Null until they are there. */
  counts: OrderCounts | null
}

/** The steps of an order's way, each a filter of the list. */
export function OrderTabs({ address, filters, counts }: OrderTabsProps) {
  return (
    <ListTabs
      label="Étapes des commandes"
      tabs={STEPS.map(({ label, status, payment, isSettled, count }) => {
        const filter = {
          status: status ? STATUS_NAMES[status] : '',
          payment: payment ? PAYMENT_NAMES[payment] : '',
          settled: isSettled ? '1' : '',
        }
        return {
          label,
          to: address.filterLink(filter),
          isCurrent:
            filters.status === filter.status &&
            filters.payment === filter.payment &&
            filters.settled === filter.settled,
          ...(count && { count: counts?.[count] ?? null }),
        }
      })}
    />
  )
}
