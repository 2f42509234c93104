import { Button, Modal, Radio } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useRef, useState } from 'react'
import type { AdminOrder } from '#features/dashboards/contract.ts'
import { type CancelReason, REASON_NAMES } from '#features/orders/contract.ts'
import style from './order-admin.module.css'

interface OrderCancelDialogProps {
  /** The order to ask about; null closes the dialog. */
  order: AdminOrder | null
  onKeep: () => void
  onCancel: (order: AdminOrder, reason: CancelReason | null) => void
}

const NO_REASON = ''
const REASONS: readonly (readonly [string, string])[] = [
  ...Object.entries(REASON_NAMES),
  [NO_REASON, 'ne pas préciser'],
]

/** Cancelling is for good: it asks once, and for the reason, which may be left out. */
export function OrderCancelDialog({ order, onKeep, onCancel }: OrderCancelDialogProps) {
  const isPhone = useMediaQuery('(max-width: 639px)', undefined, { getInitialValueInEffect: false })
  // What it shows while it fades.
  const shown = useRef(order)
  if (order) shown.current = order
  return (
    <Modal
      opened={order !== null}
      onClose={onKeep}
      title={`Annuler la commande ${shown.current?.id}\u00A0?`}
      size="lg"
      fullScreen={isPhone ?? false}
      classNames={{ title: style.dialogTitle ?? '' }}
    >
      {shown.current && (
        <Reasons
          key={shown.current.id}
          order={shown.current}
          onKeep={onKeep}
          onCancel={(reason) => order && onCancel(order, reason)}
        />
      )}
    </Modal>
  )
}

interface ReasonsProps {
  order: AdminOrder
  onKeep: () => void
  onCancel: (reason: CancelReason | null) => void
}

function Reasons({ order, onKeep, onCancel }: ReasonsProps) {
  const [reason, setReason] = useState<string>(NO_REASON)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onCancel(reason === NO_REASON ? null : (reason as CancelReason))
      }}
    >
      <p className={style.dialogText}>
        L’annulation est définitive. Les produits de {order.recipient.name} retournent en stock.
      </p>
      <Radio.Group label="Motif (facultatif)" value={reason} onChange={setReason}>
        <div className={style.reasons}>
          {REASONS.map(([value, label]) => (
            <Radio key={value} value={value} label={label} classNames={{ root: style.reason ?? '' }} />
          ))}
        </div>
      </Radio.Group>
      <div className={style.dialogActions}>
        <Button variant="default" data-autofocus onClick={onKeep}>
          Garder la commande
        </Button>
        <Button type="submit" color="red">
          Annuler la commande
        </Button>
      </div>
    </form>
  )
}
