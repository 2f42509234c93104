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
  /** Something else is being done to it. */
  isLocked?: boolean
}

/** An order's status, and where it can go from there: nowhere once it is final. */
export function OrderStatusSelect({ id, label, status, onChoose, isLocked = false }: OrderStatusSelectProps) {
  const { tone, icon } = lookOfStatus(status)
  const isLast = isLocked || isFinal(status)
  return (
    <span className={classes(tones[tone], style.status)}>
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
