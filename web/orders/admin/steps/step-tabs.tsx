import type { OrderCounts } from '#features/back-office/contract.ts'
import { ListTabs } from '#web/list-kit/list-tabs.tsx'
import type { ListAddress } from '#web/list-kit/use-list-address.ts'
import type { OrderFilterValues } from '../order-query.ts'
import { filterOf, isStepOf, STEPS } from './steps.ts'

interface StepTabsProps {
  address: ListAddress
  filters: OrderFilterValues
  /** Null until they are there. */
  counts: OrderCounts | null
}

/** The steps of an order's way, each a filter of the list. */
export function StepTabs({ address, filters, counts }: StepTabsProps) {
  return (
    <ListTabs
      label="Étapes des commandes"
      tabs={STEPS.map((step) => ({
        label: step.label,
        to: address.filterLink(filterOf(step)),
        isCurrent: isStepOf(filters, step),
        ...(step.count && { count: counts?.[step.count] ?? null }),
      }))}
    />
  )
}
