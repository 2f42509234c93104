import { ORDER_STATUSES, type OrderStatus, STATUS_NAMES } from '#features/orders/names.ts'
import { isFinal } from '#features/orders/rules.ts'
import { lookOfStatus } from '#web/dashboard/states.ts'
import { Icon } from '#web/ui/icon.tsx'
import style from './order-admin-status.module.css'

interface OrderStatusSelectProps {
  label: string
  status: OrderStatus
  onChoose: (status: OrderStatus) => void
}

/** An order's status, and where it can go from there: nowhere once it is final. */
export function OrderStatusSelect({ label, status, onChoose }: OrderStatusSelectProps) {
  const { tone, icon } = lookOfStatus(status)
  const isLast = isFinal(status)
  return (
    <span className={style.status} data-tone={tone}>
      <Icon name={icon} size={18} />
      <select
        className={style.select}
        aria-label={label}
        value={status}
        disabled={isLast}
        onKeyDown={openInsteadOfChanging}
        onChange={(event) => onChoose(event.currentTarget.value as OrderStatus)}
      >
        {ORDER_STATUSES.map((each) => (
          <option key={each} value={each}>
            {STATUS_NAMES[each]}
          </option>
        ))}
      </select>
      {!isLast && <Icon name="chevron-down" size={16} className={style.chevron} />}
    </span>
  )
}

/**
 * On most systems an arrow or a letter changes a closed list at once: on the way down to *annulé* an order would pass
 * through *livré*, for good. Opened first, nothing is chosen before Enter.
 */
function openInsteadOfChanging(event: React.KeyboardEvent<HTMLSelectElement>): void {
  const { key, ctrlKey, altKey, metaKey } = event
  if (ctrlKey || altKey || metaKey || key === ' ') return
  const changes = key.length === 1 || key.startsWith('Arrow') || ['Home', 'End', 'PageUp', 'PageDown'].includes(key)
  if (!changes || !('showPicker' in event.currentTarget)) return
  event.preventDefault()
  event.currentTarget.showPicker()
}
