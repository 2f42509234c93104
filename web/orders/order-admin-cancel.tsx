import { Radio } from '@mantine/core'
import { useId, useState } from 'react'
import type { AdminOrder } from '#features/dashboards/contract.ts'
import { type CancelReason, REASON_NAMES } from '#features/orders/names.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import style from './order-admin-cancel.module.css'

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
  const form = useId()
  return (
    <Dialog
      isOpen={order !== null}
      onClose={onKeep}
      title={`Annuler la commande ${order?.id}\u00A0?`}
      actions={
        <>
          <Button look="secondary" data-autofocus onClick={onKeep}>
            Garder la commande
          </Button>
          <Button look="danger" type="submit" form={form}>
            Annuler la commande
          </Button>
        </>
      }
    >
      {order && <Reasons key={order.id} id={form} onChosen={(reason) => onCancel(order, reason)} />}
    </Dialog>
  )
}

function Reasons({ id, onChosen }: { id: string; onChosen: (reason: CancelReason | null) => void }) {
  const [reason, setReason] = useState<string>(NO_REASON)
  return (
    <form
      id={id}
      onSubmit={(event) => {
        event.preventDefault()
        onChosen(reason === NO_REASON ? null : (reason as CancelReason))
      }}
    >
      <p className={style.text}>C’est définitif, et ses produits retournent en stock.</p>
      <Radio.Group label="Motif (facultatif)" value={reason} onChange={setReason}>
        <div className={style.reasons}>
          {REASONS.map(([value, label]) => (
            <Radio key={value} value={value} label={label} classNames={{ root: style.reason ?? '' }} />
          ))}
        </div>
      </Radio.Group>
    </form>
  )
}
