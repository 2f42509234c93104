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
  /** The reason that is chosen at first. */
  suggested?: CancelReason | null
  onClose: () => void
  onCancel: (reason: CancelReason | null) => void
}

const NO_REASON = 'none'
const REASONS: readonly (readonly [string, string])[] = [
  ...Object.entries(REASON_NAMES),
  [NO_REASON, 'ne pas préciser'],
]

/** Explains a short name. */
const HINTS: Readonly<Record<string, string>> = {
  out_of_stock: 'le produit manque',
  address: 'incomplète ou hors zone',
}

/** Asks once before cancelling, which is final, and for the reason: no delivery rate can be read without it. */
export function OrderCancelDialog({ ids, suggested = null, onClose, onCancel }: OrderCancelDialogProps) {
  const form = useId()
  const isOne = ids.length === 1
  return (
    <Dialog
      isOpen={ids.length > 0}
      onClose={onClose}
      isTypedIn
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
        <Reasons id={form} suggested={suggested} onChosen={onCancel}>
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
  suggested: CancelReason | null
  onChosen: (reason: CancelReason | null) => void
  children: React.ReactNode
}

function Reasons({ id, suggested, onChosen, children }: ReasonsProps) {
  const [reason, setReason] = useState<string | null>(suggested)
  const [isMissing, setMissing] = useState(false)
  const problem = useId()
  return (
    <form
      id={id}
      onSubmit={(event) => {
        event.preventDefault()
        if (reason === null) setMissing(true)
        else onChosen(reason === NO_REASON ? null : (reason as CancelReason))
      }}
    >
      <p className={classes(common.quiet, style.text)}>{children}</p>
      <fieldset aria-describedby={isMissing ? problem : undefined}>
        <legend className={common.medium}>Motif</legend>
        <div className={style.reasons}>
          {REASONS.map(([value, label]) => (
            <Radio
              key={value}
              className={style.reason}
              name="reason"
              checked={value === reason}
              onChange={() => {
                setReason(value)
                setMissing(false)
              }}
            >
              {label}
              {HINTS[value] && <span className={style.hint}> {HINTS[value]}</span>}
            </Radio>
          ))}
        </div>
        <p className={style.problem} id={problem} role="alert">
          {isMissing && 'Choisissez un motif, ou «\u00A0ne pas préciser\u00A0».'}
        </p>
      </fieldset>
    </form>
  )
}
