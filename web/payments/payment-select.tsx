import { NativeSelect } from '@mantine/core'
import type { OrderStatus, PaymentStatus } from '#features/orders/names.ts'
import { openInsteadOfChanging } from '#web/dashboard/open-list.ts'
import { PAYMENT_LOOKS } from '#web/dashboard/states.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { Settlement } from './payment-changes.ts'
import style from './payment-select.module.css'

interface PaymentSelectProps {
  label: string
  status: OrderStatus
  payment: PaymentStatus
  onChoose: (payment: Settlement) => void
}

const NONE = ''

/** Whether the money came in: only a delivered order has some to come. */
export function PaymentSelect({ label, status, payment, onChoose }: PaymentSelectProps) {
  const isDelivered = status === 'delivered'
  return (
    <NativeSelect
      className={style.select}
      aria-label={label}
      title={isDelivered ? undefined : 'Seule une commande livrée peut être réglée'}
      rightSection={<Icon name="chevron-down" size={18} />}
      disabled={!isDelivered}
      value={payment === 'pending' ? NONE : payment}
      onKeyDown={openInsteadOfChanging}
      onChange={(event) => onChoose(event.currentTarget.value as Settlement)}
      data={[
        { value: NONE, label: 'Aucun', disabled: payment !== 'pending' },
        { value: 'paid', label: PAYMENT_LOOKS.paid.name },
        { value: 'void', label: PAYMENT_LOOKS.void.name },
      ]}
    />
  )
}
