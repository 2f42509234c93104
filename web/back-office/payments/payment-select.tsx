import type { OrderStatus, PaymentStatus } from '#features/orders/model.ts'
import { openInsteadOfChanging } from '#web/list-kit/open-list.ts'
import { PAYMENT_LOOKS } from '#web/list-kit/states.ts'
import { Select } from '#web/ui/field.tsx'
import style from './payment-admin.module.css'
import type { Settlement } from './payment-changes.ts'

interface PaymentSelectProps {
  label: string
  status: OrderStatus
  payment: PaymentStatus
  /** About to be paid. */
  isHeld?: boolean
  onChoose: (payment: Settlement) => void
}

const NONE = ''

/** Settles an order's payment: only a delivered order has money to come. */
export function PaymentSelect({ label, status, payment, isHeld = false, onChoose }: PaymentSelectProps) {
  const isDelivered = status === 'delivered'
  return (
    <Select
      size="small"
      className={style.select}
      aria-label={label}
      title={isDelivered ? undefined : 'Seule une commande livrée peut être réglée'}
      disabled={!isDelivered || isHeld}
      value={payment === 'pending' ? NONE : payment}
      onKeyDown={openInsteadOfChanging}
      onChange={(event) => onChoose(event.currentTarget.value as Settlement)}
    >
      <option value={NONE} disabled={payment !== 'pending'}>
        Aucun
      </option>
      <option value="paid">{PAYMENT_LOOKS.paid.name}</option>
      <option value="void">{PAYMENT_LOOKS.void.name}</option>
    </Select>
  )
}
