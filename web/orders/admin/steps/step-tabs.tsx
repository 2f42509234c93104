import type { OrderCounts } from '#features/back-office/contract.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { countInWords, ListTabs } from '#web/list-kit/list-tabs.tsx'
import type { ListAddress } from '#web/list-kit/use-list-address.ts'
import { Chips } from '#web/ui/chips.tsx'
import type { OrderFilterValues } from '../order-query.ts'
import { CALL_STEPS, filterOf, isStepOf, STEPS } from './steps.ts'

interface StepTabsProps {
  address: ListAddress
  filters: OrderFilterValues
  /** Null until they are there. */
  counts: OrderCounts | null
}

/** The steps of an order's way, each a filter of the list, and below the first one its lists of calls. */
export function StepTabs({ address, filters, counts }: StepTabsProps) {
  const [first] = STEPS
  const isCalled = CALL_STEPS.some((step) => isStepOf(filters, step))
  const isToConfirm = isCalled || isStepOf(filters, first!)
  return (
    <>
      <ListTabs
        label="Étapes des commandes"
        tabs={STEPS.map((step) => ({
          label: step.label,
          to: address.filterLink(filterOf(step)),
          isCurrent: isStepOf(filters, step) || (step === first && isCalled),
          ...(step.count && { count: counts?.[step.count] ?? null }),
        }))}
      />
      {isToConfirm && counts && (isCalled || counts.none < counts.toConfirm) && (
        <Chips
          label="Listes d’appels"
          chips={CALL_STEPS.map((step) => ({
            label: step.label,
            count: `${countInWords(counts[step.count])}${step.count === 'later' ? ofTomorrow(counts) : ''}`,
            to: address.filterLink(filterOf(step)),
            isCurrent: isStepOf(filters, step),
          }))}
        />
      )}
    </>
  )
}

const ofTomorrow = ({ tomorrow }: OrderCounts): string =>
  tomorrow > 0 ? `, dont ${formatInteger(tomorrow)} demain` : ''
