import type { OrderCounts } from '#features/back-office/contract.ts'
import { ListTabs } from '#web/list-kit/list-tabs.tsx'
import type { ListAddress } from '#web/list-kit/use-list-address.ts'
import { PARTS, type PaymentPart, partIn } from './payment-admin-query.ts'

interface PaymentTabsProps {
  address: ListAddress
  /** Null until they are counted. */
  counts: OrderCounts | null
}

/** Payments by what became of them; somebody works at those to collect alone. */
export function PaymentTabs({ address, counts }: PaymentTabsProps) {
  const current = partIn(address)
  return (
    <ListTabs
      label="Paiements"
      tabs={(Object.keys(PARTS) as PaymentPart[]).map((part) => {
        const { label, status, payment } = PARTS[part]
        return {
          label,
          to: address.filterLink({ status, payment }),
          isCurrent: part === current,
          ...(part === 'toCollect' && { count: counts?.toCollect ?? null }),
        }
      })}
    />
  )
}
