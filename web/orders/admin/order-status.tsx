import { ORDER_STATUSES, type OrderStatus, STATUS_NAMES } from '#features/orders/model.ts'
import { isFinal } from '#features/orders/rules.ts'
import { openInsteadOfChanging } from '#web/list-kit/open-list.ts'
import { lookOfStatus } from '#web/list-kit/states.ts'
import { classes } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import tones from '#web/ui/tones.module.css'
import style from './order-status.module.css'

interface OrderStatusSelectProps {
  id: string
  label: string
  status: OrderStatus
  onChoose: (status: OrderStatus) => void
  /** Forbids a choice while another move of this order waits. */
  isLocked?: boolean
  className?: string | undefined
}

/** An order's status as a list to choose from; locked once the status is final. */
export function OrderStatusSelect({
  id,
  label,
  status,
  onChoose,
  isLocked = false,
  className,
}: OrderStatusSelectProps) {
  const { tone, icon } = lookOfStatus(status)
  const isLast = isLocked || isFinal(status)
  return (
    <span className={classes(tones[tone], style.status, className)}>
      <Icon name={icon} size={18} />
      <select
        id={id}
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
