import { useId, useState } from 'react'
import { type CancelReason, REASON_NAMES } from '#features/orders/model.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { Button } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import style from './order-cancel.module.css'

interface OrderCancelDialogProps {
  /** The orders to ask about; none closes the dialog. */
  ids: readonly OrderId[]
  onClose: () => void
  onCancel: (reason: CancelReason | null) => void
}

const NO_REASON = ''
const REASONS: readonly (readonly [string, string])[] = [
  ...Object.entries(REASON_NAMES),
  [NO_REASON, 'ne pas préciser'],
]

/** Asks once before cancelling, which is final, and offers to note a reason. */
export function OrderCancelDialog({ ids, onClose, onCancel }: OrderCancelDialogProps) {
  const form = useId()
  const isOne = ids.length === 1
  return (
    <Dialog
      isOpen={ids.length > 0}
      onClose={onClose}
      title={isOne ? `Annuler la commande ${ids[0]}\u00A0?` : `Annuler ${ids.length} commandes\u00A0?`}
      actions={
        <>
          <Button look="secondary" data-autofocus onClick={onClose}>
            {isOne ? 'Garder la commande' : 'Garder les commandes'}
          </Button>
          <Button look="danger" type="submit" form={form}>
            {isOne ? 'Annuler la commande' : `Annuler ${ids.length} commandes`}
          </Button>
        </>
      }
    >
      {ids.length > 0 && (
        <Reasons id={form} onChosen={onCancel}>
          {isOne
            ? 'C’est définitif. Ses produits retournent en stock, ou reviennent avec le colis s’il est parti.'
            : 'C’est définitif. Leurs produits retournent en stock, ou reviennent avec les colis qui sont partis.'}
          {' Vous aurez dix secondes pour revenir en arrière.'}
        </Reasons>
      )}
    </Dialog>
  )
}

interface ReasonsProps {
  id: string
  onChosen: (reason: CancelReason | null) => void
  children: React.ReactNode
}

function Reasons({ id, onChosen, children }: ReasonsProps) {
  const [reason, setReason] = useState<string>(NO_REASON)
  return (
    <form
      id={id}
      onSubmit={(event) => {
        event.preventDefault()
        onChosen(reason === NO_REASON ? null : (reason as CancelReason))
      }}
    >
      <p className={classes(common.quiet, style.text)}>{children}</p>
      <fieldset>
        <legend className={common.medium}>Motif (facultatif)</legend>
        <div className={style.reasons}>
          {REASONS.map(([value, label]) => (
            <Radio key={value} name="reason" checked={value === reason} onChange={() => setReason(value)}>
              {label}
            </Radio>
          ))}
        </div>
      </fieldset>
    </form>
  )
}
